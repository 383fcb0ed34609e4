import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createCheckItemsService } from "../../electron/services/check-items.ts";
import { createVerdictsService } from "../../electron/services/verdicts.ts";
import { createWorkFigures } from "../../electron/services/work-figures.ts";
import { putSettingsOfProject } from "../../electron/store/settings.ts";
import { emptyJudgement } from "../../shared/domain/verdict.ts";
import { forecastOf } from "../../shared/metrics/forecast.ts";
import { prediction, testWorkspace } from "../support/test-workspace.ts";

async function setUp() {
  // The labels of the file are a reviewer's, but no work that was done here.
  const predictions = [0, 1, 2, 3, 4, 5].map((n) => prediction(n, n === 5 ? { label: true } : {}));
  const { workspace, projectId, itemIds } = await testWorkspace(predictions, "imported");
  await workspace.write((db) => putSettingsOfProject(db, projectId, { "review.adjudicators": ["lead"] }));
  let now = new Date(0);
  const common = { workspace, publish: () => undefined, now: () => now };
  const verdicts = createVerdictsService(common);
  const judge = async (reviewer: string, item: number, at: string, baseRevision = 0) => {
    now = new Date(at);
    const judgement = { ...emptyJudgement, label: item % 2 === 0 ? "yes" : "no", note: "n" };
    const what = { itemId: itemIds[item] ?? 0, baseRevision, saveId: randomUUID(), judgement };
    await verdicts.save(what, { actor: reviewer });
  };
  const service = createWorkFigures(common);
  return {
    ...{ judge, itemIds, checks: createCheckItemsService(common) },
    figures: (actor = "lead") => service.ofProject({ projectId }, { actor }),
  };
}

describe("the figures of the work on a project", () => {
  it("count first labels by day and person, and the time between them without pauses", async () => {
    const { judge, figures } = await setUp();
    await judge("anna", 0, "2026-03-02T09:00:00Z");
    await judge("anna", 1, "2026-03-02T09:00:40Z");
    await judge("anna", 1, "2026-03-02T09:01:00Z", 1);
    // Back after an hour.
    await judge("anna", 2, "2026-03-02T10:00:00Z");
    await judge("anna", 3, "2026-03-02T10:00:20Z");
    await judge("bert", 0, "2026-03-03T09:00:00Z");
    const { days, people, labels, ...rest } = await figures();
    expect(days).toEqual([
      { day: "2026-03-02", reviewer: "anna", items: 4 },
      { day: "2026-03-03", reviewer: "bert", items: 1 },
    ]);
    expect(people).toEqual([
      {
        ...{ reviewer: "anna", items: 4, of: 2 },
        seconds: {
          median: expect.closeTo(40, 2),
          lower: expect.closeTo(20, 2),
          upper: expect.closeTo(40, 2),
        },
      },
      { reviewer: "bert", items: 1, of: 0, seconds: null },
    ]);
    expect(labels).toEqual([
      { label: "yes", opinions: 4 },
      { label: "no", opinions: 2 },
    ]);
    expect(rest).toMatchObject({ items: 6, labelled: 5, double: 1, settled: 0 });
    // Only one day brought new items.
    expect(rest.forecast).toBeNull();
  });

  it("leave out attention items, and answer only to those who settle", async () => {
    const { judge, figures, checks, itemIds } = await setUp();
    await judge("anna", 0, "2026-03-02T09:00:00Z");
    await judge("anna", 1, "2026-03-02T09:00:40Z");
    await checks.set({ itemId: itemIds[1] ?? 0, kind: "attention", expected: "no" });
    const { days, items, labelled, labels } = await figures();
    expect(days).toEqual([{ day: "2026-03-02", reviewer: "anna", items: 1 }]);
    expect([items, labelled]).toEqual([5, 2]);
    expect(labels).toEqual([
      { label: "yes", opinions: 2 },
      { label: "no", opinions: 0 },
    ]);
    await expect(figures("anna")).rejects.toMatchObject({ code: "BAD_INPUT" });
  });
});

describe("a forecast", () => {
  it("follows the pace of the last ten days with work, with the error of their mean", () => {
    expect(forecastOf([5], 10)).toBeNull();
    expect(forecastOf([10, 10, 10], 25)).toEqual({
      ...{ perDay: 10, days: 3 },
      daysLeft: { expected: 3, from: 3, to: 3 },
    });
    // Mean 20, standard deviation 10, standard error 5.77: from 8.45 to 31.55 a day.
    expect(forecastOf([10, 20, 30], 100)?.daysLeft).toEqual({ expected: 5, from: 4, to: 12 });
    expect(forecastOf([1, 99], 100)?.daysLeft).toEqual({ expected: 2, from: 1, to: null });
    expect(forecastOf([1000, ...Array<number>(10).fill(10)], 10)?.perDay).toBe(10);
    expect(forecastOf([10, 10], 0)?.daysLeft).toBeNull();
  });
});
