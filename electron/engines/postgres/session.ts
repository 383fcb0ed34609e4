import { loadModule } from "libpg-query";
import type { Cell } from "#shared/domain/cell.ts";
import type { RunLimits } from "#shared/domain/run-limits.ts";
import {
  type DatabaseOf,
  type QuerySession,
  type RunningQuery,
  StatementError,
  TimeIsUp,
} from "../engine.ts";
import { postgresqlError, sqlState } from "../postgres-dialect/failure.ts";
import { readSchema } from "../postgres-dialect/schema.ts";
import { firstSlice, nextSlice } from "../postgres-dialect/slices.ts";
import { onePostgresqlRead } from "../postgres-dialect/statements.ts";
import { formatTypes, postgresCell } from "./cells.ts";
import { connectionOf, type PostgresConnection, type ServerColumn, type ServerOutput } from "./connection.ts";
import { connectTo } from "./server.ts";

/** What our own orders around a statement may send back, and how long they may take. */
const small = { rows: 1000, bytes: 1 << 20, timeMs: 5000 };

/** From this version on a server can look whether its client is still there while a statement runs. */
const looksForClient = 140_000;

/** Undoes all that a statement can leave: a rollback takes back settings as well, but no lock of the session. */
const tidyUp = "ROLLBACK; SELECT pg_catalog.pg_advisory_unlock_all()";

/**
 * Opens a database of ours on the server for SQL under test, with a login that reaches no other. Each statement runs in a READ
 * ONLY transaction that is rolled back. When this process is ended, the server notices and ends the statement too.
 */
export async function openPostgresSession(database: DatabaseOf<"postgres">): Promise<QuerySession> {
  await loadModule();
  const client = await connectTo(database.server, {
    database: database.database,
    login: database.login,
    settings: { ...database.settings, default_transaction_read_only: "on" },
  });
  const connection = connectionOf(client);
  const [version] = await valuesOf(connection, "SHOW server_version_num");
  if (Number(version) >= looksForClient)
    await connection.send("SET client_connection_check_interval = 1000", "text", small);
  const read = createReader(connection);
  /** One statement after another: the next begins when the rows of the one before have ended. */
  let turn: Promise<void> = Promise.resolve();
  const session: QuerySession = {
    async query(sql, limits) {
      const { text, from } = onePostgresqlRead(sql);
      const before = turn;
      const { promise, resolve } = Promise.withResolvers<void>();
      turn = promise;
      await before;
      return read({ text, from, limits }, resolve);
    },
    describe: () => readSchema(session, database.dbId),
    get isLost() {
      return connection.isLost;
    },
    close: () => connection.end(),
  };
  return session;
}

interface Reading {
  text: string;
  from: number;
  limits: RunLimits;
}

/** Starts statements, whose rows are taken slice by slice; `onEnd` is called when nothing of one is left. */
function createReader(
  connection: PostgresConnection,
): (reading: Reading, onEnd: () => void) => Promise<RunningQuery> {
  const typeNames = new Map<number, string>();

  async function* rowsOf(first: ServerOutput, reading: Reading, onEnd: () => void): AsyncGenerator<Cell[]> {
    try {
      let output = first;
      let bytes = 0;
      for (;;) {
        for (const row of output.rows) {
          bytes += lengthOf(row, reading.limits);
          yield row.map((value, at) => postgresCell(first.columns[at]?.dataTypeID ?? 0, value));
        }
        // A portal that has more rows sends no command tag.
        if (output.tag !== "") return;
        const count = nextSlice(output.rows.length, bytes);
        bytes = 0;
        output = await takeSlice(connection, reading, "more", count);
      }
    } finally {
      await end(onEnd);
    }
  }

  async function end(onEnd: () => void): Promise<void> {
    if (!connection.isLost) await connection.send(tidyUp, "text", small);
    onEnd();
  }

  return async (reading, onEnd) => {
    try {
      const begin = `BEGIN READ ONLY; SET LOCAL statement_timeout = ${reading.limits.timeMs}`;
      await connection.send(begin, "text", small);
      const first = await takeSlice(connection, reading, "slice", firstSlice);
      await learnTypes(connection, typeNames, first.columns);
      const columns = first.columns.map(({ name, dataTypeID }) => ({
        name,
        declaredType: typeNames.get(dataTypeID) ?? "",
      }));
      return { columns, rows: rowsOf(first, reading, onEnd) };
    } catch (error) {
      await end(onEnd);
      throw error;
    }
  };
}

/** Asks for the next rows; throws `StatementError`, or `TimeIsUp` where the server ended the statement. */
async function takeSlice(
  connection: PostgresConnection,
  { text, from, limits }: Reading,
  how: "slice" | "more",
  rows: number,
): Promise<ServerOutput> {
  const bytes = limits.resultBytes + limits.cellBytes;
  const { error, outputs, tooMuch, lost } = await connection.send(text, how, { rows, bytes });
  if (tooMuch) throw limitError("the rows are larger than the limit");
  if (error && lost)
    throw new StatementError({
      message: `the connection to the server was lost: ${error.message}`,
      kind: "engine",
      offset: null,
    });
  if (error?.code === sqlState.queryCanceled) throw new TimeIsUp();
  if (error) throw new StatementError(postgresqlError(error, { sent: text, from, isShared: true }));
  return outputs[0] ?? { columns: [], rows: [], rowCount: 0, tag: "nothing" };
}

/** How long a row's values are together; throws where one of them is beyond the limit. */
function lengthOf(row: readonly (string | null)[], { cellBytes }: RunLimits): number {
  let length = 0;
  for (const value of row) {
    if (value === null) continue;
    if (value.length > cellBytes) throw limitError(`a value is larger than the limit of ${cellBytes} bytes`);
    length += value.length;
  }
  return length;
}

function limitError(message: string): StatementError {
  return new StatementError({ message, kind: "limit", offset: null });
}

async function learnTypes(
  connection: PostgresConnection,
  names: Map<number, string>,
  columns: readonly ServerColumn[],
): Promise<void> {
  const unknown = columns.filter(({ dataTypeID }) => !names.has(dataTypeID));
  if (unknown.length === 0) return;
  const found = await valuesOf(connection, formatTypes(unknown));
  unknown.forEach(({ dataTypeID }, at) => {
    names.set(dataTypeID, found[at] ?? "");
  });
}

/** The first column of what an order of ours gives; empty where it fails. */
async function valuesOf(connection: PostgresConnection, sql: string): Promise<string[]> {
  const { outputs } = await connection.send(sql, "one", small);
  return outputs[0]?.rows.map(([value]) => value ?? "") ?? [];
}
