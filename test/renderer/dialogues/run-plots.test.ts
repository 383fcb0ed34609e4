import { describe, expect, it } from "vitest";
import { runFigures } from "../../../renderer/features/dialogues/figures/run-figures.ts";
import {
  actionsPlot,
  hasSeveralCategories,
  patiencePlot,
  trialsPlot,
  typePlot,
} from "../../../renderer/features/dialogues/figures/run-plots.ts";
import { plotCsv } from "../../../renderer/ui/plot/plot-files.ts";
import type { DialogueHead, StoredRun } from "../../../shared/contract/dialogues.ts";

const settings = { protocol: "c", profile: "conv", behaviour: "fixed", patience: 3 } as const;

function runOf(part: Partial<StoredRun> = {}): StoredRun {
  return {
    ...{ runId: 1, number: 1, engine: "pglite", simulator: "built-in 1", startedBy: "anna" },
    plan: {
      settings,
      sweep: [],
      graft: null,
      modelSystems: [],
      modelSimulator: null,
      personAsUser: false,
      systems: ["asks-everything"],
      trials: 2,
      seed: 1,
    },
    ...{ startedAt: "2026-11-22T12:00:00Z", state: "done", tasks: 3, leftOut: [] },
    ...{ done: 6, total: 6, judged: 6, solved: 3, waiting: 0 },
    ...part,
  };
}

/** A head for each trial (1 solved, 0 failed) of each task, each with as many turns as its task's name is long. */
function heads(outcomes: Readonly<Record<string, string>>, part: Partial<DialogueHead> = {}): DialogueHead[] {
  return Object.entries(outcomes).flatMap(([instanceId, trials], task) =>
    [...trials].map((outcome, trial) => ({
      ...{ dialogueId: 10 * task + trial, taskId: task, instanceId, trial, system: "asks-everything" },
      ...{ hasFollowUp: false, phase1Passed: outcome === "1", phase2Passed: false, reason: null },
      ...{ reward: Number(outcome), end: outcome === "1" ? ("solved" as const) : ("failed" as const) },
      ...{
        turns: instanceId.length,
        spent: 2,
        patience: 3,
        isWaiting: false,
        actions: { ask: instanceId.length - 1, submit: 1 },
      },
      ...part,
    })),
  );
}

const types = [
  { instanceId: "a", ambiguities: [{ type: "sort_ambiguity" }, { type: "intent" }] },
  { instanceId: "bb", ambiguities: [{ type: "sort_ambiguity" }] },
];
const played = heads({ a: "11", bb: "00", ccc: "10" });
const { columns } = runFigures(runOf(), played, types);

describe("the plots of a run", () => {
  it("give each type of ambiguity its share of solved dialogues, over the tasks that have it", () => {
    const { points } = typePlot(columns);
    expect(points.map(({ category, value, of }) => [category, value, of])).toEqual([
      ["intent", 1, 2],
      ["sort ambiguity", 0.5, 4],
    ]);
    expect(points[0]?.interval).toBeNull();
    expect(points[1]?.interval).toEqual({ from: 0, to: 1 });
  });

  it("give Pass@k and Pass^k for each k, each with its interval", () => {
    const { points } = trialsPlot(columns);
    expect(points.map(({ series, category, value }) => [series, category, value])).toEqual([
      ["asks-everything Pass@k", 1, 0.5],
      ["asks-everything Pass@k", 2, 2 / 3],
      ["asks-everything Pass^k", 1, 0.5],
      ["asks-everything Pass^k", 2, 1 / 3],
    ]);
    expect(points.every(({ interval }) => interval !== null)).toBe(true);
  });

  it("give each action its mean in a dialogue, with an interval beyond 1 where it is taken more often", () => {
    const asks = actionsPlot(columns).points.find(({ category }) => category === "ask");
    expect(asks).toMatchObject({ value: 1, of: 6 });
    expect(asks?.interval?.to).toBeGreaterThan(1);
    const submits = actionsPlot(columns).points.find(({ category }) => category === "submit");
    expect(submits).toMatchObject({ value: 1, interval: { from: 1, to: 1 } });
    expect(columns[0]?.turns).toMatchObject({ value: 2, of: 6 });
  });

  it("give success by patience over runs, the first of two runs with the same one", () => {
    const other = runOf({ runId: 2, plan: { ...runOf().plan, settings: { ...settings, patience: 0 } } });
    const again = runOf({ runId: 3 });
    const spec = patiencePlot(
      [runOf(), other, again],
      new Map([
        [1, played],
        [2, heads({ a: "00", bb: "00" }, { patience: 0 })],
        [3, heads({ a: "00" })],
      ]),
    );
    expect(spec.points.map(({ category, value }) => [category, value])).toEqual([
      [0, 0],
      [3, 0.5],
    ]);
    expect(hasSeveralCategories(spec)).toBe(true);
    expect(hasSeveralCategories(patiencePlot([runOf()], new Map([[1, played]])))).toBe(false);
  });

  it("go into a CSV as exact as they are, nothing where there is no interval", () => {
    expect(plotCsv(typePlot(columns)).split("\r\n")).toEqual([
      "series,ambiguity type,solved dialogues,95 % from,95 % to,n",
      "asks-everything,intent,1,,,2",
      "asks-everything,sort ambiguity,0.5,0,1,4",
      "",
    ]);
  });
});
