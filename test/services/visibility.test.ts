import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { itemsInSight, viewerOf } from "../../electron/services/visibility.ts";
import { appendConsensusEvent } from "../../electron/store/consensus.ts";
import { judgeLabelsOn, putJudgeResults } from "../../electron/store/judge-labels.ts";
import { workspaceName } from "../../electron/store/open-workspace.ts";
import { renamePerson } from "../../electron/store/people.ts";
import { putSettingsOfProject } from "../../electron/store/settings.ts";
import { emptyJudgement, type Judgement } from "../../shared/domain/verdict.ts";
import { roseForm } from "../../shared/domain/verdict-form.ts";
import type { ProjectSettings } from "../../shared/settings/settings-table.ts";
import { plainSql } from "../support/plain-sql.ts";
import { type TestServices, testServices } from "../support/test-services.ts";
import { prediction, testWorkspace, writeDatabase } from "../support/test-workspace.ts";
import { type ContractCall, contractCalls } from "./contract-calls.ts";

const bert = { actor: "bert" };
const yes: Judgement = { ...emptyJudgement, label: "yes", note: "as the question asks" };
const no: Judgement = {
  ...{ ...emptyJudgement, label: "no", note: "counts harbours", diagnoses: ["GoldX"], flagged: true },
  correctedSql: "SELECT 41",
};

interface World {
  services: TestServices;
  workspace: Awaited<ReturnType<typeof testWorkspace>>["workspace"];
  folder: string;
  ids: Record<string, unknown>;
}

/** A workspace in which Anna said something of an item, by file, by hand, as a draft and in a comment to Bert, a judge said the same, and the item was settled so. */
async function worldWhere(
  said: Judgement,
  set: Partial<ProjectSettings>,
  own: Judgement | null,
): Promise<World> {
  const file = { label: said.label === "yes", reason: said.note };
  const { workspace, projectId, itemIds, folder } = await testWorkspace(
    [prediction(0, file), prediction(1)],
    "anna",
  );
  writeDatabase(folder);
  let second = 0;
  let id = 0;
  const services = testServices(workspace, {
    now: () => new Date(Date.UTC(2026, 2, 1, 12, 0, second++)),
    newId: () => `00000000-0000-4000-8000-${String(id++).padStart(12, "0")}`,
  });
  const [itemId = 0] = itemIds;
  await workspace.write((db) => putSettingsOfProject(db, projectId, set));
  const save = (judgement: Judgement, actor: string, baseRevision: number) =>
    services.verdicts.save({ itemId, baseRevision, saveId: crypto.randomUUID(), judgement }, { actor });
  await save(said, "anna", 1);
  await services.verdicts.saveDraft(
    { ...said, itemId, baseRevision: 2, note: `${said.note}!` },
    { actor: "anna" },
  );
  if (own !== null) await save(own, "bert", 0);
  // A name that can be mentioned.
  await workspace.write((db) => renamePerson(db, "bert", "bert"));
  const comment = { subject: { itemId }, topic: null, text: `@bert ${said.note}` };
  await services.comments.start(comment, { actor: "anna" });
  const isYes = said.label === "yes";
  await workspace.write(async (db) => {
    const judge = { projectId, judge: "ROSE_own", by: "anna", at: "2026-03-01T12:30:00.000Z" };
    await putJudgeResults(db, judge, [
      { questionId: "0", predictedSql: null, score: isYes, goldX: !isYes, ambQ: isYes },
    ]);
  });
  const consensus = {
    label: said.label ?? "",
    diagnoses: said.diagnoses,
    notes: [said.note],
    settledBy: "carla",
  };
  await workspace.write((db) =>
    appendConsensusEvent(db, {
      ...{
        saveId: null,
        projectId,
        itemId,
        actor: "carla",
        at: "2026-03-01T13:00:00.000Z",
        action: "settle",
      },
      ...{ consensus: { rule: "adjudicated", ...consensus }, reverts: null },
    }),
  );
  const ids = { projectId, itemId, itemIds, reviewer: "anna", path: `${folder}/out` };
  return { services, workspace, folder, ids };
}

/** What an input says where its schema alone does not lead to an answer. */
const inputs: Record<string, Record<string, unknown>> = {
  "verdictForms.orphans": { form: { ...roseForm, labels: roseForm.labels.slice(0, 1) } },
  "verdictForms.change": {
    form: { ...roseForm, labels: roseForm.labels.slice(0, 1) },
    renames: [],
  },
  "results.runScratch": { sql: "SELECT 1" },
  "results.runCorrected": { sql: "SELECT 1" },
};

/** Not called: what reaches out of the machine, and the stream without an end, which `published` stands for. */
const left = new Set(["changes.watch", "models.askOneWord"]);

/** What begins work in the background, or changes what the caller may see, comes last. */
const last = ["jobs.evaluate", "settings.setOfProject", "verdicts.save"];

const procedures = contractCalls
  .filter(({ path }) => !left.has(path))
  .sort((one, other) => last.indexOf(one.path) - last.indexOf(other.path));

/** What is drawn anew in each bundle, and the digest of its contents, which hold the random ids of verdict changes. */
const isDrawnAnew = (key: string, part: unknown) =>
  ["hostKey", "workKey", "workSecret", "signature"].includes(key) ||
  (["contents", "id"].includes(key) && /^[\w-]{36,}$/.test(String(part)));

async function answerOf(
  { services, workspace, folder, ids }: World,
  { area, name, path, input: least }: ContractCall,
) {
  const own = least(ids);
  const input = own === undefined ? own : { ...(own as object), ...inputs[path] };
  const handler = (services as unknown as Record<string, Record<string, Handler>>)[area]?.[name];
  const text = (value: unknown) =>
    JSON.stringify(value, (key, part) =>
      key === "token" ||
      (path.startsWith("bundles.") && isDrawnAnew(key, part)) ||
      (/(ms|id)$/i.test(key) && path.startsWith("results."))
        ? 0
        : part,
    )
      ?.replaceAll(folder, "")
      .replaceAll(workspaceName(workspace.path), "");
  try {
    const answer = await handler?.(input, bert);
    if (path === "bundles.toText") return text(JSON.parse((answer as { text: string }).text));
    // How far a stream reports to be on its way is a matter of time; what it ends with is not.
    return text(isStream(answer) ? (await Array.fromAsync(answer)).at(-1) : answer);
  } catch (error) {
    const { message, code, data } = error as Error & { code?: string; data?: unknown };
    return text({ fault: code ?? "unexpected", message, data });
  }
}

type Handler = (input: unknown, context: typeof bert) => unknown;
const isStream = (answer: unknown): answer is AsyncIterable<unknown> =>
  typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;

/** The procedures whose answers to Bert tell him what Anna said. */
async function tellTales(
  set: Partial<ProjectSettings>,
  own: Judgement | null,
  asked = procedures,
): Promise<string[]> {
  const worlds = [await worldWhere(yes, set, own), await worldWhere(no, set, own)] as const;
  const tales: string[] = [];
  for (const procedure of asked) {
    const [one, other] = [await answerOf(worlds[0], procedure), await answerOf(worlds[1], procedure)];
    if (one !== other) tales.push(procedure.path);
  }
  const [one, other] = worlds.map(({ services }) => services.published);
  if (!isDeepStrictEqual(one, other)) tales.push("changes.watch");
  return tales;
}

describe("who may not see what others said of an item", () => {
  it("is answered alike by every procedure of the contract, whatever they said", async () => {
    expect(await tellTales({}, null)).toEqual([]);
  });

  it("is answered alike even after their own verdict, where the project never shows it", async () => {
    expect(await tellTales({ "review.othersVisible": "never" }, yes)).toEqual([]);
  });

  it("is told once they may", async () => {
    const told = ["comments.of", "comments.inbox", "exports.preview", "exports.toText", "verdicts.others"];
    const asked = procedures.filter(({ path }) => told.includes(path));
    expect(await tellTales({}, yes, asked)).toEqual(told);
    expect(await tellTales({ "review.othersVisible": "always" }, null, asked)).toEqual(told);
  });

  it("is told what judges say, too, who settles disagreements", async () => {
    const { workspace, ids } = await worldWhere(yes, {}, null);
    const { itemId } = ids as { itemId: number };
    expect(await workspace.read((db) => judgeLabelsOn(db, itemId))).toMatchObject([
      { score: true, goldX: false },
    ]);
    const asked = procedures.filter(({ path }) => path === "disagreements.item");
    expect(await tellTales({}, yes, asked)).toEqual([]);
    expect(await tellTales({ "review.adjudicators": ["bert"] }, null, asked)).toEqual(["disagreements.item"]);
  });

  it("is told nothing for a name in the settings, where the roles of a team host say what a person does", async () => {
    const { workspace, projectId, itemIds } = await testWorkspace([prediction(0)]);
    const services = testServices(workspace);
    await workspace.write((db) => putSettingsOfProject(db, projectId, { "review.adjudicators": ["Bert"] }));
    const { account } = await services.members.invite(
      { projectId, name: "Bert", roles: ["reviewer"] },
      { actor: "operator" },
    );
    const viewer = await workspace.read((db) => viewerOf(db, projectId, account));
    expect(viewer).toMatchObject({ sees: "after-own-verdict", settles: false });
    expect([...(await workspace.read((db) => itemsInSight(db, viewer, itemIds)))]).toEqual([]);
  });
});

describe("what somebody saw", () => {
  it("is recorded with the newest change of then, once, and not where nobody else said anything", async () => {
    const { services, workspace, ids } = await worldWhere(no, {}, yes);
    const seen = () =>
      workspace.read((db) => db.all(plainSql('SELECT item_id AS "itemId", reviewer, seq FROM opinion_seen')));
    const { itemId, itemIds } = ids as { itemId: number; itemIds: number[] };
    await services.verdicts.others({ itemId: itemIds[1] ?? 0 }, bert);
    expect(await seen()).toEqual([]);
    await services.verdicts.others({ itemId }, bert);
    const first = [{ itemId, reviewer: "bert", seq: 3 }];
    expect(await seen()).toEqual(first);
    await services.verdicts.save(
      { itemId, baseRevision: 1, saveId: crypto.randomUUID(), judgement: no },
      bert,
    );
    await services.verdicts.others({ itemId }, bert);
    expect(await seen()).toEqual(first);
  });

  it("counts what an export holds of others, and not what was left out of it", async () => {
    const { services, workspace, ids } = await worldWhere(no, {}, null);
    const what = { projectId: Number(ids.projectId), format: "csv" as const, reviewer: null };
    const seen = () => workspace.read((db) => db.values(plainSql("SELECT reviewer FROM opinion_seen")));
    const { text } = await services.exports.toText(what, bert);
    expect(text).not.toContain("counts harbours");
    expect((await services.exports.preview(what, bert)).losses.join()).toContain(
      "Lost (1×): what others said",
    );
    expect(await seen()).toEqual([]);
    await services.exports.toText(what, { actor: "anna" });
    expect(await seen()).toEqual(["anna"]);
  });
});
