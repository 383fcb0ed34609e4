import type { RunError } from "#shared/domain/result.ts";
import { StatementError } from "../engine.ts";

/** The primary result codes of SQLite that are not the statement's own fault (sqlite.org/rescode.html). */
const codes = {
  busy: 5,
  locked: 6,
  noMemory: 7,
  ioError: 10,
  corrupt: 11,
  cannotOpen: 14,
  tooBig: 18,
  notDatabase: 26,
};
const engineCodes = [
  codes.busy,
  codes.locked,
  codes.ioError,
  codes.corrupt,
  codes.cannotOpen,
  codes.notDatabase,
];

/** A statement that is not run, and why; `offset` in UTF-16 units of the text, or null. */
export function refused(reason: string, offset: number | null = null): StatementError {
  return new StatementError({ message: `refused: ${reason}`, kind: "refused", offset });
}

/** What is the database's fault, not the statement's. */
export function engineFailure(message: string): StatementError {
  return new StatementError({ message, kind: "engine", offset: null });
}

/** What node:sqlite threw, as the error a reviewer is shown: SQLite's own words, and who is to blame. */
export function sqliteFailure(error: unknown, locate: (message: string) => number | null): StatementError {
  if (error instanceof StatementError) return error;
  const { message, errcode } = error as Error & { errcode?: number };
  const primary = (errcode ?? 1) & 0xff;
  if (primary === codes.tooBig)
    return new StatementError({
      message: `${message}: a value, a row or the statement is larger than the limit`,
      kind: "limit",
      offset: null,
    });
  const kind = kindOf(primary);
  return new StatementError({ message, kind, offset: kind === "sql" ? locate(message) : null });
}

function kindOf(primary: number): RunError["kind"] {
  if (primary === codes.noMemory) return "limit";
  return engineCodes.includes(primary) ? "engine" : "sql";
}
