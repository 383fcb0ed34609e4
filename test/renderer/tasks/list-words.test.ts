import { expect, test } from "vitest";
import type { LastRun, TaskCounts, TaskFilter } from "#shared/contract/task-list.ts";
import { chosenSort } from "../../../renderer/features/tasks/list/task-sort-menu.tsx";
import {
  runText,
  runVerdicts,
  severityText,
  taskChips,
} from "../../../renderer/features/tasks/list/task-words.ts";
import { rateText, rewardText } from "../../../renderer/features/tasks/predictions/rates-table.tsx";
import { figures } from "../../../renderer/features/tasks/task-counts-line.tsx";

const filter: TaskFilter = {
  text: "river",
  database: "river_watch",
  category: "Query",
  tier: "Hard",
  ambiguityType: "schema_linking_ambiguity",
  followUpType: "topic_pivot",
  findings: "none",
  rule: "snippet-not-a-node",
  lastRun: "differs",
};

const run: LastRun = {
  profile: "conv",
  engine: "pglite",
  phases: [
    { phase: 1, passed: true, passedFixed: true },
    { phase: 2, passed: true, passedFixed: false },
  ],
  at: "2026-01-01T00:00:00.000Z",
  isCurrent: false,
};

test("every condition but the text search is a chip, with types as they are read", () => {
  expect(taskChips(filter).map(({ name, value }) => `${name}: ${value}`)).toEqual([
    "database: river_watch",
    "category: Query",
    "tier: Hard",
    "ambiguity: schema linking",
    "follow-up: topic pivot",
    "findings: without findings",
    "rule: snippet-not-a-node",
    "last run: shipped and fixed differ",
  ]);
});

test("taking a chip away takes its condition and leaves all others", () => {
  for (const { key, without } of taskChips(filter)) {
    const { [key]: _, ...others } = filter;
    expect(without).toEqual(others);
  }
});

test("a run passes as a whole where every phase does, apart as shipped and as fixed", () => {
  expect(runVerdicts(run)).toEqual({ shipped: true, fixed: false });
  expect(runVerdicts({ phases: [] })).toEqual({ shipped: false, fixed: false });
});

test("a run is shown phase by phase, with its evaluator, its engine, and whether it is of an older revision", () => {
  expect(runText(run)).toBe(
    "as shipped: phase 1 passed, phase 2 passed; fixed: phase 1 passed, phase 2 failed · conv on PGlite · before the latest edit",
  );
  expect(runText({ ...run, phases: [], isCurrent: true })).toBe(
    "as shipped: no phase was reached; fixed: no phase was reached · conv on PGlite",
  );
});

test("findings are counted in words", () => {
  expect([severityText("error", 1), severityText("warning", 2), severityText("info", 1)]).toEqual([
    "1 error",
    "2 warnings",
    "1 note",
  ]);
});

test("an order that is chosen again goes the other way round; counts begin with the most", () => {
  const file = { by: "file", descending: false } as const;
  expect(chosenSort(file, "id")).toEqual({ by: "id", descending: false });
  expect(chosenSort(file, "findings")).toEqual({ by: "findings", descending: true });
  expect(chosenSort({ by: "findings", descending: true }, "findings")).toEqual({
    by: "findings",
    descending: false,
  });
});

test("the figures of a project count BI and DM apart and average its ambiguities", () => {
  const counts: TaskCounts = {
    total: 600,
    management: 190,
    interactive: 580,
    ambiguities: 1_741,
    withErrors: 12,
    withWarnings: 40,
    run: 500,
    passed: 493,
  };
  expect(figures(counts).map(({ value }) => value)).toEqual([
    "600 tasks",
    "410 BI · 190 DM",
    "3.0 ambiguities per task",
    "12 with errors · 40 with warnings",
    "493 passed of 500 run",
  ]);
  expect(figures({ ...counts, interactive: 0, ambiguities: 0 })[2]?.value).toBe("– ambiguities per task");
});

test("a rate of nothing is no rate, and neither is a reward that nobody could earn", () => {
  expect(rateText(12, 13)).toBe("92.3 %");
  expect(rateText(0, 0)).toBe("–");
  expect(rewardText(70)).toBe("70.0");
  expect(rewardText(null)).toBe("–");
});
