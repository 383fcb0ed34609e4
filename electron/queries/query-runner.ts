import type { Cell } from "#shared/domain/cell.ts";
import type { AlignedRow, Alignment } from "#shared/domain/comparison.ts";
import type { Evaluation, Side } from "#shared/domain/evaluation.ts";
import type { RowPage, RunSummary } from "#shared/domain/result.ts";
import type { RunLimits } from "#shared/domain/run-limits.ts";

import type { DatabaseSchema } from "#shared/domain/schema.ts";
import type { DatabaseRef } from "../engines/engine.ts";

export interface QueryOptions {
  limits: RunLimits;
  signal?: AbortSignal;
  /** Interactive work goes before batch work and has processes of its own. */
  priority: "interactive" | "batch";
}

/** Both statements of an item, to run on one database. */
export interface EvaluationRequest {
  /** null: the database is missing; both sides answer "missing-database". `unusable` says why it could not be loaded: both fail with it. */
  database: DatabaseRef | { unusable: string } | null;
  predictedSql: string;
  goldSql: string;
}

/** Both sides run and compared; the results stay readable under their ids until dropped as the least recently used. */
export interface EvaluationResult {
  evaluation: Evaluation;
  predictedId: string | null;
  goldId: string | null;
  predictedPage: RowPage;
  goldPage: RowPage;
  comparison: { id: string; alignment: Alignment; rows: AlignedRow[] } | null;
}

/** Hears of the rows of a run. */
export interface RowListener {
  onRows?(side: Side, resultId: string, summary: RunSummary, page: RowPage): void;
  onProgress?(side: Side, rows: number): void;
}

/**
 * Runs SQL under test in processes of its own: nothing here blocks the caller, outlives its limit or needs a result held whole.
 * A process that hangs, dies or grows beyond its memory bound is killed and replaced; the next query works.
 */
export interface QueryRunner {
  /** Runs both sides and compares them, storing both results for paging. Rejects only with the signal's reason. */
  evaluateAndStore(
    request: EvaluationRequest,
    options: QueryOptions & RowListener,
  ): Promise<EvaluationResult>;
  /** The same for batch work: nothing is stored, and the evaluation given. */
  evaluate(request: EvaluationRequest, options: QueryOptions): Promise<Evaluation>;
  /** Runs one query and stores its result. */
  runQuery(
    request: { database: DatabaseRef; sql: string },
    options: QueryOptions & {
      onRows?(resultId: string, summary: RunSummary, page: RowPage): void;
      onProgress?(rows: number): void;
    },
  ): Promise<{ resultId: string | null; summary: RunSummary; page: RowPage }>;
  /** Rows of a stored result; rejects with `ResultGone` when it was dropped. */
  page(resultId: string, from: number, count: number): Promise<RowPage>;
  aligned(
    comparisonId: string,
    from: number,
    count: number,
    onlyDifferences: boolean,
  ): Promise<{ from: number; total: number; rows: AlignedRow[] }>;
  describe(database: DatabaseRef): Promise<DatabaseSchema>;
  sample(
    database: DatabaseRef,
    table: string,
  ): Promise<{ rows: number; columns: { name: string; values: Cell[] }[] }>;
  /** Kills every process and removes every spool file. */
  close(): Promise<void>;
}

/** The result or comparison asked for is no longer stored. */
export class ResultGone extends Error {
  constructor(id: string) {
    super(`result ${id} is no longer stored`);
    this.name = "ResultGone";
  }
}
