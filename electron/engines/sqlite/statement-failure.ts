import type { DatabaseSync } from "node:sqlite";
import type { StatementError } from "../engine.ts";
import { sqliteFailure } from "./failure.ts";
import { locateError } from "./locate-error.ts";

/** Where a statement failed: the connection, what it may do there, and the statement's text, which begins at `from` of the whole text. */
export interface StatementPlace {
  handle: DatabaseSync;
  authorizer: { takeDenied(): string | null };
  text: string;
  from: number;
}

/** What a statement threw, as its error: a refusal in the words of `refuse` where something was denied, else SQLite's own with its place in the whole text. */
export function statementFailure(
  error: unknown,
  { handle, authorizer, text, from }: StatementPlace,
  refuse: (denied: string) => StatementError,
): StatementError {
  const denied = authorizer.takeDenied();
  if (denied !== null) return refuse(denied);
  return sqliteFailure(error, (message) => {
    const offset = locateError(text, message, (candidate) => prepareMessage(handle, candidate));
    // Looking for the place may have been denied something too.
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
