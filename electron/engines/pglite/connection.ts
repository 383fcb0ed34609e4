import type { PGlite } from "@electric-sql/pglite";
import type { Cell } from "#shared/domain/cell.ts";
import type { ResultColumn, RunError } from "#shared/domain/result.ts";
import type { RunLimits } from "#shared/domain/run-limits.ts";

import {
  DatabaseBroken,
  type RunningQuery,
  StatementError,
  type StatementLimits,
  type StatementResult,
} from "../engine.ts";
import { postgresqlError, sqlState } from "../postgres-dialect/failure.ts";
import { firstSlice, nextSlice } from "../postgres-dialect/slices.ts";
import { pgliteCell } from "./cells.ts";
import {
  copyIn,
  createMessageReader,
  extendedQuery,
  fetchPortal,
  openPortal,
  readDataRow,
  readFields,
  readRowDescription,
  simpleQuery,
  type WireColumn,
} from "./wire.ts";

/** Notices beyond this many, and characters of one beyond this length, are dropped. */
const noticeBounds = { count: 100, length: 2000 };

/** What the rows of one statement may take together, in bytes: a bound of this process, far beyond 10,000 usual rows. */
const resultBytes = 256 * 2 ** 20;

/** A message may be this much longer than the longest value that is kept. */
const messageSlack = 2 ** 20;

/** WebAssembly's stack is not the one that max_stack_depth watches: a recursion may overflow it, and the server says nothing more. */
const broken =
  "the statement crashed PGlite, which was restarted; the usual cause is recursion that is too deep (functions, triggers, nested expressions)";

/** The one session of a PGlite instance, spoken to in PostgreSQL's protocol, so that values arrive as the server writes them. */
export interface PgliteConnection {
  /** Runs one statement; `sql` begins at `from` of the text it was cut from. */
  run(sql: string, from: number, limits: StatementLimits): StatementResult;
  /** Begins a transaction where none is under way. */
  begin(): void;
  /** Commits what is under way, or undoes it; the error that the COMMIT met (a deferred constraint), or null. */
  end(how: "COMMIT" | "ROLLBACK"): RunError | null;
  /** Runs statements of our own and gives their rows; throws `SessionError`. */
  query(sql: string): Cell[][];
  /** Starts one statement in a READ ONLY transaction; its rows come as they are pulled. Throws `StatementError`. */
  read(
    sql: string,
    from: number,
    limits: Pick<RunLimits, "cellBytes">,
  ): RunningQuery & { rows: Iterable<Cell[]> };
  /** Loads rows in COPY's text form; throws `SessionError`. */
  copy(sql: string, rows: Buffer): void;
}

/** The server refused a statement of our own, or one of a dump. */
export class PgliteRefusal extends Error {
  readonly fields: ReadonlyMap<string, string>;
  constructor(fields: ReadonlyMap<string, string>) {
    super(fields.get("M"));
    this.fields = fields;
  }
}

interface Output {
  /** Whether the server came to the end of what it was asked and can be asked again. */
  isReady: boolean;
  columns: WireColumn[];
  rows: Cell[][];
  bytes: number;
  suspended: boolean;
  tooLarge: string | null;
  command: string;
  notices: string[];
  error: ReadonlyMap<string, string> | null;
  inTransaction: boolean;
}

/** Opens a session on a started instance. */
// Longer than a function should be: what the one connection knows is one state, which only these inner functions change.
export function connectPglite(db: PGlite): PgliteConnection {
  const typeNames = new Map<number, string>();
  let inTransaction = false;

  function exchange(bytes: Buffer, rowCap: number, cellBytes: number, columns: WireColumn[] = []): Output {
    const output = emptyOutput(columns);
    const reader = createMessageReader(cellBytes + messageSlack, (type, body, cut) =>
      takeMessage(output, type, body, cut, rowCap, cellBytes),
    );
    // Nothing is awaited in there: the promise is settled when the call returns.
    void db.execProtocolRawStream(bytes, {
      syncToFs: false,
      onRawData: (data) => reader.take(Buffer.from(data.buffer, data.byteOffset, data.byteLength)),
    });
    if (!output.isReady || output.error?.get("V") === "PANIC") throw new DatabaseBroken(broken);
    return output;
  }

  function query(sql: string): Cell[][] {
    const output = exchange(simpleQuery(sql), Number.POSITIVE_INFINITY, 2 ** 30);
    if (output.error) throw new PgliteRefusal(output.error);
    return output.rows;
  }

  function nameTypes(columns: readonly WireColumn[]): void {
    const unknown = columns.filter(({ typeOid }) => !typeNames.has(typeOid)).map(({ typeOid }) => typeOid);
    if (unknown.length === 0) return;
    const names = query(
      `SELECT o, pg_catalog.format_type(o, NULL) FROM pg_catalog.unnest('{${unknown}}'::pg_catalog.oid[]) AS o`,
    );
    for (const [oid, name] of names) typeNames.set(Number(oid?.slice(1)), name?.slice(1) ?? "");
  }

  function run(sql: string, from: number, limits: StatementLimits): StatementResult {
    const startedAt = performance.now();
    let output = exchange(extendedQuery(sql, limits.rows + 1), limits.rows, limits.cellBytes);
    // Only where our grammar could not cut a text: the server can.
    if (output.error?.get("C") === sqlState.syntaxError && output.error.get("R") === "exec_parse_message")
      output = exchange(simpleQuery(sql), limits.rows, limits.cellBytes);
    const elapsedMs = performance.now() - startedAt;
    inTransaction = output.inTransaction;
    if (output.error === null) nameTypes(output.columns);
    return resultOf(output, sql, from, elapsedMs, typeNames);
  }

  function read(sql: string, from: number, { cellBytes }: Pick<RunLimits, "cellBytes">) {
    const take = (bytes: Buffer, rows: number, columns: WireColumn[]): Output => {
      const output = exchange(bytes, rows, cellBytes, columns);
      const error = errorOf(output, sql, from);
      if (error) throw new StatementError(error);
      return output;
    };
    query("BEGIN READ ONLY");
    const first = take(openPortal(sql, firstSlice), firstSlice, []);
    nameTypes(first.columns);
    function* rows(): Generator<Cell[]> {
      let output = first;
      yield* output.rows;
      while (output.suspended) {
        const count = nextSlice(output.rows.length, output.bytes);
        // Only the first slice comes with its columns.
        output = take(fetchPortal(count), count, first.columns);
        yield* output.rows;
      }
    }
    return { columns: namedColumns(first.columns, typeNames), rows: rows() };
  }

  return {
    run,
    begin() {
      if (!inTransaction) query("BEGIN");
      inTransaction = true;
    },
    end(how) {
      if (!inTransaction) return null;
      inTransaction = false;
      const { error } = exchange(simpleQuery(how), 0, messageSlack);
      return error && errorOfFields(error, "", 0);
    },
    query,
    read,
    copy(sql, rows) {
      const { error } = exchange(copyIn(sql, rows), 0, 2 ** 30);
      if (error) throw new PgliteRefusal(error);
    },
  };
}

function emptyOutput(columns: WireColumn[]): Output {
  return {
    isReady: false,
    columns,
    rows: [],
    bytes: 0,
    suspended: false,
    tooLarge: null,
    command: "",
    notices: [],
    error: null,
    inTransaction: false,
  };
}

function takeMessage(
  output: Output,
  type: string,
  body: Buffer,
  cut: number | null,
  rowCap: number,
  cellBytes: number,
): void {
  if (type === "T") {
    // In a text of several statements the last one's rows count.
    output.columns = readRowDescription(body);
    output.rows = [];
    output.bytes = 0;
  } else if (type === "D") takeRow(output, body, cut, rowCap, cellBytes);
  else if (type === "C") output.command = body.toString("utf8", 0, body.length - 1);
  else if (type === "s") output.suspended = true;
  else if (type === "E") output.error ??= readFields(body);
  else if (type === "N") takeNotice(output, body);
  else if (type === "Z") {
    output.isReady = true;
    output.inTransaction = body[0] !== 0x49;
  }
}

function takeRow(output: Output, body: Buffer, cut: number | null, rowCap: number, cellBytes: number): void {
  if (cut !== null) output.tooLarge ??= `a row of ${cut} bytes is larger than the limit`;
  if (output.tooLarge !== null) return;
  if (output.rows.length >= rowCap) {
    output.suspended = true;
    return;
  }
  output.bytes += body.length;
  if (output.bytes > resultBytes)
    output.tooLarge = `the rows take more than ${resultBytes / 2 ** 20} MB in total`;
  const row = readDataRow(body).map((value, index) => {
    if (value === null) return null;
    if (value.length > cellBytes)
      output.tooLarge ??= `a value of ${value.length} bytes is larger than the limit`;
    return pgliteCell(output.columns[index]?.typeOid ?? 0, value);
  });
  if (output.tooLarge === null) output.rows.push(row);
}

function takeNotice(output: Output, body: Buffer): void {
  if (output.notices.length >= noticeBounds.count) return;
  const fields = readFields(body);
  output.notices.push(`${fields.get("S")}: ${fields.get("M")}`.slice(0, noticeBounds.length));
}

function resultOf(
  output: Output,
  sql: string,
  from: number,
  elapsedMs: number,
  typeNames: ReadonlyMap<number, string>,
): StatementResult {
  const error = errorOf(output, sql, from);
  const kept = error === null;
  const count = / (\d+)$/.exec(output.command)?.[1];
  return {
    columns: kept ? namedColumns(output.columns, typeNames) : [],
    rows: kept ? output.rows : [],
    rowCount: kept ? output.rows.length : 0,
    truncated: kept && output.suspended,
    command: output.suspended ? "SELECT" : output.command.replace(/( \d+)+$/, ""),
    affected: count === undefined || output.suspended ? null : Number(count),
    notices: output.notices,
    status: kept ? "ok" : "error",
    error,
    elapsedMs,
  };
}

function namedColumns(
  columns: readonly WireColumn[],
  typeNames: ReadonlyMap<number, string>,
): ResultColumn[] {
  return columns.map(({ name, typeOid }) => ({ name, declaredType: typeNames.get(typeOid) ?? "" }));
}

function errorOf(output: Output, sql: string, from: number): RunError | null {
  if (output.error) return errorOfFields(output.error, sql, from);
  return output.tooLarge === null ? null : { message: output.tooLarge, kind: "limit", offset: null };
}

/** An error by the fields of its ErrorResponse. */
function errorOfFields(fields: ReadonlyMap<string, string>, sent: string, from: number): RunError {
  const message = fields.get("M") ?? "the server gave no reason";
  return postgresqlError(
    { message, code: fields.get("C"), position: fields.get("P"), routine: fields.get("R") },
    { sent, from, isShared: false },
  );
}
