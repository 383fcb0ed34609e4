import type { Cell } from "#shared/domain/cell.ts";
import type { EngineKind } from "#shared/domain/engine.ts";
import type { ResultColumn, RunError } from "#shared/domain/result.ts";
import type { RunLimits } from "#shared/domain/run-limits.ts";

import type { DatabaseSchema } from "#shared/domain/schema.ts";
import { boundedText } from "#shared/text/bounded-text.ts";

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

/** What loading may take: time for one statement or block of rows, and memory beyond what the process has already. */
export interface LoadLimits {
  statementMs: number;
  memoryBytes: number;
  /** What a load may store on a server beyond a multiple of its source; a database in a worker has a bound of its own. */
  storedBytes: number;
}

/** The limits of every load, unless a test needs less. */
export const usualLoadLimits: LoadLimits = {
  statementMs: 600_000,
  memoryBytes: 2 * 2 ** 30,
  storedBytes: 2 ** 30,
};

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
   * at its end, undone as a whole when one of its statements fails, and a COMMIT or ROLLBACK of its own takes effect where it occurs.
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

/** A started engine: it makes templates, and of them private states and what query workers read. */
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
  /** The template for SQL that only reads, as query workers open it, many at once; good until `close`. */
  reader(template: TemplateRef): Promise<DatabaseRef>;
  /** Ends everything that this engine started: processes, databases, files. */
  close(): Promise<void>;
}

/** A server's address as a query worker connects to it: host (or socket folder), port, and how the connection is encrypted. */
export interface ServerTarget {
  host: string;
  port: number;
  ssl: unknown;
}

/** The engines whose databases live in workers of ours, rather than on a server. */
export type EmbeddedEngineKind = Exclude<EngineKind, "postgres">;

/** A database as a query worker opens it, read-only: the engine, and where it finds it there. JSON, as it crosses to the worker. */
export type DatabaseRef = DatabaseOf<EngineKind>;

/** A database of one engine. */
export type DatabaseOf<Kind extends EngineKind> = Kind extends EmbeddedEngineKind
  ? // `path`: of the database itself where it is read in place, else of its template.
    { engine: Kind; dbId: string; path: string }
  : ServerDatabase;

/** A database of ours on the server, with a login that reaches nothing else. */
interface ServerDatabase {
  engine: "postgres";
  dbId: string;
  server: ServerTarget;
  database: string;
  login: { user: string; password: string };
  settings: Record<string, string>;
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
  /** Whether a statement has broken it, or the server is gone: then it has to be opened anew. */
  readonly isLost: boolean;
  close(): void | Promise<void>;
}

/** What an engine's folder offers; the registry loads it when it is first needed. */
export interface EngineModule<Kind extends EngineKind = EngineKind> {
  /** Memory that the engine itself may come to take in a worker, whatever runs on it: code that is compiled as it is first used. */
  readonly ownBytes: number;
  /** Tells one state of a database from another; null where there is none. Two equal identities: an open session still serves. */
  identity(database: DatabaseOf<Kind>): string | null;
  /** Opens a database for SQL that only reads, in a query worker; `scratch` is a private folder. Throws `StatementError`. */
  openSession(database: DatabaseOf<Kind>, scratch: string): QuerySession | Promise<QuerySession>;
  /** How private states are made: each in a database worker of ours, or on the server that a person names. */
  readonly states:
    | { in: "worker"; worker: WorkerEngine }
    | { in: "server"; connect(options: ServerOptions): Promise<Engine> };
}

/** Where a server is, and how to log in as one who may create databases and roles. */
export interface ServerOptions {
  /** `postgresql://user@host:port/database`, or with `?host=/socket/folder`. */
  url: string;
  /** The password, where the URL does not carry it. */
  password?: string;
  loadLimits?: LoadLimits;
  now(): Date;
}

/** The statement met its time limit. */
export class TimeIsUp extends Error {}

/** The statement failed or was refused; carries what the reviewer is shown. */
export class StatementError extends Error {
  readonly run: RunError;
  constructor(run: RunError) {
    const bounded = boundedError(run);
    super(bounded.message);
    this.name = "StatementError";
    this.run = bounded;
  }
}

/** What the operating system says where the machine has no more to give, or its disk fails (errno(3)). */
const machineCodes = /\b(?:EDQUOT|EIO|EMFILE|ENFILE|ENOMEM|ENOSPC|EROFS)(?=:|$)/;

const sqliteInputOutputError = 10;

/** The code with which an error says that the machine failed, and not what was asked of it; null for any other. */
export function machineCode(error: unknown): string | null {
  // What a dump or a statement says is no word of the system.
  if (error instanceof LoadError) return null;
  const { code, message, errcode } = error as NodeJS.ErrnoException & { errcode?: number };
  // SQLite has words and numbers of its own (sqlite.org/rescode.html).
  if (errcode !== undefined) return (errcode & 0xff) === sqliteInputOutputError ? "EIO" : null;
  // Node's rmSync says it without a code of the system, and without a name: ", Unknown error: Too many open files".
  if (/^[, ]*unknown error: too many open files/i.test(message)) return "EMFILE";
  return machineCodes.exec(code ?? message)?.[0] ?? null;
}

/** An error whose text is cut where it is longer than anybody reads. */
export function boundedError(error: RunError): RunError {
  return { ...error, message: boundedText(error.message) };
}

/** A statement that is not run, and why; `offset` in UTF-16 units of the text, or null. */
export function refused(reason: string, offset: number | null = null): StatementError {
  return new StatementError({ message: `refused: ${reason}`, kind: "refused", offset });
}

/** A private database in the process that has it for itself; a statement that outlives its limit is ended with the process. */
export interface WorkerDatabase {
  /** Runs one text as one transaction (see `DatabaseState.run`) and stops after the first statement that is not "ok". Never throws for what a statement did. */
  run(sql: string, limits: StatementLimits): StatementResult[];
  /** Back to the template. */
  reset(): void | Promise<void>;
  /** Whether a new process would serve the next reset better: memory that cannot be given back, code that was loaded. */
  isWorn(): boolean;
  /** Writes the present state into a file that `restore` and `WorkerEngine.open` read. */
  save(file: string): void | Promise<void>;
  restore(file: string): void | Promise<void>;
  hash(): StateHash;
  close(): void | Promise<void>;
}

/** A statement has broken the database in this process: nothing more can be asked of it, and what was not saved is lost with it. */
export class DatabaseBroken extends Error {}

/** An engine as it works inside a process; `Engine` drives it from outside. */
export interface WorkerEngine {
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
    super(
      `${place.file}, line ${place.line}: ${boundedText(reason)}${shown === "" ? "" : ` (in: ${shown})`}`,
    );
    this.name = "LoadError";
  }
}

/** The result of a statement that returned nothing: why it failed, and what else is known. */
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
    error: boundedError(error),
    elapsedMs,
  };
}

/**
 * The engine, Python or the machine failed while SQL or a test ran, which says nothing about either: no verdict may come of it.
 * `isLasting`: it fails without them, too, and a person has to mend it first.
 */
export class EngineFault extends Error {
  readonly isLasting: boolean;
  constructor(
    message: string,
    { isLasting = false, ...options }: ErrorOptions & { isLasting?: boolean } = {},
  ) {
    super(message, options);
    this.name = "EngineFault";
    this.isLasting = isLasting;
  }
}

/** Why a worker did not start: lasting where the machine has no more to give, as no other would start either. */
export function notStarted(message: string): Error {
  const code = machineCode(new Error(message));
  return code === null
    ? new Error(message)
    : new EngineFault(machineWords(message, code), { isLasting: true });
}

/** What to do where the machine has no more to give. */
export function machineWords(message: string, code: string): string {
  const fix =
    code === "EMFILE" || code === "ENFILE"
      ? "Let Querent have more files open (ulimit -n), or close other programs"
      : "See to the disk and the memory";
  return `This computer does not let Querent go on: ${message}. ${fix}, then start again: what was done before is kept.`;
}

/** Whether whatever else is run now would fail in the same way. */
export const isLastingFault = (error: unknown): error is EngineFault =>
  error instanceof EngineFault && error.isLasting;

/** Why tasks cannot run on an engine. */
export interface WhyNoEngine {
  engine: EngineKind;
  reason: "no-database" | "not-loaded" | "no-server" | "not-allowed" | "password" | "unreachable";
  /** The database that is missing or could not be loaded; null where it concerns all. */
  database: string | null;
}

/** Whether other tasks may still run: what else an engine lacks would keep them from it, too. */
export function concernsOneDatabase(error: unknown): error is EngineProblem {
  if (!(error instanceof EngineProblem)) return false;
  return error.why.reason === "no-database" || error.why.reason === "not-loaded";
}

/** Tasks cannot run now, for a reason that the person can mend; the message says how. */
export class EngineProblem extends Error {
  readonly why: WhyNoEngine;
  constructor(message: string, why: WhyNoEngine, options?: ErrorOptions) {
    super(message, options);
    this.name = "EngineProblem";
    this.why = why;
  }
}
