import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { createVerdictsService } from "../../electron/services/verdicts.ts";
import { openWorkspaceAt } from "../../electron/store/open-workspace.ts";
import type { Workspace } from "../../electron/store/workspace.ts";
import type { Change } from "../../shared/contract/changes.ts";
import { emptyJudgement, type Judgement, type Verdict } from "../../shared/domain/verdict.ts";
import { prediction, testWorkspace } from "../support/test-workspace.ts";

const anna = { actor: "anna" };
const bert = { actor: "bert" };
const yes: Judgement = { ...emptyJudgement, label: "yes" };
const no: Judgement = { ...emptyJudgement, label: "no", note: "counts twice", diagnoses: ["GoldX"] };

function serviceOn(workspace: Workspace, told: Change[] = []) {
  return createVerdictsService({
    workspace,
    now: () => new Date("2026-03-01T12:00:00Z"),
    publish: (change) => told.push(change),
  });
}

async function setUp(count = 2) {
  const predictions = Array.from({ length: count }, (_, n) => prediction(n));
  const { workspace, projectId, itemIds } = await testWorkspace(predictions);
  const told: Change[] = [];
  const verdicts = serviceOn(workspace, told);
  const [itemId = 0, otherId = 0] = itemIds;
  const save = (judgement: Judgement, baseRevision: number, on = itemId) =>
    verdicts.save({ itemId: on, baseRevision, saveId: randomUUID(), judgement }, anna);
  return { workspace, verdicts, save, told, projectId, itemId, otherId, itemIds };
}

describe("saving a verdict", () => {
  it("answers the next revision and tells the windows", async () => {
    const { save, told, itemId, projectId } = await setUp();
    expect(await save(no, 0)).toEqual({
      ...no,
      itemId,
      reviewer: "anna",
      revision: 1,
      savedAt: "2026-03-01T12:00:00.000Z",
    });
    expect(await save(yes, 1)).toMatchObject({ label: "yes", revision: 2 });
    expect(told[0]).toEqual({ type: "verdict", projectId, itemId, reviewer: "anna" });
  });

  it("refuses a no without a note, and keeps nothing of it (SPEC V2)", async () => {
    const { save, verdicts, itemId } = await setUp();
    await expect(save({ ...no, note: " \n" }, 0)).rejects.toMatchObject({ code: "BAD_INPUT" });
    expect(await verdicts.history({ itemId }, anna)).toEqual([]);
  });

  it("with a stale base revision is a conflict that shows what stands now (SPEC V4)", async () => {
    const { save } = await setUp();
    const first = await save(yes, 0);
    await expect(save(no, 0)).rejects.toMatchObject({ code: "CONFLICT", data: { current: first } });
  });

  it("with a stale base revision is a conflict across processes too (SPEC V4, W6)", async () => {
    const { workspace, save, itemId } = await setUp();
    const other = await openWorkspaceAt(workspace.location);
    onTestFinished(() => other.close());
    const saveThere = (judgement: Judgement) =>
      serviceOn(other).save({ itemId, baseRevision: 0, saveId: randomUUID(), judgement }, anna);
    const outcomes = await Promise.allSettled([save(yes, 0), saveThere(no), save(no, 0), saveThere(yes)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
      "rejected",
    ]);
    const reasons = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [outcome.reason.code] : [],
    );
    expect(reasons).toEqual(["CONFLICT", "CONFLICT", "CONFLICT"]);
  });

  it("twice with the same save id is one save, answered alike both times (SPEC V5)", async () => {
    const { verdicts, save, itemId, otherId } = await setUp();
    const retried = { itemId, baseRevision: 0, saveId: randomUUID(), judgement: no };
    const first = await verdicts.save(retried, anna);
    await save(yes, 1);
    expect(await verdicts.save(retried, anna)).toEqual(first);
    expect(await verdicts.history({ itemId }, anna)).toHaveLength(2);
    await expect(verdicts.save({ ...retried, itemId: otherId }, anna)).rejects.toMatchObject({
      code: "BAD_INPUT",
    });
  });

  it("on an item that is not there says so", async () => {
    const { save } = await setUp();
    await expect(save(yes, 0, 999)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("leaves other reviewers' verdicts alone, and who has judged sees them", async () => {
    const { verdicts, save, itemId, projectId } = await setUp();
    await save(yes, 0);
    await verdicts.save({ itemId, baseRevision: 0, saveId: randomUUID(), judgement: no }, bert);
    expect(await verdicts.others({ itemId }, bert)).toMatchObject({
      ...{ verdicts: [{ reviewer: "anna", label: "yes" }], consensus: null },
    });
    expect(await verdicts.others({ itemId }, { actor: "carla" })).toBeNull();
    expect(await verdicts.reviewers({ projectId })).toEqual([
      { reviewer: "anna", labelled: 1 },
      { reviewer: "bert", labelled: 1 },
    ]);
  });
});

describe("undo and redo", () => {
  it("append, so that history shows every change (SPEC V3)", async () => {
    const { verdicts, save, itemId, projectId } = await setUp();
    await save(yes, 0);
    await save(no, 1);
    expect(await verdicts.undo({ projectId }, anna)).toMatchObject({ label: "yes", revision: 3 });
    expect(await verdicts.redo({ projectId }, anna)).toMatchObject({ label: "no", revision: 4 });
    const history = await verdicts.history({ itemId }, anna);
    expect(history.map(({ revision, action }) => [revision, action])).toEqual([
      [4, "redo"],
      [3, "undo"],
      [2, "save"],
      [1, "save"],
    ]);
  });

  it("go through the changes of all items in their order (SPEC V6)", async () => {
    const { verdicts, save, itemId, otherId, projectId } = await setUp();
    await save(yes, 0);
    await save(no, 0, otherId);
    const undo = () => verdicts.undo({ projectId }, anna);
    expect(await undo()).toMatchObject({ itemId: otherId, label: null });
    expect(await undo()).toMatchObject({ itemId, label: null });
    expect(await undo()).toBeNull();
    expect(await verdicts.redo({ projectId }, anna)).toMatchObject({ itemId, label: "yes" });
    expect(await verdicts.redo({ projectId }, anna)).toMatchObject({ itemId: otherId, label: "no" });
    expect(await verdicts.redo({ projectId }, anna)).toBeNull();
  });

  it("redo nothing once something new was saved (SPEC V6)", async () => {
    const { verdicts, save, otherId, projectId } = await setUp();
    await save(yes, 0);
    await verdicts.undo({ projectId }, anna);
    await save(no, 0, otherId);
    expect(await verdicts.redo({ projectId }, anna)).toBeNull();
  });

  it("touch the caller's own changes alone, and no import (SPEC V6)", async () => {
    const labelled = [prediction(0, { label: true }), prediction(1)];
    const { workspace, projectId, itemIds } = await testWorkspace(labelled, "anna");
    const verdicts = serviceOn(workspace);
    const [itemId = 0] = itemIds;
    await verdicts.save({ itemId, baseRevision: 0, saveId: randomUUID(), judgement: no }, bert);
    expect(await verdicts.undo({ projectId }, anna)).toBeNull();
    expect(await verdicts.others({ itemId }, bert)).toMatchObject({
      ...{ verdicts: [{ reviewer: "anna", label: "yes" }], consensus: null },
    });
  });

  it("behave as a list of changes with a cursor, whatever the order of calls (SPEC V6)", async () => {
    const { verdicts, projectId, itemIds } = await setUp(3);
    const call = fc.oneof(
      fc.record({ on: fc.nat(2), label: fc.constantFrom("yes" as const, null) }),
      fc.constantFrom("undo" as const, "redo" as const),
    );
    // Every run goes on with the workspace of the run before; the model starts with what is in it then.
    const model = createModel();
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 12 }), async (calls) => {
        for (const step of calls) {
          if (typeof step === "string") {
            const answer = await verdicts[step]({ projectId }, anna);
            expect(answer && { itemId: answer.itemId, label: answer.label }).toEqual(model[step]());
            if (answer) model.revisions.set(answer.itemId, answer.revision);
          } else {
            const itemId = itemIds[step.on] ?? 0;
            const baseRevision = model.revisions.get(itemId) ?? 0;
            const judgement = { ...emptyJudgement, label: step.label };
            const saved = await verdicts.save(
              { itemId, baseRevision, saveId: randomUUID(), judgement },
              anna,
            );
            model.save(saved);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});

/** What undo and redo should do, as an editor does it: changes behind the cursor and changes before it. */
function createModel() {
  const labels = new Map<number, Verdict["label"]>();
  const revisions = new Map<number, number>();
  const done: { itemId: number; before: Verdict["label"]; after: Verdict["label"] }[] = [];
  const undone: typeof done = [];
  const move = (from: typeof done, to: typeof done, which: "before" | "after") => {
    const change = from.pop();
    if (!change) return null;
    to.push(change);
    labels.set(change.itemId, change[which]);
    return { itemId: change.itemId, label: change[which] };
  };
  return {
    revisions,
    save({ itemId, label, revision }: Verdict) {
      done.push({ itemId, before: labels.get(itemId) ?? null, after: label });
      undone.length = 0;
      labels.set(itemId, label);
      revisions.set(itemId, revision);
    },
    undo: () => move(done, undone, "before"),
    redo: () => move(undone, done, "after"),
  };
}

describe("a draft", () => {
  it("is kept as it was typed with its base revision, until it is saved (SPEC V7)", async () => {
    const { verdicts, save, itemId } = await setUp();
    const draft = { ...emptyJudgement, itemId, baseRevision: 0, note: " half a sent" };
    await verdicts.saveDraft(draft, anna);
    expect(await verdicts.draft({ itemId }, anna)).toEqual(draft);
    expect(await verdicts.draft({ itemId }, bert)).toBeNull();
    await save(yes, 0);
    expect(await verdicts.draft({ itemId }, anna)).toBeNull();
  });

  it("can be thrown away", async () => {
    const { verdicts, itemId } = await setUp();
    await verdicts.saveDraft({ ...emptyJudgement, itemId, baseRevision: 0, note: "x" }, anna);
    await verdicts.discardDraft({ itemId }, anna);
    expect(await verdicts.draft({ itemId }, anna)).toBeNull();
  });
});
