import type { Cell } from "../domain/cell.ts";
import type { Conditions } from "../domain/conditions.ts";
import type { Evidence, SubTaskLocation, TextRange } from "../domain/finding.ts";
import type { ResultColumn } from "../domain/result.ts";
import type { SubTask, Task } from "../domain/task.ts";
import type { PhaseResult } from "../domain/task-run.ts";
import type { EvaluatorProfile, TestChoice, TestScript } from "../domain/test-script.ts";
import type { SqlDialect } from "../sql/lex.ts";
import type { QueryBlock } from "../sql/probe/query-blocks.ts";
import type { ProvenanceContext } from "../sql/provenance/sources.ts";
import type { SqlTree } from "../sql/tree/sql-node.ts";

/** What a statement did, as far as rules ask. */
export interface CheckedResult {
  columns: ResultColumn[];
  rows: Cell[][];
  /** Rows there were; `truncated` where the cap cut them. */
  rowCount: number;
  truncated: boolean;
  /** "SELECT", "UPDATE", "CREATE TABLE" … and how many rows it touched, null where it says none. */
  command: string;
  affected: number | null;
  status: string;
  error: { message: string; offset: number | null } | null;
}

/** Hashes of a state by part: each table, the schema, the sequences. */
export interface CheckedState {
  tables: Record<string, string>;
  schema: string;
  sequences: string;
}

/** A query in the last text of the gold. */
export interface GoldQuery {
  /** The text of the gold that it is in. */
  statement: number;
  tree: SqlTree;
  block: QueryBlock;
}

/** A text that failed, by its number in its list. */
export interface FailedText {
  index: number;
  result: CheckedResult;
}

/** What texts did on a fresh state. */
export interface GoldResult {
  /** What has to run before the gold of the phase, and failed. */
  obstacle: (FailedText & { step: "preprocess" | "previous" | "previous-clean-up" }) | null;
  /** The results of each text, up to the first that failed. */
  texts: CheckedResult[][];
  failure: FailedText | null;
  /** What the last statement gave; null where none ran. */
  last: CheckedResult | null;
}

/** A phase of a task as rules about its data see it: its text, what its gold did, and means to try something else. */
export interface CheckedPhase {
  task: Task;
  part: SubTask;
  dialect: SqlDialect;
  profile: EvaluatorProfile;
  /** The moment that the clock is pinned to; null where it runs. */
  clock: string | null;
  /** Which test the evaluator runs. */
  choice: TestChoice;
  /** The conditions that the evaluator reads: conv always takes those of phase 1. */
  conditions: Conditions;
  /** A tree for each text of the gold. */
  trees: SqlTree[];
  /** The query whose rows the default test compares; null where the gold does not end with one. */
  query: GoldQuery | null;
  /** All queries of the last text, that one first, inside views and the like, too. */
  reads: GoldQuery[];
  /** The task with its snippets found, its knowledge and the schema of its database; asked once. */
  context(): Promise<ProvenanceContext>;
  /** The gold, run once on a fresh state. */
  gold(): Promise<GoldResult>;
  /** Other texts where the gold runs, each time on a fresh state; `settings` of the session are made first. */
  run(texts: readonly string[], settings?: readonly string[]): Promise<GoldResult>;
  /** The state that the last run left behind. */
  hash(): Promise<CheckedState>;
  /** The first text that fails where the last run ended. */
  goOn(texts: readonly string[]): Promise<FailedText | null>;
  /** A query of the rule's own, on the state that the last text of the gold runs on; null where it does not run. */
  probe(sql: string): Promise<CheckedResult | null>;
  /** What the evaluator says of an answer; null where answers cannot be tested here. */
  test(sql: readonly string[]): Promise<PhaseResult | null>;
  /** The same of the gold, asked once. */
  goldTest(): Promise<PhaseResult | null>;
  /** What Python says of a script that does not compile; null where it does, or where no Python is at hand. */
  compile(script: TestScript): Promise<{ line: number | null; message: string } | null>;
}

/** A statement of the gold as a whole. */
export function wholeGold(statement: number): SubTaskLocation {
  return { kind: "gold", statement, range: null };
}

/** A stretch of a statement of the gold. */
export function goldRange(statement: number, { from, to }: TextRange): SubTaskLocation {
  return { kind: "gold", statement, range: { from, to } };
}

/** The first five of some rows, each value under its column. */
export function rowsAsEvidence({ columns }: Pick<CheckedResult, "columns">, rows: Cell[][]): Evidence {
  return { kind: "rows", columns, rows: rows.slice(0, 5) };
}
