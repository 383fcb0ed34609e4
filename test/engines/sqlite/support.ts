import { DatabaseSync } from "node:sqlite";
import type { Cell } from "#shared/domain/cell.ts";
import { defaultRunLimits, type RunError, type RunLimits } from "#shared/domain/result.ts";
import { type EngineSession, StatementError } from "../../../electron/engines/engine.ts";
import { createSqliteEngine } from "../../../electron/engines/sqlite/engine.ts";

/** Writes a database file by running a script. */
export function makeDatabase(file: string, script: string): string {
  const db = new DatabaseSync(file);
  db.exec(script);
  db.close();
  return file;
}

/** Opens a database file as SQL under test sees it. */
export async function openSession(file: string, scratch: string): Promise<EngineSession> {
  return createSqliteEngine(scratch).open({ engine: "sqlite", dbId: "test", path: file });
}

/** All rows of a statement. */
export async function rowsOf(
  session: EngineSession,
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
  session: EngineSession,
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
