import type {
  LoadLimits,
  StateHash,
  StatementLimits,
  StatementResult,
  TemplateSource,
} from "../engines/engine.ts";

/** What a database worker can be asked; it takes its requests one after another. */
export type DatabaseRequest =
  /** Writes what templates begin as, where the engine has something of the kind. */
  | { kind: "begin"; file: string }
  /** `from`: the file that "begin" wrote; null where it wrote none. */
  | { kind: "load"; source: TemplateSource; file: string; from: string | null; limits: LoadLimits }
  | { kind: "open"; file: string; database: string }
  | { kind: "run"; sql: string; limits: StatementLimits }
  | { kind: "reset" }
  | { kind: "save"; file: string }
  | { kind: "restore"; file: string }
  | { kind: "hash" };

/** What a request gives: `worn` asks for a new process instead of this one; "broken" says that this one is good for nothing more. `code`: see `machineCode`. */
export type DatabaseResponse =
  | { kind: "results"; results: StatementResult[] }
  | { kind: "hash"; hash: StateHash }
  | { kind: "done"; worn: boolean }
  | { kind: "broken"; message: string }
  | { kind: "failed"; message: string; code: string | null };

/** What a request failed with, as an error whose code says whether the machine failed (`machineCode`): its words may be those of a dump. */
export function requestFailure(
  response: Extract<DatabaseResponse, { kind: "failed" | "broken" }>,
  message = response.message,
): Error {
  const code = (response.kind === "failed" ? response.code : null) ?? "ERR_DATABASE_WORKER";
  return Object.assign(new Error(message), { code });
}
