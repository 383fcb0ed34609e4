import type { AmbiguityKind } from "../domain/ambiguity.ts";
import { clarificationsNeeded, isClear, isManagement, subTasks, type Task } from "../domain/task.ts";
import { featuresOf, type SqlFeature } from "../sql/features.ts";
import type { SqlDialect } from "../sql/lex.ts";
import { parseTree } from "../sql/tree/parse-tree.ts";
import { splitWords } from "../text/words.ts";

/** What one task gives to the statistics of many; plain values, so that it can be kept and sent. */
export interface TaskMeasures {
  isClear: boolean;
  isManagement: boolean;
  database: string;
  tier: string | null;
  /** Words and signs of the question that the system sees; null where both questions are withheld. */
  questionTokens: number | null;
  ambiguities: { kind: AmbiguityKind; type: string }[];
  /** Ambiguities that grant turns (rule A5). */
  clarifications: number;
  followUpType: string | null;
  subTasks: number;
  /** Of each sub-task whose gold is there: its tokens, comments aside, and its features. */
  golds: { tokens: number; features: SqlFeature[] }[];
  /** The test scripts of both phases without white space at their ends. */
  tests: string[];
}

/** Measures a task; its gold is read in the given dialect. */
export function measuresOf(task: Task, dialect: SqlDialect): TaskMeasures {
  const parts = subTasks(task);
  const question = task.ambiguousQuestion ?? task.clearQuestion ?? "";
  return {
    isClear: isClear(task),
    isManagement: isManagement(task),
    database: task.database,
    tier: task.difficultyTier,
    questionTokens: question === "" ? null : splitWords(question).length,
    ambiguities: task.ambiguities.map(({ kind, type }) => ({ kind, type })),
    clarifications: clarificationsNeeded(task),
    followUpType: task.followUp?.type ?? null,
    subTasks: parts.length,
    golds: parts
      .filter(({ goldSql }) => goldSql.some((sql) => sql.trim() !== ""))
      .map(({ goldSql }) => goldMeasures(goldSql, dialect)),
    tests: parts.flatMap(({ tests }) => tests.map((test) => test.trim())),
  };
}

function goldMeasures(goldSql: readonly string[], dialect: SqlDialect): TaskMeasures["golds"][number] {
  const trees = goldSql.map((sql) => parseTree(sql, dialect));
  return {
    tokens: trees.reduce((total, { tokens }) => total + tokens.length, 0),
    features: [...new Set(trees.flatMap((tree) => [...featuresOf(tree)]))],
  };
}
