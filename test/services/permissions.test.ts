import { writeFileSync } from "node:fs";
import os from "node:os";
import { describe, expect, it, vi } from "vitest";
import { cacheFolder } from "../../electron/cache-folder.ts";
import { appendAudit } from "../../electron/store/members.ts";
import type { RunPlan } from "../../shared/contract/dialogues.ts";
import type { Contract } from "../../shared/contract/index.ts";
import { type Permission, permissions } from "../../shared/contract/permissions.ts";
import { ProjectRole } from "../../shared/domain/member.ts";
import { ModelEndpoint } from "../../shared/domain/model-endpoint.ts";
import { personSettings, projectSettings } from "../../shared/settings/settings-table.ts";
import { plainSql } from "../support/plain-sql.ts";
import { taskRow } from "../support/task-row.ts";
import { type TestServices, testServices } from "../support/test-services.ts";
import { importInto, prediction, testWorkspace, writeDatabase } from "../support/test-workspace.ts";
import { type ContractCall, contractCalls } from "./contract-calls.ts";
import { contractInputs } from "./contract-inputs.ts";

/** What reaches out of the machine, starts Python or work in the background, or never ends. */
const left = new Set([
  "models.askOneWord",
  "changes.watch",
  "jobs.evaluate",
  "tasks.sample",
  "taskRuns.compileTest",
]);
/** What takes the person's roles away, or the project's name, comes last: behind it nothing would be answered. */
const last = ["projects.rename", "members.endSessions", "members.setRoles"];
const calls = contractCalls
  .filter(({ path }) => !left.has(path))
  .sort((one, other) => last.indexOf(one.path) - last.indexOf(other.path));

/** What the machine of a host is known by, and nobody else is told. */
const machine = {
  values: (folder: string) => ({
    "tasks.serverUrl": "postgresql://swordfish@db.internal.example:65431/lab?sslmode=require",
    "tasks.databasesDir": folder,
  }),
  endpoints: [
    ModelEndpoint.parse({
      ...{ name: "lab", url: "http://models.internal.example:8080/v1", model: "m" },
      ...{ keyVariable: "QUERENT_LAB_KEY", prices: null, costLimit: null, tokenLimit: null },
      abilities: { tools: true, schemas: true, temperature: true, seed: true },
    }),
  ],
  secrets: (folder: string, transfers: string) => [
    ...[folder, transfers, os.homedir(), cacheFolder(), process.cwd()],
    ...["internal.example", "swordfish", "QUERENT_LAB_KEY"],
    // The port by itself: its digits also stand in digests and decimals. Four of them would be a part of some random id.
    /(?<![\w.])65431(?!\w)/,
  ],
};

async function* pieces(text: string) {
  yield Buffer.from(text);
}

const plan: RunPlan = {
  settings: { protocol: "c", profile: "conv", behaviour: "fixed", patience: 3 },
  ...{ sweep: [], graft: null, modelSystems: [], modelSimulator: null, personAsUser: false },
  ...{ systems: ["asks-everything"], trials: 1, seed: 7 },
};

/** Whoever runs the host has worked in the project: tasks without a database were checked, run and played, with a model that cannot be reached. */
async function work(services: TestServices, folder: string, projectId: number): Promise<void> {
  const operator = { actor: "operator" };
  const file = `${folder}/tasks.jsonl`;
  writeFileSync(file, `${taskRow("there")}\n${taskRow("gone", { selected_database: "missing" })}\n`);
  const source = { files: { tasks: file }, projectName: "review", databasesDir: folder };
  await Array.fromAsync(
    await services.tasks.import({ ...source, skipUnreadable: true, existing: "keep" }, operator),
  );
  for (const what of ["check", "run"] as const)
    await services.taskRuns.startAll({ projectId, what, profile: "conv", again: true }, operator);
  const [modelSimulator = null] = machine.endpoints;
  for (const own of [{ modelSimulator }, {}])
    await services.dialogues.start({ ...plan, ...own, projectId, taskIds: null }, operator);
  const running = async () =>
    (await services.jobs.list(undefined, operator)).filter(({ state }) => state === "running");
  await vi.waitFor(async () => expect(await running()).toEqual([]), 240_000);
  const outcomes = await services.jobs.list(undefined, operator);
  expect(outcomes.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["check", "run", "dialogues"]));
}

/** An input that names the file wherever it names one. */
function withFile(input: unknown, file: string): unknown {
  if (typeof input !== "object" || input === null) return input;
  const fields = Object.entries(input).map(([key, value]) => {
    if (key === "path" || key === "tasks") return [key, file];
    if (key === "files" && Array.isArray(value)) return [key, [{ path: file, labels: { as: "left-out" } }]];
    return [key, withFile(value, file)];
  });
  return Array.isArray(input) ? input : Object.fromEntries(fields);
}

type Handler = (input: unknown, context: object) => unknown;

/** What a call comes to: its answer as text, or the code and message of its refusal. */
async function outcomeOf(
  services: TestServices,
  { area, name, input }: ContractCall,
  ids: Record<string, unknown>,
  context: object,
): Promise<string> {
  const handler = (services as unknown as Record<string, Record<string, Handler>>)[area]?.[name];
  try {
    const answer = await handler?.(input(ids), context);
    const isStream = typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;
    return JSON.stringify(isStream ? await Array.fromAsync(answer as AsyncIterable<unknown>) : answer) ?? "";
  } catch (error) {
    const { code, message, data } = error as Error & { code?: string; data?: unknown };
    return `${code}: ${message} ${JSON.stringify(data)}`;
  }
}

/** A project with two items, another one, and a person with these roles in the first. */
async function worldOf(roles: ProjectRole[]) {
  const { workspace, folder, projectId, itemIds } = await testWorkspace(
    [prediction(0), prediction(1)],
    "anna",
  );
  writeDatabase(folder);
  const services = testServices(workspace);
  const otherId = await importInto(workspace, folder, [prediction(7)], null, "other");
  const someRole = roles.length === 0 ? (["reviewer"] as const) : roles;
  const { account } = await services.members.invite(
    { projectId, name: "Bert", roles: [...someRole] },
    { actor: "operator" },
  );
  if (roles.length === 0)
    await services.members.setRoles({ projectId, account, roles: [] }, { actor: "operator" });
  const context = { actor: account, isMember: true };
  const ids = { projectId, itemId: itemIds[0] ?? 0, itemIds, path: `${folder}/out`, account };
  return { services, folder, context, ids, otherId, workspace };
}

const permissionOf = ({ area, name }: ContractCall): Permission =>
  (permissions[area as keyof Contract] as Record<string, Permission>)[name] ?? "operator";

function isAllowed(permission: Permission, role: ProjectRole): boolean {
  if (permission === "everybody") return true;
  if (permission === "operator") return false;
  return role === "lead" || (permission !== "leads" && permission.includes(role));
}

describe("a member of a project", () => {
  it.each(ProjectRole.options)("may as %s do what the table says, and nothing else", async (role) => {
    const { services, context, ids } = await worldOf([role]);
    const wrong: string[] = [];
    for (const call of calls) {
      const outcome = await outcomeOf(services, call, ids, context);
      if (outcome.startsWith("FORBIDDEN") && isAllowed(permissionOf(call), role)) wrong.push(call.path);
      if (!/^(FORBIDDEN|NOT_FOUND)/.test(outcome) && !isAllowed(permissionOf(call), role))
        wrong.push(call.path);
    }
    expect(wrong).toEqual([]);
  });

  it("is answered nothing of the machine that the host runs on, whatever is asked", async () => {
    const { services, context, ids, folder } = await worldOf([...ProjectRole.options]);
    const { projectId } = ids;
    const operator = { actor: "operator" };
    await services.settings.setOfProject({ projectId, values: machine.values(folder) }, operator);
    await services.settings.setOfPerson({ "models.endpoints": machine.endpoints }, operator);
    await work(services, folder, projectId);
    const file = JSON.stringify([prediction(8), { ...prediction(9), db_id: "missing" }]);
    const upload = async (text: string) =>
      `upload:${await services.transfers.receive(context.actor, "given.json", pieces(text))}`;
    const telling: string[] = [];
    const bySchema = new Map(
      contractInputs({ ...ids, projectName: "review", databasesDir: folder, path: folder }).map(
        ({ path, inputs }) => [path, inputs],
      ),
    );
    for (const call of calls.filter((one) => permissionOf(one) !== "operator")) {
      const named = { ...ids, projectName: "review", databasesDir: null };
      const asked: unknown[] = bySchema.get(call.path)?.slice(0, 12) ?? [];
      // Each file is gone once it was imported, whatever came of it.
      for (const text of [file, "[{", taskRow("t-1"), taskRow("t-2", { selected_database: "missing" })])
        asked.push(withFile(call.input({ ...named, path: "" }), await upload(text)));
      for (const input of asked) {
        const outcome = await outcomeOf(services, { ...call, input: () => input }, {}, context);
        for (const secret of machine.secrets(folder, services.transfers.folder))
          if (typeof secret === "string" ? outcome.includes(secret) : secret.test(outcome))
            telling.push(`${call.path} ${JSON.stringify(input)}: ${secret} in ${outcome}`);
      }
    }
    expect(telling).toEqual([]);
  }, 300_000);

  it("names no path, where whoever runs the host names one", async () => {
    const { services, context, ids, folder } = await worldOf([...ProjectRole.options]);
    const named = contractInputs({ ...ids, projectName: "review", path: `${folder}/predictions.json` });
    const paths = named.filter(({ inputs }) => JSON.stringify(inputs)?.includes("predictions.json"));
    expect(paths.map(({ path }) => path).sort()).toEqual([
      ...["bundles.importWork", "bundles.open", "bundles.outline", "bundles.previewWork", "bundles.toFile"],
      ...["certificates.importExceptions", "exports.toFile", "files.list", "judges.import"],
      ...["projects.import", "projects.preview", "taskRuns.evaluatePredictions", "tasks.exportToFile"],
    ]);
    for (const { path, inputs } of paths)
      for (const input of inputs) {
        const [area = "", name = ""] = path.split(".");
        const outcome = await outcomeOf(services, { area, name, path, input: () => input }, {}, context);
        expect(outcome, path).toMatch(/^FORBIDDEN|^BAD_INPUT: This file is not on the host any more/);
      }
    for (const call of calls.filter((one) =>
      /"databasesDir"|"folder"/.test(JSON.stringify(one.input({})) ?? ""),
    ))
      expect(
        await outcomeOf(
          services,
          call,
          { ...ids, projectName: "review", databasesDir: "/etc", folder: "/etc" },
          context,
        ),
        call.path,
      ).not.toContain("/etc");
  });

  it("sets nothing that is for whoever runs the host: names, engines, servers, databases, models with keys and limits", async () => {
    const { services, context, ids } = await worldOf(["lead"]);
    const { projectId } = ids;
    const refused: string[] = [];
    const attempt = async (key: string, work: () => Promise<unknown>) =>
      work().catch(({ code }: { code?: string }) => code === "FORBIDDEN" && refused.push(key));
    for (const [key, { default: value }] of Object.entries(personSettings))
      await attempt(key, async () => services.settings.setOfPerson({ [key]: value }, context));
    for (const [key, { default: value }] of Object.entries(projectSettings))
      await attempt(key, async () =>
        services.settings.setOfProject({ projectId, values: { [key]: value } }, context),
      );
    expect(refused).toEqual([
      ...["reviewer.name", "models.endpoints"],
      ...["items.databasesDir", "items.engine", "tasks.engine", "tasks.serverUrl", "tasks.databasesDir"],
    ]);
    expect(
      Object.keys({ ...personSettings, ...projectSettings }).filter((key) => !refused.includes(key)),
    ).toEqual([
      // A new setting belongs to one of both.
      ...[
        "run.timeLimitMs",
        "review.form",
        "review.passMark",
        "review.failedAttention",
        "review.othersVisible",
      ],
      ...["review.adjudicators", "review.inboxNames", "agreement.alertFigure", "agreement.alertBelow"],
      ...["tasks.profile", "tasks.passMark", "tasks.timeLimitMs"],
    ]);
  });

  it("is told in whole sentences what the host does not have, and which role a call takes", async () => {
    const { services, context, ids } = await worldOf(["reviewer"]);
    const { projectId } = ids;
    await expect(services.databases.schema({ projectId, dbId: "gone" }, context)).rejects.toMatchObject({
      message: expect.stringMatching(/^There is no database gone on the host\./),
    });
    await expect(services.crossChecks.list({ projectId }, context)).rejects.toMatchObject({
      message: expect.stringContaining("it takes an annotator or a lead."),
    });
  });

  it("brings no language model of their own: neither as what a window remembers, nor in a run's plan", async () => {
    const { services, context, ids } = await worldOf([...ProjectRole.options]);
    const { projectId } = ids;
    for (const [key, { default: value }] of Object.entries(personSettings))
      await expect(
        services.session.setViewState(
          { key, value: key === "models.endpoints" ? machine.endpoints : value },
          context,
        ),
        key,
      ).rejects.toMatchObject({ code: "BAD_INPUT", data: { problems: [{ field: "key" }] } });
    expect((await services.settings.ofPerson(undefined, context))["models.endpoints"]).toEqual([]);
    const [modelSimulator = null] = machine.endpoints;
    for (const own of [{ modelSimulator }, { modelSystems: machine.endpoints }])
      for (const call of ["start", "estimate"] as const)
        await expect(
          services.dialogues[call]({ ...plan, ...own, projectId, taskIds: null }, context),
        ).rejects.toMatchObject({ code: "BAD_INPUT", data: { problems: [{ field: "models" }] } });
  });

  it("finds the audit log append-only, whoever writes to the workspace", async () => {
    const { services, context, ids, workspace } = await worldOf(["lead"]);
    for (const sql of ["UPDATE audit_event SET actor = 'x'", "DELETE FROM audit_event"])
      await expect(workspace.write((db) => db.run(plainSql(sql)))).rejects.toThrow(/append-only/);
    expect(await services.members.audit({ projectId: ids.projectId }, context)).toHaveLength(1);
  });

  it("is told of the audit log nothing but as a lead, and of their own project alone", async () => {
    const from = "203.0.113.77";
    const signIn = async ({ workspace, ids }: Awaited<ReturnType<typeof worldOf>>) =>
      workspace.write((db) =>
        appendAudit(db, {
          ...{ at: "2026-01-01T00:00:00.000Z", actor: ids.account, account: ids.account },
          ...{ action: "sign-in", projectId: null, detail: from },
        }),
      );
    const world = await worldOf(["annotator", "reviewer", "adjudicator"]);
    await signIn(world);
    const { services, context, ids } = world;
    const telling: string[] = [];
    for (const call of calls)
      if ((await outcomeOf(services, call, ids, context)).includes(from)) telling.push(call.path);
    expect(telling).toEqual([]);
    const led = await worldOf(["lead"]);
    await signIn(led);
    const roles = ["lead" as const];
    const inviting = { projectId: led.otherId, name: "Carla", roles };
    const { account } = await led.services.members.invite(inviting, { actor: "operator" });
    const audit = (projectId: number, actor: string) =>
      led.services.members.audit({ projectId }, { actor, isMember: true });
    expect(JSON.stringify(await audit(led.ids.projectId, led.ids.account))).toContain(from);
    expect((await audit(led.otherId, account)).map(({ action }) => action)).toEqual(["invite"]);
    await expect(audit(led.ids.projectId, account)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("changes and removes nothing in the audit log by any call, and nor does whoever runs the host", async () => {
    const { services, context, ids, workspace } = await worldOf(["lead"]);
    const operator = { actor: "operator" };
    const { projectId } = ids;
    const log = () => workspace.read((db) => db.all(plainSql("SELECT * FROM audit_event ORDER BY seq")));
    const before = await log();
    expect(before).toHaveLength(1);
    for (const who of [context, operator])
      for (const call of calls.filter(({ path }) => !/^(session.saveCopy|projects.delete)$/.test(path)))
        await outcomeOf(services, call, ids, who);
    const [{ name = "" } = {}] = (await services.projects.list(undefined, operator)).filter(
      ({ id }) => id === projectId,
    );
    await services.projects.delete({ projectId, name }, operator);
    expect(await services.projects.list(undefined, operator)).toHaveLength(1);
    const after = await log();
    expect(after.length).toBeGreaterThan(before.length);
    expect(after.slice(0, before.length)).toEqual(before);
  });

  it("reaches nothing of another project, and without a role nothing at all", async () => {
    const member = await worldOf([...ProjectRole.options]);
    const guest = await worldOf([]);
    const reached: string[] = [];
    for (const call of calls.filter((one) => permissionOf(one) !== "everybody")) {
      const ofOther = { ...member.ids, projectId: member.otherId };
      const names = JSON.stringify(call.input({ projectId: "here" }) ?? {}).includes("here");
      const outcome = names ? await outcomeOf(member.services, call, ofOther, member.context) : "NOT_FOUND";
      const nothing = await outcomeOf(guest.services, call, guest.ids, guest.context);
      for (const one of [outcome, nothing])
        if (!/^(NOT_FOUND|FORBIDDEN)/.test(one)) reached.push(`${call.path}: ${one}`);
    }
    expect(reached).toEqual([]);
  });

  it("is told of nobody with whom they have no project in common", async () => {
    const { services, context, ids, otherId } = await worldOf(["annotator"]);
    const roles = ["annotator" as const];
    const inviting = async (projectId: number, name: string) =>
      services.members.invite({ projectId, name, roles }, { actor: "operator" });
    await inviting(otherId, "Carla");
    await inviting(ids.projectId, "Dora");
    expect(await services.comments.people(undefined, context)).toEqual(["Bert", "Dora"]);
    expect(await services.comments.people(undefined, { actor: "operator" })).toContain("Carla");
  });

  it("is told of no work whose size follows from what others said, unless they may see that", async () => {
    const kindsSeen = async (role: ProjectRole) => {
      const { services, context, ids } = await worldOf([role]);
      const rule = { projectId: ids.projectId, rule: "unanimous" as const, atLeast: 1 };
      const adjudicators = role === "adjudicator" ? ["operator", "Bert"] : ["operator"];
      await services.settings.setOfProject(
        { projectId: ids.projectId, values: { "review.adjudicators": adjudicators } },
        { actor: "operator" },
      );
      await services.disagreements.settleByRule(
        { ...rule, saveId: crypto.randomUUID() },
        { actor: "operator" },
      );
      return (await services.jobs.list(undefined, context)).map(({ kind }) => kind);
    };
    expect(await kindsSeen("reviewer")).toEqual([]);
    expect(await kindsSeen("adjudicator")).toEqual(["settle"]);
  });
});
