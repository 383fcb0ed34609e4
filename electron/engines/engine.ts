import type { Cell } from "#shared/domain/cell.ts";
import type { ResultColumn, RunError, RunLimits } from "#shared/domain/result.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";

/** Where a database stands: the engine that opens it and the place (a file for SQLite). JSON, as it crosses to a query worker. */
export interface DatabaseRef {
  engine: "sqlite";
  dbId: string;
  path: string;
}

/** A query that has been prepared and started; rows are pulled, so that a cap or a deadline between rows costs nothing. */
export interface RunningQuery {
  columns: ResultColumn[];
  rows: Iterable<Cell[]> | AsyncIterable<Cell[]>;
}

/** One open database for SQL under test, read-only. Lives inside a query worker, which is killed when a statement outlives its limit. */
export interface EngineSession {
  /** Prepares and starts one statement; throws `StatementError` for anything that the statement is to blame for. */
  query(sql: string, limits: RunLimits): RunningQuery | Promise<RunningQuery>;
  describe(): DatabaseSchema | Promise<DatabaseSchema>;
  close(): void | Promise<void>;
}

/** An engine for SQL under test; the same file names stand in each engine's folder. */
export interface Engine {
  open(database: DatabaseRef): EngineSession | Promise<EngineSession>;
}

/** The statement failed or was refused; carries what the reviewer is shown. */
export class StatementError extends Error {
  readonly run: RunError;
  constructor(run: RunError) {
    super(run.message);
    this.name = "StatementError";
    this.run = run;
  }
}
