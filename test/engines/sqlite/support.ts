import { DatabaseSync } from "node:sqlite";
import type { Cell } from "#shared/domain/cell.ts";
import type { RunError } from "#shared/domain/result.ts";
import { defaultRunLimits, type RunLimits } from "#shared/domain/run-limits.ts";

import { type QuerySession, StatementError } from "../../../electron/engines/engine.ts";
import { openSqliteSession } from "../../../electron/engines/sqlite/session.ts";

/** Writes a database file by running a script. */
export function makeDatabase(file: string, script: string): string {
  const db = new DatabaseSync(file);
  db.exec(script);
  db.close();
  return file;
}

/** Opens a database file as SQL under test sees it. */
export async function openSession(file: string, scratch: string): Promise<QuerySession> {
  return openSqliteSession({ engine: "sqlite", dbId: "test", path: file }, scratch);
}

/** All rows of a statement. */
export async function rowsOf(
  session: QuerySession,
  sql: string,
  limits: RunLimits = defaultRunLimits,
): Promise<Cell[][]> {
  const { rows } = await session.query(sql, limits);
  const found: Cell[][] = [];
  for await (const row of rows) found.push(row);
  return found;
}

/** The error that a statement ends with; fails where it does not. */
export async function errorOf(
  session: QuerySession,
  sql: string,
  limits: RunLimits = defaultRunLimits,
): Promise<RunError> {
  try {
    await rowsOf(session, sql, limits);
  } catch (error) {
    if (error instanceof StatementError) return error.run;
    throw error;
  }
  throw new Error(`ran without an error: ${sql}`);
}
