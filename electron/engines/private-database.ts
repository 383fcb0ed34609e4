import type {
  LoadProgress,
  StateHash,
  StatementLimits,
  StatementResult,
  TemplateSource,
} from "./task-engine.ts";

/** A private database in the process that has it for itself; a statement that outlives its limit is ended with the process. */
export interface PrivateDatabase {
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
export interface PrivateEngine {
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
  open(file: string, scratch: string, database: string): Promise<PrivateDatabase>;
}

/** The first thing in a source that could not be loaded: file, line (1-based), the statement's beginning, and the server's words. */
export class LoadError extends Error {
  constructor(place: { file: string; line: number; statement: string }, reason: string) {
    const shown = place.statement.replace(/\s+/g, " ").trim().slice(0, 120);
    super(`${place.file}, line ${place.line}: ${reason}${shown === "" ? "" : ` (in: ${shown})`}`);
    this.name = "LoadError";
  }
}
