import type { Cell } from "#shared/domain/cell.ts";
import type { AlignedRow, Alignment } from "#shared/domain/comparison.ts";
import type { Evaluation, Side } from "#shared/domain/evaluation.ts";
import type { RowPage, RunError, RunSummary } from "#shared/domain/result.ts";
import type { RunLimits } from "#shared/domain/run-limits.ts";

import type { DatabaseSchema } from "#shared/domain/schema.ts";
import type { DatabaseRef } from "../engines/engine.ts";
import type { StoredRows } from "./spool.ts";

/** Runs statements on a database: one (`gold` absent: a query by itself) or both sides of an item. */
export interface StatementsRequest {
  kind: "statements";
  database: DatabaseRef;
  predictedSql: string;
  goldSql: string;
  /** The sides to run, in this order. With both of them, their results are compared. */
  sides: Side[];
  /** Whether the rows are wanted: kept, announced early, and laid side by side. */
  keep: boolean;
  limits: RunLimits;
}

/** Asks for the tables of a database. */
export interface DescribeRequest {
  kind: "describe";
  database: DatabaseRef;
  limits: RunLimits;
}

/** Asks for the first rows of a table. */
export interface SampleRequest {
  kind: "sample";
  database: DatabaseRef;
  table: string;
  limits: RunLimits;
}

/** Asks for what is in a database, not for a given statement. */
export type LookUpRequest = DescribeRequest | SampleRequest;

/** What a query worker can be asked to do. */
export type QueryRequest = StatementsRequest | LookUpRequest;

/**
 * The limits under which two results are compared, and then laid side by side. Comparing is our own code over rows that
 * are bounded already: results of a million rows may take it longer than any statement should.
 */
export function comparisonLimits(limits: RunLimits): RunLimits {
  return { ...limits, timeMs: Math.max(limits.timeMs, 60_000) };
}

/** Rows and distinct values of a table. */
export interface TableSample {
  rows: number;
  columns: { name: string; values: Cell[] }[];
}

/** A comparison as stored: each aligned line as [kind, predicted row, gold row, changed columns], all of them and the differing ones. */
export interface StoredComparison {
  alignment: Alignment;
  lines: StoredRows<AlignedLine>;
  differing: StoredRows<AlignedLine>;
}

/** An aligned line without its cells, which are in the two results: row numbers are 0-based, null for none. */
export type AlignedLine = [
  kind: AlignedRow["kind"],
  predicted: number | null,
  gold: number | null,
  changed: number[],
];

/** How each side that ran ended. */
export type Summaries = Partial<Record<Side, RunSummary>>;

/** What a finished request gave; `evaluation` is null where only one side was asked for, `comparison` where no rows were wanted. */
export type QueryResponse =
  | {
      kind: "statements";
      summaries: Summaries;
      evaluation: Evaluation | null;
      comparison: StoredComparison | null;
    }
  | { kind: "schema"; schema: DatabaseSchema }
  | { kind: "sample"; sample: TableSample }
  /** A describe or sample that could not be done. */
  | { kind: "failed"; error: RunError };

/** What a query worker reports on the way. */
export type QueryEvent =
  | { type: "rows"; side: Side; summary: RunSummary; page: RowPage }
  | { type: "progress"; side: Side; rows: number }
  /** Both sides are compared; an alignment may follow with the end of the request. */
  | { type: "evaluation"; evaluation: Evaluation }
  | { type: "side"; side: Side; summary: RunSummary; stored: StoredRows<Cell[]> | null };

/** The stages of a request that the watchdog distinguishes. */
export const stages = ["predicted", "gold", "comparison", "other"] as const;
export type Stage = (typeof stages)[number];
