import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createCheckItemsService } from "../../electron/services/check-items.ts";
import { createQueueService } from "../../electron/services/queue.ts";
import { createVerdictFormsService } from "../../electron/services/verdict-forms.ts";
import { createVerdictsService } from "../../electron/services/verdicts.ts";
import { putSettingsOfProject } from "../../electron/store/settings.ts";
import { emptyJudgement, type Judgement } from "../../shared/domain/verdict.ts";
import { roseForm } from "../../shared/domain/verdict-form.ts";
import { prediction, testWorkspace } from "../support/test-workspace.ts";

const anna = { actor: "anna" };
const bert = { actor: "bert" };
const yes: Judgement = { ...emptyJudgement, label: "yes" };
const no: Judgement = { ...emptyJudgement, label: "no", note: "counts twice" };

async function setUp() {
  const { workspace, projectId, itemIds } = await testWorkspace([0, 1, 2, 3].map((n) => prediction(n)));
  let second = 0;
  const now = () => new Date(Date.UTC(2026, 2, 1, 12, 0, second++));
  const common = { workspace, now, publish: () => undefined };
  const checks = createCheckItemsService(common);
  const verdicts = createVerdictsService(common);
  const [first = 0, next = 0, attentive = 0, plain = 0] = itemIds;
  const judge = (itemId: number, judgement: Judgement, baseRevision = 0, who = anna) =>
    verdicts.save({ itemId, baseRevision, saveId: randomUUID(), judgement }, who);
  const set = (values: Parameters<typeof putSettingsOfProject>[2]) =>
    workspace.write((db) => putSettingsOfProject(db, projectId, values));
  const ids = { first, next, attentive, plain };
  return {
    ...{ workspace, projectId, ids, checks, verdicts, judge, set },
    forms: createVerdictFormsService(common),
  };
}

describe("a qualification", () => {
  it("is a queue of its own, scored by the first label of each item once all are judged", async () => {
    const { checks, judge, projectId, ids, set, workspace } = await setUp();
    await set({ "review.passMark": 100 });
    await checks.set({ itemId: ids.first, kind: "qualification", expected: "yes" });
    await checks.set({ itemId: ids.next, kind: "qualification", expected: "no" });
    const queue = createQueueService({ workspace, now: () => new Date() });
    expect(await queue.ids({ projectId, filter: { set: "qualification" } }, anna)).toEqual([
      ids.first,
      ids.next,
    ]);
    await judge(ids.first, no);
    await judge(ids.first, yes, 1);
    expect((await checks.own({ projectId }, anna)).qualification).toEqual({
      ...{ total: 2, judged: 1, right: 0, needed: 2, passed: null },
    });
    await judge(ids.next, no);
    // Another label afterwards is no second try.
    expect((await checks.own({ projectId }, anna)).qualification).toMatchObject({ right: 1, passed: false });
    expect((await checks.own({ projectId }, bert)).qualification).toMatchObject({ judged: 0, passed: null });
    await set({ "review.passMark": 50 });
    expect((await checks.own({ projectId }, anna)).qualification).toMatchObject({ needed: 1, passed: true });
  });

  it("expects labels of the form, which go only when nothing expects them, and are renamed with it", async () => {
    const { checks, projectId, ids, forms } = await setUp();
    await expect(
      checks.set({ itemId: ids.first, kind: "qualification", expected: "partly" }),
    ).rejects.toMatchObject({ code: "BAD_INPUT" });
    await checks.set({ itemId: ids.first, kind: "qualification", expected: "yes" });
    const [, no] = roseForm.labels;
    const labels = [{ ...no, id: "right", name: "right", key: "y" }, no] as typeof roseForm.labels;
    const change = { projectId, form: { ...roseForm, labels } };
    await expect(forms.change({ ...change, renames: [] }, anna)).rejects.toMatchObject({ code: "BAD_INPUT" });
    await forms.change({ ...change, renames: [{ field: "label", from: "yes", to: "right" }] }, anna);
    expect(await checks.list({ projectId })).toMatchObject([{ itemId: ids.first, expected: "right" }]);
    await checks.set({ itemId: ids.first, kind: null, expected: "" });
    expect(await checks.list({ projectId })).toEqual([]);
  });
});

describe("attention items", () => {
  it("are scored silently, person by person", async () => {
    const { checks, judge, projectId, ids } = await setUp();
    await checks.set({ itemId: ids.attentive, kind: "attention", expected: "yes" });
    await judge(ids.attentive, no);
    await judge(ids.attentive, yes, 0, bert);
    expect((await checks.own({ projectId }, anna)).attention).toBe("nothing");
    expect(await checks.people({ projectId })).toMatchObject([
      { reviewer: "anna", attention: { total: 1, judged: 1, right: 0 }, failed: 1 },
      { reviewer: "bert", attention: { total: 1, judged: 1, right: 1 }, failed: 0 },
    ]);
  });

  it("warn or stop whoever gets one wrong, until somebody has looked at it", async () => {
    const { checks, judge, projectId, ids, set } = await setUp();
    await checks.set({ itemId: ids.attentive, kind: "attention", expected: "yes" });
    await judge(ids.attentive, no);
    await set({ "review.failedAttention": "warn" });
    expect((await checks.own({ projectId }, anna)).attention).toBe("warn");
    await judge(ids.plain, yes);
    await set({ "review.failedAttention": "stop" });
    await expect(judge(ids.plain, no, 1)).rejects.toMatchObject({
      message: expect.stringContaining("on hold"),
    });
    await judge(ids.plain, no, 0, bert);
    await checks.clear({ projectId, reviewer: "anna" }, bert);
    await judge(ids.plain, no, 1);
    expect((await checks.own({ projectId }, anna)).attention).toBe("nothing");
  });
});
