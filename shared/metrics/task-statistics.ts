import { ambiguityKinds, ambiguityTypes } from "../domain/ambiguity.ts";
import { followUpTypes } from "../domain/follow-up.ts";
import type { Tally, TaskStatistics } from "../domain/task-statistics.ts";
import { sqlFeatures } from "../sql/features.ts";
import type { TaskMeasures } from "./task-measures.ts";

/** How each figure is counted, for the one who reads it. */
export const statisticsDefinitions = {
  tasks: "tasks that are counted here",
  clearTasks: "tasks without an ambiguous question",
  bi: "tasks of any category except Management",
  dm: "tasks of the category Management",
  distinctTests: "test scripts of either phase with different texts, ignoring white space at the ends",
  tokensPerQuestion: "mean number of words and punctuation marks in the question that the system sees",
  tokensPerSql:
    "mean number of SQL tokens in the gold of a sub-task, without comments; withheld golds do not count",
  ambiguitiesPerTask: "mean number of ambiguities of every kind, over tasks with an ambiguous question",
  clarificationsPerTask:
    "mean number of critical and knowledge ambiguities, over tasks with an ambiguous question",
  subTasksPerTask: "mean number of phases: 2 with a follow-up, else 1",
  sqlFeatures: "sub-tasks whose gold has the feature at least once",
} as const satisfies Partial<Record<keyof TaskStatistics, string>>;

/** Puts the measures of tasks together. */
export function taskStatistics(tasks: readonly TaskMeasures[]): TaskStatistics {
  const unclear = tasks.filter((task) => !task.isClear);
  const golds = tasks.flatMap((task) => task.golds);
  const management = tasks.filter((task) => task.isManagement).length;
  return {
    tasks: tasks.length,
    clearTasks: tasks.length - unclear.length,
    bi: tasks.length - management,
    dm: management,
    distinctTests: new Set(tasks.flatMap(({ tests }) => tests)).size,
    tokensPerQuestion: mean(tasks.flatMap(({ questionTokens }) => questionTokens ?? [])),
    tokensPerSql: mean(golds.map(({ tokens }) => tokens)),
    ambiguitiesPerTask: mean(unclear.map(({ ambiguities }) => ambiguities.length)),
    clarificationsPerTask: mean(unclear.map(({ clarifications }) => clarifications)),
    subTasksPerTask: mean(tasks.map(({ subTasks }) => subTasks)),
    subTasks: sum(tasks.map(({ subTasks }) => subTasks)),
    golds: golds.length,
    tasksByAmbiguities: histogram(unclear.map(({ ambiguities }) => ambiguities.length)),
    ambiguityTypes: typesOf(tasks),
    followUpTypes: tally(
      tasks.map(({ followUpType }) => (followUpType === null ? [] : [followUpType])),
      Object.keys(followUpTypes),
    ),
    sqlFeatures: tally(
      tasks.map((task) => task.golds.flatMap(({ features }) => features)),
      sqlFeatures,
    ),
    databases: tally(tasks.map(({ database }) => [database])),
    tiers: tally(tasks.map(({ tier }) => (tier === null ? [] : [tier]))),
  };
}

function typesOf(tasks: readonly TaskMeasures[]): TaskStatistics["ambiguityTypes"] {
  return ambiguityKinds.flatMap((kind) => {
    const values = tasks.map(({ ambiguities }) =>
      ambiguities.filter((one) => one.kind === kind).map(({ type }) => type),
    );
    return tally(values, ambiguityTypes[kind]).map((one) => ({ ...one, kind }));
  });
}

/** Counts values, given for each task; those of `known` in its order, even where they do not occur, then others by how often. */
function tally(values: readonly (readonly string[])[], known: readonly string[] = []): Tally[] {
  const tallies = new Map<string, Tally>(known.map((value) => [value, { value, count: 0, tasks: 0 }]));
  for (const ofTask of values)
    for (const value of ofTask) {
      const found = tallies.get(value) ?? { value, count: 0, tasks: 0 };
      tallies.set(value, found);
      found.count += 1;
    }
  for (const ofTask of values) for (const value of new Set(ofTask)) (tallies.get(value) as Tally).tasks += 1;
  const others = [...tallies.values()].slice(known.length);
  return [...[...tallies.values()].slice(0, known.length), ...others.sort((a, b) => b.count - a.count)];
}

function histogram(values: readonly number[]): number[] {
  const counts = new Array<number>(values.length === 0 ? 0 : Math.max(...values) + 1).fill(0);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
