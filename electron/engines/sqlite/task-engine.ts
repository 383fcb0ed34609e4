import { constants, copyFileSync, rmSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Cell } from "#shared/domain/cell.ts";
import { firstKeyword, splitStatements } from "#shared/sql/statement.ts";
import type { StatementError } from "../engine.ts";
import type { PrivateDatabase, PrivateEngine } from "../private-database.ts";
import type { StatementLimits, StatementResult } from "../task-engine.ts";
import { type SqliteValue, toCell } from "./cells.ts";
import { refused, sqliteFailure } from "./failure.ts";
import { createTaskAuthorizer, type TaskAuthorizer } from "./task-authorizer.ts";
import { hashState } from "./task-hash.ts";
import { writeTemplate } from "./task-template.ts";

/** SQLite for tasks: a writable copy of the template in a private folder. */
export const sqliteTaskEngine: PrivateEngine = { load: writeTemplate, open: openDatabase };

/** A statement of 4 MB is far beyond any gold SQL; attaching is off besides being refused. */
const fixedLimits = { sqlLength: 4 * 2 ** 20, attach: 0 };

/** How large a state may grow, in pages of usually 4 kB. */
const maxPages = 2 ** 19;

async function openDatabase(template: string, scratch: string): Promise<PrivateDatabase> {
  const file = path.join(scratch, "state.sqlite");
  const authorizer = createTaskAuthorizer();
  let handle = openCopy(template, file, authorizer);
  let isPristine = true;
  const comeFrom = (source: string) => {
    handle.close();
    handle = openCopy(source, file, authorizer);
  };
  return {
    run(sql, limits) {
      const results = runText(handle, authorizer, sql, limits);
      if (authorizer.takeWrote()) isPristine = false;
      return results;
    },
    reset() {
      if (!isPristine) comeFrom(template);
      isPristine = true;
    },
    isWorn: () => false,
    save(target) {
      // Every statement is committed and no log is kept: the file is the state.
      copyFileSync(file, target, constants.COPYFILE_FICLONE);
    },
    restore(source) {
      comeFrom(source);
      isPristine = false;
    },
    hash: () => hashState(handle),
    close: () => handle.close(),
  };
}

function openCopy(source: string, file: string, authorizer: TaskAuthorizer): DatabaseSync {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
  copyFileSync(source, file, constants.COPYFILE_FICLONE);
  const handle = new DatabaseSync(file, {
    enableDoubleQuotedStringLiterals: true,
    enableForeignKeyConstraints: false,
    limits: fixedLimits,
  });
  handle.enableDefensive(true);
  handle.exec(
    `PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF; PRAGMA max_page_count = ${maxPages}`,
  );
  handle.setAuthorizer((code, first, second) => authorizer.decide(code, first, second));
  return handle;
}

function runText(
  handle: DatabaseSync,
  authorizer: TaskAuthorizer,
  sql: string,
  limits: StatementLimits,
): StatementResult[] {
  handle.limits.length = limits.cellBytes;
  if (sql.includes("\0"))
    return [failed(refused("the SQL holds a NUL character, after which SQLite would ignore the rest"), 0)];
  const results: StatementResult[] = [];
  for (const { text, from } of splitStatements(sql)) {
    const result = runStatement(handle, authorizer, text, from, limits);
    results.push(result);
    if (result.status !== "ok") break;
  }
  // What a text has begun and not ended is committed with it, or undone with its failure.
  if (handle.isTransaction) handle.exec(results.at(-1)?.status === "ok" ? "COMMIT" : "ROLLBACK");
  return results;
}

function runStatement(
  handle: DatabaseSync,
  authorizer: TaskAuthorizer,
  text: string,
  from: number,
  limits: StatementLimits,
): StatementResult {
  const startedAt = performance.now();
  authorizer.takeDenied();
  try {
    const statement = handle.prepare(text);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    const columns = statement.columns().map(({ name, type }) => ({ name, declaredType: type ?? "" }));
    const { rows, truncated, affected } = columns.length > 0 ? fetched(statement, limits) : run(statement);
    const command = firstKeyword(text) ?? "";
    const elapsedMs = performance.now() - startedAt;
    return {
      columns,
      rows,
      rowCount: rows.length,
      truncated,
      command,
      affected,
      notices: [],
      status: "ok",
      error: null,
      elapsedMs,
    };
  } catch (error) {
    const denied = authorizer.takeDenied();
    const failure = denied === null ? sqliteFailure(error, () => null) : refused(denied, from);
    return failed(failure, performance.now() - startedAt);
  }
}

type Statement = ReturnType<DatabaseSync["prepare"]>;

function fetched(statement: Statement, limits: StatementLimits) {
  const rows: Cell[][] = [];
  for (const row of statement.iterate() as unknown as Iterable<SqliteValue[]>) {
    if (rows.length >= limits.rows) return { rows, truncated: true, affected: null };
    rows.push(row.map(toCell));
  }
  return { rows, truncated: false, affected: null };
}

function run(statement: Statement) {
  return { rows: [], truncated: false, affected: Number(statement.run().changes) };
}

function failed(error: StatementError, elapsedMs: number): StatementResult {
  return {
    columns: [],
    rows: [],
    rowCount: 0,
    truncated: false,
    command: "",
    affected: null,
    notices: [],
    status: "error",
    error: error.run,
    elapsedMs,
  };
}
