import type { Cell } from "#shared/domain/cell.ts";
import type { ResultColumn, RunError } from "#shared/domain/result.ts";
import type { TaskEngineKind } from "#shared/domain/task-run.ts";

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
  engine: TaskEngineKind;
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
export interface TaskEngine {
  readonly kind: TaskEngineKind;
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
