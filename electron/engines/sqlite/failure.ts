import { statfsSync } from "node:fs";
import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { RunError } from "#shared/domain/result.ts";
import { machineCode, StatementError } from "../engine.ts";
import { locateError } from "./locate-error.ts";

/** The primary result codes of SQLite that are not the statement's own fault (sqlite.org/rescode.html). */
const codes = {
  busy: 5,
  locked: 6,
  noMemory: 7,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  tooBig: 18,
  notDatabase: 26,
};
const engineCodes = [codes.busy, codes.locked, codes.corrupt, codes.cannotOpen, codes.notDatabase];

/** What is the database's fault, not the statement's; the machine's where that is what it comes from. */
export function engineFailure(message: string, cause?: unknown): StatementError {
  const isMachine = cause !== undefined && machineCode(cause) !== null;
  return new StatementError({ message, kind: isMachine ? "machine" : "engine", offset: null });
}

/** What node:sqlite threw, as the error a reviewer is shown: SQLite's own words, and who is to blame. */
export function sqliteFailure(
  error: unknown,
  handle: DatabaseSync,
  locate: (message: string) => number | null,
): StatementError {
  if (error instanceof StatementError) return error;
  const { message, errcode } = error as Error & { errcode?: number };
  const primary = (errcode ?? 1) & 0xff;
  if (primary === codes.full) return fullDatabase(message, handle);
  if (primary === codes.tooBig)
    return new StatementError({
      message: `${message}: a value, a row or the statement is larger than the limit`,
      kind: "limit",
      offset: null,
    });
  const kind = machineCode(error) === null ? kindOf(primary) : "machine";
  return new StatementError({ message, kind, offset: kind === "sql" ? locate(message) : null });
}

function kindOf(primary: number): RunError["kind"] {
  if (primary === codes.noMemory) return "limit";
  return engineCodes.includes(primary) ? "engine" : "sql";
}

/** Less room than this (bytes) on the disk of a database: the disk is what is full, not the database. */
const leastRoom = 64 * 2 ** 20;

/** SQLite says the same of a full disk and of a database that has reached its limit. */
function fullDatabase(message: string, handle: DatabaseSync): StatementError {
  const folder = path.dirname(handle.location() ?? "");
  const { bavail, bsize } = statfsSync(folder);
  const run: Pick<RunError, "message" | "kind"> =
    bavail * bsize < leastRoom
      ? { message: `the disk of ${folder} is full (${message})`, kind: "machine" }
      : { message: `the database has grown beyond its limit (${message})`, kind: "limit" };
  return new StatementError({ ...run, offset: null });
}

/** Where a statement failed: the connection, what it may do there, and the statement's text, which begins at `from` of the whole text. */
export interface StatementPlace {
  handle: DatabaseSync;
  authorizer: { takeDenied(): string | null };
  text: string;
  from: number;
}

/** What a statement threw, as its error: a refusal in the words of `refuse` where something was denied, else SQLite's own with its position in the whole text. */
export function statementFailure(
  error: unknown,
  { handle, authorizer, text, from }: StatementPlace,
  refuse: (denied: string) => StatementError,
): StatementError {
  const denied = authorizer.takeDenied();
  if (denied !== null) return refuse(denied);
  return sqliteFailure(error, handle, (message) => {
    const offset = locateError(text, message, (candidate) => prepareMessage(handle, candidate));
    // Looking for the position may have been denied something too.
    authorizer.takeDenied();
    return offset === null ? null : from + offset;
  });
}

function prepareMessage(handle: DatabaseSync, sql: string): string | null {
  try {
    handle.prepare(sql);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
