import { type AmbiguityKind, ambiguityKinds, ambiguityTypes } from "../domain/ambiguity.ts";
import { followUpTypes } from "../domain/follow-up.ts";
import { clarificationsNeeded, isClear, isManagement, subTasks, type Task } from "../domain/task.ts";
import { featuresOf, sqlFeatures } from "../sql/features.ts";
import type { SqlDialect } from "../sql/lex.ts";
import { parseTree } from "../sql/tree/parse-tree.ts";
import { wordsOf } from "../text/words.ts";

/** How often a value occurs, and in how many tasks. */
export interface Tally {
  value: string;
  count: number;
  tasks: number;
}

/** The figures of table 1 of BIRD-INTERACT, and the distributions of its figures 8 and 9; means are null where there is nothing to take them of. */
export interface TaskStatistics {
  tasks: number;
  /** Tasks without an ambiguous question. */
  clearTasks: number;
  /** Tasks that ask (BI), and tasks that manage data (DM). */
  bi: number;
  dm: number;
  /** Test scripts of either phase that differ in their text. */
  distinctTests: number;
  /** Mean words and signs of the question that the system sees. */
  tokensPerQuestion: number | null;
  /** Mean tokens, comments aside, of the gold of a sub-task. */
  tokensPerSql: number | null;
  ambiguitiesPerTask: number | null;
  /** Mean ambiguities that grant turns (rule A5): the critical and the knowledge ones. */
  clarificationsPerTask: number | null;
  subTasksPerTask: number | null;
  /** How many tasks have so many ambiguities: at the place of that number. */
  tasksByAmbiguities: number[];
  /** Figure 9: each type of ambiguity, those of the taxonomy first, others behind. */
  ambiguityTypes: (Tally & { kind: AmbiguityKind })[];
  followUpTypes: Tally[];
  /** Figure 8: sub-tasks whose gold has the feature, in the order of `sqlFeatures`. */
  sqlFeatures: Tally[];
  databases: Tally[];
  tiers: Tally[];
}

/** How each figure is counted, for the one who reads it (design §4.6). */
export const statisticsDefinitions: Partial<Record<keyof TaskStatistics, string>> = {
  clearTasks: "tasks without an ambiguous question",
  bi: "tasks of any category but Management",
  dm: "tasks of the category Management",
  distinctTests: "test scripts of either phase that differ in their text, white space at the ends aside",
  tokensPerQuestion: "mean of the words and punctuation marks of the question that the system sees",
  tokensPerSql:
    "mean of the SQL tokens of the gold of a sub-task, comments left out; withheld golds do not count",
  ambiguitiesPerTask: "mean of the ambiguities of every kind, of tasks with an ambiguous question",
  clarificationsPerTask:
    "mean of the critical and knowledge ambiguities, of tasks with an ambiguous question",
  subTasksPerTask: "mean of the phases: 2 with a follow-up, else 1",
  sqlFeatures: "sub-tasks whose gold has the feature at least once",
};

/** Counts tasks; the gold is read in the given dialect. */
export function taskStatistics(tasks: readonly Task[], dialect: SqlDialect): TaskStatistics {
  const parts = tasks.flatMap(subTasks);
  const golds = tasks.map((task) =>
    subTasks(task)
      .filter(({ goldSql }) => goldSql.some((sql) => sql.trim() !== ""))
      .map(({ goldSql }) => goldSql.map((sql) => parseTree(sql, dialect))),
  );
  const unclear = tasks.filter((task) => !isClear(task));
  const questions = tasks
    .map((task) => task.ambiguousQuestion ?? task.clearQuestion ?? "")
    .filter((text) => text !== "");
  const management = tasks.filter(isManagement).length;
  return {
    tasks: tasks.length,
    clearTasks: tasks.length - unclear.length,
    bi: tasks.length - management,
    dm: management,
    distinctTests: new Set(parts.flatMap(({ tests }) => tests.map((test) => test.trim()))).size,
    tokensPerQuestion: mean(questions.map((text) => wordsOf(text).length)),
    tokensPerSql: mean(golds.flat().map((trees) => sum(trees.map(({ tokens }) => tokens.length)))),
    ambiguitiesPerTask: mean(unclear.map(({ ambiguities }) => ambiguities.length)),
    clarificationsPerTask: mean(unclear.map(clarificationsNeeded)),
    subTasksPerTask: mean(tasks.map((task) => subTasks(task).length)),
    tasksByAmbiguities: histogram(unclear.map(({ ambiguities }) => ambiguities.length)),
    ambiguityTypes: typesOf(tasks),
    followUpTypes: tally(
      tasks.map(({ followUp }) => (followUp?.type == null ? [] : [followUp.type])),
      Object.keys(followUpTypes),
    ),
    sqlFeatures: tally(
      golds.map((ofTask) =>
        ofTask.flatMap((trees) => [...new Set(trees.flatMap((tree) => [...featuresOf(tree)]))]),
      ),
      sqlFeatures,
    ),
    databases: tally(tasks.map(({ database }) => [database])),
    tiers: tally(tasks.map(({ difficultyTier }) => (difficultyTier === null ? [] : [difficultyTier]))),
  };
}

function typesOf(tasks: readonly Task[]): TaskStatistics["ambiguityTypes"] {
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
