import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import type { Task } from "#shared/domain/task.ts";
import { measuresOf } from "#shared/metrics/task-measures.ts";
import { taskStatistics } from "#shared/metrics/task-statistics.ts";
import { distributions } from "../../../renderer/features/tasks/statistics/distributions.ts";
import { keyFigures } from "../../../renderer/features/tasks/statistics/key-figures.ts";
import { distributionCsv, figuresCsv } from "../../../renderer/features/tasks/statistics/statistics-csv.ts";
import { harbourTask } from "../../tasks/harbour-loads-task.ts";
import { packTasks } from "../../tasks/river-watch-pack.ts";

const statisticsOf = (tasks: readonly Task[]) =>
  taskStatistics(tasks.map((task) => measuresOf(task, "postgresql")));
const drawn = (tasks: readonly Task[], title: string) => {
  const found = distributions(statisticsOf(tasks)).find((one) => one.title === title);
  if (found === undefined) throw new Error(`there is no plot "${title}"`);
  return found;
};

describe("the statistics on screen", () => {
  test("are the figures of table 1 beside the published ones", () => {
    const figures = keyFigures(statisticsOf(packTasks()));
    const told = Object.fromEntries(figures.map(({ name, value, full }) => [name, [value, full]]));
    expect(told).toMatchObject({
      Tasks: ["13", "600"],
      "BI tasks": ["8", "410"],
      "Ambiguities per task": ["3.92", "3.89"],
      "Sub-tasks per task": ["2", "2"],
      "Sub-tasks with gold": ["26 of 26", "–"],
    });
    expect(keyFigures(statisticsOf([])).find(({ name }) => name === "Tokens per SQL")?.value).toBe("–");
  });

  test("draw the ambiguities by kind, each type with the condition that finds its tasks", () => {
    const { groups, total } = drawn(packTasks(), "Types of ambiguities");
    expect(groups.map(({ title }) => title)).toEqual([
      "Critical",
      "Non-critical",
      "Knowledge",
      "Environmental",
    ]);
    const rows = groups.flatMap((group) => group.rows);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    expect(rows.find(({ value }) => value === "sort_ambiguity")).toMatchObject({
      title: "Sort",
      count: 2,
      filter: { ambiguityType: "sort_ambiguity" },
    });
  });

  test("draw SQL features by how often they occur, and name those that do not", () => {
    const { groups, absent, total } = drawn(packTasks(), "SQL features of the golds");
    const counts = groups[0]?.rows.map(({ count }) => count) ?? [];
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(total).toBe(26);
    expect(absent).toMatch(/^Not used: .*\btrigger\b.*\.$/);
  });

  test("teach the first step where there is nothing to draw", () => {
    const clear: Task = {
      ...harbourTask,
      ambiguousQuestion: null,
      ambiguities: [],
      goldSql: [],
      followUp: null,
    };
    expect(drawn([clear], "Ambiguities per task").empty).toContain("make its question ambiguous");
    expect(drawn([clear], "SQL features of the golds").empty).toContain("withheld");
  });

  test("go out as CSV, odd names and all", () => {
    const [first] = harbourTask.ambiguities;
    if (first === undefined) throw new Error("the harbour task has changed");
    const type = 'the "tone",\nit was';
    const odd = { ...harbourTask, ambiguities: [{ ...first, type }] };
    const { data } = Papa.parse<string[]>(distributionCsv(drawn([odd], "Types of ambiguities")), {
      skipEmptyLines: true,
    });
    expect(data[0]).toEqual(["group", "value", "count", "tasks"]);
    expect(data).toContainEqual(["Critical", type, "1", "1"]);
    const figures = Papa.parse<string[]>(figuresCsv(keyFigures(statisticsOf([odd]))), {
      skipEmptyLines: true,
    });
    expect(new Set(figures.data.map(({ length }) => length))).toEqual(new Set([5]));
    expect(figures.data[1]?.slice(0, 4)).toEqual(["Tasks", "1", "300", "600"]);
  });
});
