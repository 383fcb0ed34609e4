import { describe, expect, it } from "vitest";
import type { Contract } from "../../shared/contract/index.ts";
import { type Permission, permissions } from "../../shared/contract/permissions.ts";
import { ProjectRole } from "../../shared/domain/member.ts";
import { type TestServices, testServices } from "../support/test-services.ts";
import { importInto, prediction, testWorkspace, writeDatabase } from "../support/test-workspace.ts";
import { type ContractCall, contractCalls } from "./contract-calls.ts";

/** What reaches out of the machine, starts Python or work in the background, or never ends. */
const left = new Set([
  "models.askOneWord",
  "changes.watch",
  "jobs.evaluate",
  "tasks.sample",
  "taskRuns.compileTest",
]);
const calls = contractCalls.filter(({ path }) => !left.has(path));

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
  return { services, folder, context, ids, otherId };
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

  it("is answered nothing of the machine that the host runs on", async () => {
    const { services, context, ids, folder } = await worldOf([...ProjectRole.options]);
    const telling: string[] = [];
    for (const call of calls) {
      // What is asked with a path may name it again.
      const outcome = await outcomeOf(services, call, { ...ids, path: "x" }, context);
      if (outcome.includes(folder)) telling.push(call.path);
    }
    expect(telling).toEqual([]);
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
