import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Cell } from "#shared/domain/cell.ts";
import type { ResultColumn } from "#shared/domain/result.ts";
import type { RunLimits } from "#shared/domain/run-limits.ts";

import {
  type DatabaseOf,
  type QuerySession,
  type RunningQuery,
  refused,
  type StatementError,
} from "../engine.ts";
import { type Authorizer, createReadAuthorizer } from "./authorizer.ts";
import { type SqliteValue, sqliteCell } from "./cells.ts";
import { describeDatabase } from "./describe.ts";
import { createExactText, type ExactText, maybeLossy } from "./exact-text.ts";
import { statementFailure } from "./failure.ts";
import { openSqliteFile } from "./open-database.ts";
import { oneSqliteRead } from "./statements.ts";

/** Opens a file for SQL under test. `scratch` is a private folder for copies of databases with pending changes. */
export function openSqliteSession(database: DatabaseOf<"sqlite">, scratch: string): QuerySession {
  const { handle, close } = openSqliteFile(database.path, scratch);
  connectVirtualTables(handle);
  const authorizer = createReadAuthorizer();
  handle.setAuthorizer((code, first, second) => authorizer.decide(code, first, second));
  return {
    query: (sql, limits) => startQuery(handle, authorizer, sql, limits),
    describe: () => describeDatabase(handle, database.dbId),
    isLost: false,
    close,
  };
}

/** A virtual table prepares statements of its own when it is first used, writes among them (rtree): done before the authorizer is on. */
function connectVirtualTables(handle: DatabaseSync): void {
  const tables = handle
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%'")
    .all();
  for (const { name } of tables) {
    try {
      handle.prepare(`SELECT 1 FROM "${String(name).replaceAll('"', '""')}" LIMIT 0`).all();
    } catch {
      // Its module is not in this build: a statement that names it gets SQLite's own error.
    }
  }
}

function startQuery(
  handle: DatabaseSync,
  authorizer: Authorizer,
  sql: string,
  limits: RunLimits,
): RunningQuery {
  const { text, from } = oneSqliteRead(sql);
  handle.limits.length = limits.cellBytes;
  authorizer.takeDenied();
  const origin = { handle, authorizer, text, from };
  const fail = (error: unknown) => statementFailure(error, origin, refusedWrite);
  try {
    const statement = handle.prepare(text);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    const columns = columnsOf(statement);
    return { columns, rows: readRows(handle, statement, text, columns.length, fail) };
  } catch (error) {
    throw fail(error);
  }
}

const refusedWrite = (denied: string): StatementError => refused(`${denied}; SQL under test may only read`);

function columnsOf(statement: StatementSync): ResultColumn[] {
  return statement.columns().map(({ name, type }) => ({ name, declaredType: type ?? "" }));
}

function* readRows(
  handle: DatabaseSync,
  statement: StatementSync,
  sql: string,
  columnCount: number,
  fail: (error: unknown) => StatementError,
): Generator<Cell[]> {
  let exact: ExactText | null = null;
  let index = 0;
  try {
    for (const row of statement.iterate() as unknown as Iterable<SqliteValue[]>) {
      const cells: Cell[] = new Array(columnCount);
      let lossy = false;
      for (let at = 0; at < columnCount; at += 1) {
        const value = row[at] as SqliteValue;
        cells[at] = sqliteCell(value);
        lossy ||= typeof value === "string" && maybeLossy(value);
      }
      if (lossy) {
        exact ??= createExactText(handle, sql, columnCount);
        yield exact.cellsOf(index, row, cells);
      } else yield cells;
      index += 1;
    }
  } catch (error) {
    throw fail(error);
  } finally {
    exact?.close();
  }
}
