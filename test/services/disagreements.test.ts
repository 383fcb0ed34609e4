import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { consensusOnItems } from "../../electron/store/consensus.ts";
import { emptyJudgement } from "../../shared/domain/verdict.ts";
import { plainSql } from "../support/plain-sql.ts";
import { testServices } from "../support/test-services.ts";
import { prediction, testWorkspace, writeDatabase } from "../support/test-workspace.ts";

const carla = { actor: "carla" };

/** Four items; each letter of a person is what they say of one: y, n, or - for nothing. */
async function setUp(said: Record<string, string>) {
  const { workspace, projectId, itemIds, folder } = await testWorkspace(
    [0, 1, 2, 3].map((n) => prediction(n)),
  );
  const services = testServices(workspace);
  for (const [actor, letters] of Object.entries(said))
    for (const [at, letter] of [...letters].entries())
      if (letter !== "-")
        await services.verdicts.save(
          {
            itemId: itemIds[at] ?? 0,
            baseRevision: 0,
            saveId: crypto.randomUUID(),
            judgement: { ...emptyJudgement, label: letter === "y" ? "yes" : "no", note: `${actor} says` },
          },
          { actor },
        );
  await services.settings.setOfProject(
    { projectId, values: { "review.adjudicators": ["carla"] } },
    { actor: "anna" },
  );
  return { ...services, workspace, projectId, itemIds, folder };
}

describe("the inbox of disagreements", () => {
  it("has the items on which labels differ, those with known answers left out", async () => {
    const { disagreements, checkItems, projectId, itemIds } = await setUp({ anna: "yyn-", bert: "ynyn" });
    const open = { projectId, filter: { state: "open" as const, about: "people" as const } };
    expect(await disagreements.ids(open, carla)).toEqual([itemIds[1], itemIds[2]]);
    await checkItems.set({ itemId: itemIds[2] ?? 0, kind: "attention", expected: "yes" });
    expect(await disagreements.ids(open, carla)).toEqual([itemIds[1]]);
    expect(await disagreements.rows({ projectId, itemIds: [itemIds[1] ?? 0] }, carla)).toMatchObject([
      { index: 1, dbId: "harbour", opinions: { yes: 1, no: 1 }, settledAs: null },
    ]);
  });

  it("opens to adjudicators alone", async () => {
    const { disagreements, projectId } = await setUp({ anna: "yy", bert: "yn" });
    expect(await disagreements.mine({ projectId }, carla)).toEqual({ seesAll: true, settles: true });
    const anna = { actor: "anna" };
    expect(await disagreements.mine({ projectId }, anna)).toEqual({ seesAll: false, settles: false });
    await expect(
      disagreements.ids({ projectId, filter: { state: "open" as const, about: "people" as const } }, anna),
    ).rejects.toMatchObject({
      code: "BAD_INPUT",
    });
  });
});

describe("an item of the inbox", () => {
  it("shows opinions without names, in an order that stays for one adjudicator and says nothing of who gave them", async () => {
    const { disagreements, settings, projectId, itemIds } = await setUp({ anna: "ynyn", bert: "nyny" });
    const orders = await Promise.all(
      itemIds.map(async (itemId) => (await disagreements.item({ itemId }, carla)).opinions),
    );
    expect(orders.flat().every(({ reviewer }) => reviewer === null)).toBe(true);
    const again = await disagreements.item({ itemId: itemIds[0] ?? 0 }, carla);
    expect(again.opinions).toEqual(orders[0]);
    // Whoever labels each item first in the list differs from item to item.
    await settings.setOfProject({ projectId, values: { "review.inboxNames": true } }, carla);
    const first = await Promise.all(
      itemIds.map(async (itemId) => (await disagreements.item({ itemId }, carla)).opinions[0]?.reviewer),
    );
    expect(new Set(first)).toEqual(new Set(["anna", "bert"]));
  });

  it("is settled on an opinion, with its diagnoses and the reasons of who said the same, and reopened with its history", async () => {
    const { disagreements, projectId, itemIds, verdicts } = await setUp({ anna: "n", bert: "y", dora: "n" });
    const [itemId = 0] = itemIds;
    const judgement = { ...emptyJudgement, label: "no", note: "twice", diagnoses: ["GoldX"] };
    await verdicts.save(
      { itemId, baseRevision: 1, saveId: crypto.randomUUID(), judgement },
      { actor: "anna" },
    );
    const { opinions } = await disagreements.item({ itemId }, carla);
    const taken = opinions.find((one) => one.judgement.note === "twice")?.key ?? "";
    const saveId = crypto.randomUUID();
    const settle = { itemId, revision: 0, saveId, on: { opinion: taken } };
    const settled = await disagreements.settle(settle, carla);
    expect(settled.consensus).toMatchObject({
      ...{ rule: "adjudicated", label: "no", diagnoses: ["GoldX"], settledBy: "carla" },
      notes: ["twice", "dora says"],
    });
    expect(await disagreements.settle(settle, carla)).toEqual(settled);
    const stale = { ...settle, saveId: crypto.randomUUID() };
    await expect(disagreements.settle(stale, carla)).rejects.toMatchObject({ code: "BAD_INPUT" });
    expect(
      await disagreements.ids(
        { projectId, filter: { state: "settled" as const, about: "people" as const } },
        carla,
      ),
    ).toEqual([itemId]);
    const reopened = await disagreements.reopen({ itemId, revision: 1, saveId: crypto.randomUUID() }, carla);
    expect(reopened).toMatchObject({ consensus: null, revision: 2 });
    expect(reopened.history.map(({ action }) => action)).toEqual(["reopen", "settle"]);
    // Nobody's opinion has changed by it.
    expect((await verdicts.reviewers({ projectId })).map(({ reviewer }) => reviewer)).toEqual([
      "anna",
      "bert",
      "dora",
    ]);
  });

  it("is settled on a verdict of the adjudicator's own, in the words of the form", async () => {
    const { disagreements, itemIds } = await setUp({ anna: "n", bert: "y" });
    const [itemId = 0] = itemIds;
    const settle = (label: string, notes: string[]) =>
      disagreements.settle(
        { itemId, revision: 0, saveId: crypto.randomUUID(), on: { label, diagnoses: [], notes } },
        carla,
      );
    await expect(settle("maybe", [])).rejects.toMatchObject({ code: "BAD_INPUT" });
    expect((await settle("yes", ["both miss it"])).consensus).toMatchObject({ label: "yes" });
  });

  it("goes back to a person with a question, which waits in their queue until they save anew", async () => {
    const { disagreements, verdicts, queue, comments, projectId, itemIds, workspace } = await setUp({
      ...{ anna: "n", bert: "y" },
    });
    const [itemId = 0] = itemIds;
    const { opinions } = await disagreements.item({ itemId }, carla);
    const ofAnna = opinions.find((one) => one.judgement.note === "anna says")?.key ?? "";
    const asked = await disagreements.ask({ itemId, opinion: ofAnna, question: "Which join?" }, carla);
    expect(asked.opinions.find(({ key }) => key === ofAnna)?.questions).toMatchObject([
      { question: "Which join?", askedBy: "carla", isOpen: true },
    ]);
    const anna = { actor: "anna" };
    expect(await disagreements.askedOfMe({ projectId }, anna)).toMatchObject([
      { itemId, question: "Which join?", askedBy: "carla" },
    ]);
    expect(await disagreements.askedOfMe({ projectId }, { actor: "bert" })).toEqual([]);
    expect(await comments.inbox(undefined, anna)).toMatchObject([
      {
        why: "question",
        itemId,
        threadId: null,
        comment: { by: "carla", text: "Which join?" },
        isUnread: true,
      },
    ]);
    expect(await comments.inbox(undefined, { actor: "bert" })).toEqual([]);
    expect(await queue.ids({ projectId, filter: { set: "asked" } }, anna)).toEqual([itemId]);
    const awaited = { projectId, filter: { state: "asked" as const, about: "people" as const } };
    expect(await disagreements.ids(awaited, carla)).toEqual([itemId]);
    const judgement = { ...emptyJudgement, label: "no", note: "the second one" };
    await verdicts.save({ itemId, baseRevision: 1, saveId: crypto.randomUUID(), judgement }, anna);
    expect(await queue.ids({ projectId, filter: { set: "asked" } }, anna)).toEqual([]);
    expect(await comments.inbox(undefined, anna)).toEqual([]);
    expect(await disagreements.ids(awaited, carla)).toEqual([]);
    const seen = await workspace.read((db) =>
      db.all(plainSql("SELECT reviewer, seq FROM opinion_seen ORDER BY reviewer")),
    );
    // What Anna says from the question on is no independent opinion.
    expect(seen).toEqual([
      { reviewer: "anna", seq: 2 },
      { reviewer: "carla", seq: 2 },
    ]);
  });

  it("is as it was after undo, step by step, and again after redo", async () => {
    const { disagreements, projectId, itemIds } = await setUp({ anna: "ny", bert: "yn" });
    const [itemId = 0, otherId = 0] = itemIds;
    const own = { label: "yes", diagnoses: [], notes: [] };
    await disagreements.settle({ itemId, revision: 0, saveId: crypto.randomUUID(), on: own }, carla);
    const [opinion] = (await disagreements.item({ itemId: otherId }, carla)).opinions;
    await new Promise((resolve) => setTimeout(resolve, 2));
    await disagreements.ask({ itemId: otherId, opinion: opinion?.key ?? "", question: "Why?" }, carla);
    expect(await disagreements.undo({ projectId }, carla)).toEqual({ itemId: otherId, items: 1 });
    expect((await disagreements.item({ itemId: otherId }, carla)).opinions[0]?.questions).toEqual([]);
    expect(await disagreements.undo({ projectId }, carla)).toEqual({ itemId, items: 1 });
    expect(await disagreements.item({ itemId }, carla)).toMatchObject({ consensus: null, revision: 2 });
    expect(await disagreements.undo({ projectId }, carla)).toBeNull();
    expect(await disagreements.redo({ projectId }, carla)).toEqual({ itemId, items: 1 });
    expect((await disagreements.item({ itemId }, carla)).consensus).toMatchObject(own);
  });
});

describe("settling by a rule", () => {
  it("previews and settles what it can, resolves no tie, and is taken back as a whole", async () => {
    const said = { anna: "yyyy", bert: "yyn-", dora: "ynn-" };
    const { disagreements, projectId, itemIds, change } = await setUp({ ...said, emil: "yyy-" });
    const unanimous = { projectId, rule: "unanimous" as const, atLeast: 2 };
    expect(await disagreements.previewRule(unanimous, carla)).toEqual({
      ...{ items: 1, byLabel: { yes: 1 }, stay: 2, own: 0 },
    });
    const majority = { ...unanimous, rule: "majority" as const };
    const expected = { items: 2, byLabel: { yes: 2 }, stay: 1, own: 0 };
    expect(await disagreements.previewRule(majority, carla)).toEqual(expected);
    const settled = change((said) => said.type === "job" && said.job.state === "done");
    await disagreements.settleByRule({ ...majority, saveId: crypto.randomUUID() }, carla);
    expect(await settled).toMatchObject({ job: { kind: "settle", done: 2, total: 2 } });
    expect((await disagreements.item({ itemId: itemIds[1] ?? 0 }, carla)).consensus).toMatchObject({
      ...{ rule: "majority", label: "yes" },
      notes: ["anna says", "bert says", "dora says", "emil says"],
    });
    expect(
      await disagreements.ids(
        { projectId, filter: { state: "open" as const, about: "people" as const } },
        carla,
      ),
    ).toEqual([itemIds[2]]);
    expect(await disagreements.undo({ projectId }, carla)).toEqual({ itemId: null, items: 2 });
    expect(await disagreements.previewRule(majority, carla)).toEqual(expected);
    expect(await disagreements.redo({ projectId }, carla)).toEqual({ itemId: null, items: 2 });
  });

  it("stops when its job is cancelled, and what was settled until then is taken back as a whole", async () => {
    const { disagreements, jobs, projectId, workspace, itemIds } = await setUp({
      anna: "yyyy",
      bert: "yyyy",
    });
    const rule = { projectId, rule: "unanimous" as const, atLeast: 2 };
    // Nothing is settled before the job is cancelled: another write has its turn until then.
    const cancelled = Promise.withResolvers<void>();
    const busy = workspace.write(() => cancelled.promise);
    const { id } = await disagreements.settleByRule({ ...rule, saveId: crypto.randomUUID() }, carla);
    const cancelling = jobs.cancel({ jobId: id }, carla);
    await expect.poll(async () => (await jobs.list(undefined, carla)).at(-1)?.state).toBe("cancelled");
    cancelled.resolve();
    await busy;
    expect(await cancelling).toMatchObject({ state: "cancelled" });
    expect((await workspace.read((db) => consensusOnItems(db, itemIds))).size).toBe(0);
    await disagreements.settleByRule({ ...rule, saveId: crypto.randomUUID() }, carla);
    await expect.poll(async () => (await disagreements.previewRule(rule, carla)).items).toBe(0);
    expect(await disagreements.undo({ projectId }, carla)).toEqual({ itemId: null, items: 4 });
    expect((await jobs.list(undefined, carla)).at(-1)).toMatchObject({
      ...{ kind: "revert-settling", state: "done", done: 4, total: 4 },
    });
  });
});

describe("triage", () => {
  const triage = (about: "ex-yes" | "ex-no" | "judge", state: "open" | "settled" = "open") => ({
    about,
    state,
  });

  it("has the items on which EX and people differ: the consensus, else more than half of them", async () => {
    const { disagreements, results, projectId, itemIds, folder } = await setUp({
      ...{ anna: "ynyy", bert: "n-yn", dora: "n--n" },
    });
    writeDatabase(folder);
    // Of the items of `prediction`, EX holds the first and third for right.
    for (const itemId of itemIds) await Array.fromAsync(results.evaluateItem({ itemId }, carla));
    const ids = (filter: ReturnType<typeof triage>) => disagreements.ids({ projectId, filter }, carla);
    expect(await ids(triage("ex-yes"))).toEqual([itemIds[0]]);
    expect(await ids(triage("ex-no"))).toEqual([]);
    const on = { label: "yes", diagnoses: [], notes: [] };
    await disagreements.settle(
      { itemId: itemIds[1] ?? 0, revision: 0, saveId: crypto.randomUUID(), on },
      carla,
    );
    expect(await ids(triage("ex-no", "settled"))).toEqual([itemIds[1]]);
  });

  it("has the items on which a judge and people differ, from ROSE's result files", async () => {
    const { disagreements, judges, verdicts, projectId, itemIds, folder } = await setUp({
      ...{ anna: "yyn-", bert: "ynn-" },
    });
    const write = (name: string, results: object[]) => {
      writeFileSync(path.join(folder, name), JSON.stringify(results));
      return path.join(folder, name);
    };
    const scores = [1, 0, 1, 1].map((score, n) => ({
      ...{ question_id: n, predicted_sql: prediction(n).predicted_sql, score },
    }));
    const judge = { projectId, judge: "ROSE_own-2611" };
    const scored = write("eval_results.json", [
      ...scores,
      { question_id: 77, predicted_sql: "SELECT 1", score: 0 },
    ]);
    const imported = async (file: string) =>
      (await Array.fromAsync(judges.import({ ...judge, path: file }, carla))).at(-1);
    expect(await imported(scored)).toEqual({ type: "done", items: 4, unmatched: 1 });
    const refuted = write("refuter_output.json", [
      { question_id: 2, result: { verdict: false, ambiguity: "ambiguous question", gold_correct: false } },
    ]);
    expect(await imported(refuted)).toEqual({ type: "done", items: 1, unmatched: 0 });
    expect(await judges.list({ projectId })).toEqual([{ judge: "ROSE_own-2611", items: 4 }]);
    const filter = triage("judge");
    expect(await disagreements.ids({ projectId, filter }, carla)).toEqual([itemIds[2]]);
    const [itemId = 0] = itemIds.slice(2);
    expect((await disagreements.item({ itemId }, carla)).judges).toEqual([
      { judge: "ROSE_own-2611", score: true, goldX: true, ambQ: true },
    ]);
    // A judge is no person.
    expect((await verdicts.reviewers({ projectId })).map(({ reviewer }) => reviewer)).toEqual([
      "anna",
      "bert",
    ]);
    expect(await judges.remove(judge)).toEqual({ items: 4 });
    expect(await disagreements.ids({ projectId, filter }, carla)).toEqual([]);
  });

  it("refuses a file that is no result of a judge whole", async () => {
    const { judges, projectId, folder } = await setUp({});
    const file = path.join(folder, "predictions.json");
    const events = judges.import({ projectId, judge: "x", path: file }, carla);
    await expect(Array.fromAsync(events)).rejects.toThrow("The item is no result of a judge.");
    expect(await judges.list({ projectId })).toEqual([]);
  });

  it("says how far the import of a judge's results is, and leaves nothing of one that was stopped", async () => {
    const { judges, projectId, folder } = await setUp({ anna: "y" });
    const file = path.join(folder, "eval_results.json");
    const { predicted_sql } = prediction(0);
    const results = Array.from({ length: 20_000 }, () => ({ question_id: 0, predicted_sql, score: 1 }));
    writeFileSync(file, JSON.stringify(results));
    const stop = new AbortController();
    const imported = async () => {
      const context = { ...carla, signal: stop.signal };
      for await (const event of judges.import({ projectId, judge: "x", path: file }, context))
        if (event.type === "progress" && event.phase === "save") stop.abort(new Error("stopped"));
    };
    await expect(imported()).rejects.toThrow("stopped");
    expect(await judges.list({ projectId })).toEqual([]);
  });
});
