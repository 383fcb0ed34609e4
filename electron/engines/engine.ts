import type { Cell } from "#shared/domain/cell.ts";
import type { EngineKind } from "#shared/domain/engine.ts";
import type { ResultColumn, RunError, RunLimits } from "#shared/domain/result.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
/** Where the pristine copy of a database comes from; paths are of the machine that runs the back end. */
export type TemplateSource =
  /** One SQL file, pg_dump's COPY form too. */
  | { kind: "sql-file"; path: string }
  /** A folder of table dumps, loaded in the order of `table_orders.txt` where there is one, else so that foreign keys hold. */
  | { kind: "sql-folder"; path: string }
  /** CREATE TABLE blocks with sample rows, as `<db>_schema.txt` has them. */
  | { kind: "schema-text"; path: string }
  | { kind: "sqlite-file"; path: string }
  /** A database that a server already has. */
  | { kind: "server-database"; database: string };

/** A template that is ready: a pristine database from which private states are made. JSON. */
export interface TemplateRef {
  engine: EngineKind;
  /** Name of the database as tasks select it. */
  database: string;
  /** Unique per content: same source, same id. */
  id: string;
}

/** The limits one statement runs under. `rows` caps what is fetched, as the reference evaluators do (10,000). */
export interface StatementLimits {
  timeMs: number;
  rows: number;
  cellBytes: number;
  memoryBytes: number;
}

/**
 * What one statement gave. A column's declaredType is the engine's type name ("numeric", "timestamp with time zone", "integer[]"; format_type without modifier);
 * cells are exact text as the server writes it, under the tag that fits the type.
 */
export interface StatementResult {
  columns: ResultColumn[];
  rows: Cell[][];
  /** Rows there were; `truncated` where the cap cut them. */
  rowCount: number;
  truncated: boolean;
  /** "SELECT", "UPDATE", "CREATE TABLE" … and how many rows it touched, null where it says none. */
  command: string;
  affected: number | null;
  /** NOTICE, WARNING …, cut to a bounded length. */
  notices: string[];
  status: "ok" | "error" | "timeout" | "cancelled";
  error: RunError | null;
  elapsedMs: number;
}

/** How far a template is loaded, in bytes of its source; `statement` is the one being loaded, from 1. */
export interface LoadProgress {
  doneBytes: number;
  totalBytes: number;
  statement: number;
}

/** A private database made from a template: nobody else sees it, and it can be put back at any time. */
export interface DatabaseState {
  readonly template: TemplateRef;
  /**
   * Runs texts one after another. Each text is one transaction, as the reference evaluators' psycopg2 sends it: it is committed
   * at its end, undone as a whole when one of its statements fails, and a COMMIT or ROLLBACK of its own acts where it stands.
   * A text may hold several statements; there is one result for each of them.
   * Stops after the first that is not "ok". Never rejects for what a statement did, only for the signal or a lost engine.
   */
  run(
    sql: readonly string[],
    options: { limits: StatementLimits; signal?: AbortSignal },
  ): Promise<StatementResult[]>;
  /** Back to the template: rows, DDL, sequences, functions, views, triggers, settings, locks, everything. */
  reset(): Promise<void>;
  /** Remembers the present state; `restore` brings it back on this state (or on another one of the same template). */
  snapshot(): Promise<SnapshotRef>;
  restore(snapshot: SnapshotRef): Promise<void>;
  /** A hash of everything a task could change: all rows of all tables, the schema, sequences. Equal states, equal hashes. */
  hash(): Promise<StateHash>;
  close(): Promise<void>;
}

/** A remembered state of a database made from `template`. */
export interface SnapshotRef {
  template: TemplateRef;
  id: string;
}

/** Hashes by part, so that "state unchanged elsewhere" can name what changed: table name to hash, and one for the schema and the sequences. */
export interface StateHash {
  tables: Record<string, string>;
  schema: string;
  sequences: string;
}

/** An engine on which tasks run. The same file names stand in each engine's folder. */
export interface Engine {
  readonly kind: EngineKind;
  /** Loads the source once and keeps it; the first error names file, line and statement and leaves nothing behind. */
  prepare(
    database: string,
    source: TemplateSource,
    options: { signal?: AbortSignal; onProgress?(progress: LoadProgress): void },
  ): Promise<TemplateRef>;
  /** A private state, pristine. Several may be open on one template at once. */
  open(template: TemplateRef): Promise<DatabaseState>;
  /** Ends everything that this engine started: processes, databases, files. */
  close(): Promise<void>;
}

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
export interface QuerySession {
  /** Prepares and starts one statement; throws `StatementError` for anything that the statement is to blame for. */
  query(sql: string, limits: RunLimits): RunningQuery | Promise<RunningQuery>;
  describe(): DatabaseSchema | Promise<DatabaseSchema>;
  close(): void | Promise<void>;
}

/** An engine for SQL under test; the same file names stand in each engine's folder. */
export interface QueryEngine {
  open(database: DatabaseRef): QuerySession | Promise<QuerySession>;
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

/** A private database in the process that has it for itself; a statement that outlives its limit is ended with the process. */
export interface WorkerDatabase {
  /** Runs one text as one transaction (see `DatabaseState.run`) and stops after the first statement that is not "ok". Never throws for what a statement did. */
  run(sql: string, limits: StatementLimits): StatementResult[];
  /** Back to the template. */
  reset(): void | Promise<void>;
  /** Whether a new process would serve the next reset better: memory that cannot be given back, code that was loaded. */
  isWorn(): boolean;
  /** Writes the present state into a file that `restore` and `PrivateEngine.open` read. */
  save(file: string): void | Promise<void>;
  restore(file: string): void | Promise<void>;
  hash(): StateHash;
  close(): void | Promise<void>;
}

/** A statement has broken the database in this process: nothing more can be asked of it, and what was not saved is lost with it. */
export class DatabaseBroken extends Error {}

/** An engine as it works inside a process; `TaskEngine` drives it from outside. */
export interface WorkerEngine {
  /** Memory that the engine itself may come to take, whatever runs on it: code that is compiled as it is first used. */
  readonly ownBytes: number;
  /** Writes a database without anything in it, where making one takes much longer than opening it. */
  begin?(file: string): Promise<void>;
  /** Loads a source into a new template file, `from` what `begin` wrote if that is there; throws `LoadError` and leaves no file. */
  load(
    source: TemplateSource,
    file: string,
    onProgress: (progress: LoadProgress) => void,
    from: string | null,
  ): Promise<void>;
  /** Opens a private database from a template file; its files go into `scratch`, `database` is what tasks call it. */
  open(file: string, scratch: string, database: string): Promise<WorkerDatabase>;
}

/** The first thing in a source that could not be loaded: file, line (1-based), the statement's beginning, and the server's words. */
export class LoadError extends Error {
  constructor(place: { file: string; line: number; statement: string }, reason: string) {
    const shown = place.statement.replace(/\s+/g, " ").trim().slice(0, 120);
    super(`${place.file}, line ${place.line}: ${reason}${shown === "" ? "" : ` (in: ${shown})`}`);
    this.name = "LoadError";
  }
}

/** What a statement that gave nothing is told as: why it failed, and what is known besides. */
export function failedResult(
  error: RunError,
  {
    status = "error",
    notices = [],
    elapsedMs,
  }: { status?: "error" | "timeout"; notices?: string[]; elapsedMs: number },
): StatementResult {
  return {
    columns: [],
    rows: [],
    rowCount: 0,
    truncated: false,
    command: "",
    affected: null,
    notices,
    status,
    error,
    elapsedMs,
  };
}

/** Why tasks cannot run on an engine. */
export interface WhyNoEngine {
  engine: EngineKind;
  reason: "no-database" | "not-loaded" | "no-server" | "password" | "unreachable";
  /** The database that is missing or could not be loaded; null where it concerns all. */
  database: string | null;
}

/** Tasks cannot run now, for a reason that the person can mend; the message says how. */
export class EngineProblem extends Error {
  readonly why: WhyNoEngine;
  constructor(message: string, why: WhyNoEngine, options?: ErrorOptions) {
    super(message, options);
    this.name = "TaskEngineProblem";
    this.why = why;
  }
}
