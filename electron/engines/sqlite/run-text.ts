import type { DatabaseSync } from "node:sqlite";
import type { Cell } from "#shared/domain/cell.ts";
import { firstKeyword, type Statement, splitStatements } from "#shared/sql/statement.ts";
import {
  failedResult,
  refused,
  type StatementError,
  type StatementLimits,
  type StatementResult,
} from "../engine.ts";
import type { StateAuthorizer } from "./authorizer.ts";
import { type SqliteValue, sqliteCell } from "./cells.ts";
import { createExactText, type ExactText, maybeLossy } from "./exact-text.ts";
import { sqliteFailure, statementFailure } from "./failure.ts";

/** What PostgreSQL says of a BEGIN inside a transaction, which SQLite would refuse. */
const begunAlready = "WARNING: there is already a transaction in progress";

/**
 * Runs a text as one transaction, as it runs on PostgreSQL: begun for it, committed at its end, undone as a whole when a
 * statement fails. Its own BEGIN only warns; after its own COMMIT or ROLLBACK what follows is a transaction again.
 */
export function runSqliteText(
  handle: DatabaseSync,
  authorizer: StateAuthorizer,
  sql: string,
  limits: StatementLimits,
): StatementResult[] {
  handle.limits.length = limits.cellBytes;
  const nul = sql.indexOf("\0");
  if (nul >= 0)
    return [failed(refused("the SQL contains a NUL character, at which SQLite would stop reading", nul), 0)];
  const results: StatementResult[] = [];
  for (const statement of splitStatements(sql)) {
    const result = isBegin(statement) && handle.isTransaction ? begun() : inTransaction(statement);
    results.push(result);
    if (result.status !== "ok") break;
  }
  const last = results.at(-1);
  const refusal = endTransaction(handle, last?.status === "ok");
  if (refusal && last) results[results.length - 1] = failed(refusal, last.elapsedMs);
  return results;

  function inTransaction(statement: Statement): StatementResult {
    if (!handle.isTransaction) handle.exec("BEGIN");
    return isBegin(statement) ? begun() : runStatement(handle, authorizer, statement, limits);
  }
}

function isBegin({ text }: Statement): boolean {
  return /^BEGIN(?:\s+(?:DEFERRED|IMMEDIATE|EXCLUSIVE))?(?:\s+TRANSACTION)?$/i.test(text);
}

function begun(): StatementResult {
  const nothing = failedResult({ message: "", kind: "sql", offset: null }, { elapsedMs: 0 });
  return { ...nothing, status: "ok", error: null, command: "BEGIN", notices: [begunAlready] };
}

/** What is open at a text's end is committed, or undone with its failure; the error that a COMMIT met, or null. */
function endTransaction(handle: DatabaseSync, isGood: boolean): StatementError | null {
  if (!handle.isTransaction) return null;
  try {
    handle.exec(isGood ? "COMMIT" : "ROLLBACK");
    return null;
  } catch (error) {
    if (handle.isTransaction) handle.exec("ROLLBACK");
    return sqliteFailure(error, handle, () => null);
  }
}

function runStatement(
  handle: DatabaseSync,
  authorizer: StateAuthorizer,
  { text, from }: Statement,
  limits: StatementLimits,
): StatementResult {
  const startedAt = performance.now();
  authorizer.takeDenied();
  try {
    const statement = handle.prepare(text);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    const columns = statement.columns().map(({ name, type }) => ({ name, declaredType: type ?? "" }));
    const output =
      columns.length > 0 ? fetched(handle, statement, text, columns.length, limits) : executed(statement);
    const command = firstKeyword(text) ?? "";
    const elapsedMs = performance.now() - startedAt;
    const { rows } = output;
    return {
      columns,
      ...output,
      rowCount: rows.length,
      command,
      notices: [],
      status: "ok",
      error: null,
      elapsedMs,
    };
  } catch (error) {
    const origin = { handle, authorizer, text, from };
    const failure = statementFailure(error, origin, (denied) => refused(denied, from));
    return failed(failure, performance.now() - startedAt);
  }
}

type Prepared = ReturnType<DatabaseSync["prepare"]>;

function fetched(
  handle: DatabaseSync,
  statement: Prepared,
  sql: string,
  width: number,
  limits: StatementLimits,
) {
  const rows: Cell[][] = [];
  let exact: ExactText | null = null;
  try {
    for (const row of statement.iterate() as unknown as Iterable<SqliteValue[]>) {
      if (rows.length >= limits.rows) return { rows, truncated: true, affected: null };
      const cells = row.map(sqliteCell);
      if (row.some((value) => typeof value === "string" && maybeLossy(value))) {
        exact ??= createExactText(handle, sql, width);
        rows.push(exact.cellsOf(rows.length, row, cells));
      } else rows.push(cells);
    }
    return { rows, truncated: false, affected: null };
  } finally {
    exact?.close();
  }
}

function executed(statement: Prepared) {
  return { rows: [], truncated: false, affected: Number(statement.run().changes) };
}

function failed(error: StatementError, elapsedMs: number): StatementResult {
  return failedResult(error.run, { elapsedMs });
}
