import { performance } from "node:perf_hooks";
import type { RunError } from "#shared/domain/result.ts";
import { failedResult, type StatementLimits, type StatementResult } from "../engine.ts";
import { nulError, postgresqlError, sqlState } from "../postgres-dialect/failure.ts";
import type { ParsedStatement } from "../postgres-dialect/statements.ts";
import { type EndReason, withBackendWatched } from "./backend-watchdog.ts";
import { postgresCell } from "./cells.ts";
import type { PostgresConnection, ServerColumn, ServerOutput, TextOutput } from "./connection.ts";
import type { Server } from "./server.ts";
import { endSession, queueIsFull, type SessionNumbers, sessionGone, sessionNumbers } from "./server-usage.ts";

/** Where a text runs and under which limits. */
export interface TextRun {
  server: Server;
  session: PostgresConnection;
  /** The role that is logged in. */
  role: string;
  limits: StatementLimits;
  signal?: AbortSignal | undefined;
  typeNames(columns: readonly ServerColumn[]): Promise<string[]>;
  /** Whether the SQL has written more than it may. */
  overflow(session: SessionNumbers): Promise<"full" | "queue" | null>;
  /** The same between statements, and whether the session has taken too much memory; asked no more often than twice a second. */
  overuseByNow(): Promise<EndReason | null>;
  /** Called before anything is sent that may change the database. */
  onWrite(): void;
}

/** What a text gave, statement by statement; nothing follows the first that is not "ok". */
interface TextOutcome {
  results: StatementResult[];
  /** The database refused a write, as the text had looked like one that only reads. */
  wantsToWrite: boolean;
}

/** How much a script may add to its database. */
export const storedGigabytes = 1;

const limit = (message: string) => ({ message, kind: "limit" as const, offset: null });
const megabytes = ({ memoryBytes }: StatementLimits) => Math.round(memoryBytes / 2 ** 20);
const tooLarge = (limits: StatementLimits) =>
  limit(`stopped: the result is larger than ${megabytes(limits)} MB`);

function whyEnded(reason: EndReason, limits: StatementLimits): RunError {
  if (reason === "queue") return { message: queueIsFull, kind: "machine", offset: null };
  if (reason === "full") return limit(`stopped: the SQL has written more than ${storedGigabytes} GB`);
  return limit(`stopped: the server needed more than ${megabytes(limits)} MB of memory for it`);
}

/** The session had ended before anything of the text was sent: it can be run in a new one. */
export class SessionGone extends Error {}

/** What our own orders around a text may send back, and how long the longest of them, a COMMIT, may take. */
const own = { rows: 10, bytes: 1 << 20, timeMs: 60_000 };

/** How long a server may take to begin something; one that does not is not waited for. */
const beginMs = 5000;

/**
 * Runs a text that looks like one that only reads, in a READ ONLY transaction, so that the database is known to be unchanged;
 * null where it turns out to write, and has done nothing yet.
 */
export async function runReadOnly(
  statements: ParsedStatement[],
  run: TextRun,
): Promise<StatementResult[] | null> {
  const { session, limits, onWrite } = run;
  await begin(session, `BEGIN READ ONLY; SET LOCAL statement_timeout = ${limits.timeMs}`);
  const { results, wantsToWrite } = await runStatements(statements, run);
  if (session.isLost) return results;
  // Large objects could be written in READ ONLY transactions before PostgreSQL 16: an assigned xid gives that away.
  const end = await session.send("SELECT pg_catalog.txid_current_if_assigned(); COMMIT", "text", own);
  if (end.error === null && end.outputs[0]?.rows[0]?.[0] !== null) onWrite();
  if (session.transaction !== "I") await session.send("ROLLBACK", "text", own);
  return wantsToWrite ? null : results;
}

/**
 * Runs a text as one transaction, as psycopg2 sends it: begun for it, committed at its end, undone as a whole when a statement
 * fails. After a COMMIT or ROLLBACK of its own what follows is a transaction again.
 */
export async function runPostgresText(
  sql: string,
  statements: ParsedStatement[] | null,
  run: TextRun,
): Promise<StatementResult[]> {
  const { session, limits } = run;
  run.onWrite();
  // Two orders: in one text they would be one transaction, whose end would undo the limit.
  await begin(session, `SET statement_timeout = ${limits.timeMs}`);
  await begin(session, "BEGIN");
  const { results } = await runStatements(statements ?? [unparsed(sql)], run);
  const last = results.at(-1);
  if (session.isLost || last === undefined || session.transaction === "I") return results;
  const isGood = last.status === "ok";
  // What a session notifies itself of comes with the answer to its COMMIT.
  const end = await session.send(isGood ? "COMMIT" : "ROLLBACK", "text", {
    ...own,
    bytes: limits.memoryBytes,
  });
  if (end.error !== null && isGood)
    results[results.length - 1] = failedResult(endFailure(end, limits), {
      notices: last.notices,
      elapsedMs: last.elapsedMs,
    });
  if (session.transaction === "E") await session.send("ROLLBACK", "text", own);
  return results;
}

/** Why a COMMIT did not go through; whether it did is not known where the session was lost. */
function endFailure({ error, lost, tooMuch }: TextOutput, limits: StatementLimits): RunError {
  if (tooMuch) return tooLarge(limits);
  const message = error?.message ?? "";
  if (lost) return { message: `the session ended at its COMMIT: ${message}`, kind: "engine", offset: null };
  return postgresqlError({ ...error, message }, { sent: "", from: 0, isShared: true });
}

/** Runs a text within a transaction that is kept open; a savepoint stands for the text's own transaction. */
export async function runInSavepoint(
  statements: ParsedStatement[],
  run: TextRun,
): Promise<StatementResult[]> {
  const { session, limits } = run;
  await begin(session, `SET LOCAL statement_timeout = ${limits.timeMs}; SAVEPOINT text`);
  const { results } = await runStatements(statements, run);
  if (session.isLost) return results;
  const isGood = results.at(-1)?.status === "ok" && session.transaction === "T";
  await session.send(isGood ? "RELEASE text" : "ROLLBACK TO text; RELEASE text", "text", own);
  return results;
}

/** A NUL character ends a text on its way to the server: refused here. */
export function refusalOfNul(sql: string): StatementResult[] | null {
  const error = nulError(sql);
  return error && [failedResult(error, { elapsedMs: 0 })];
}

/** What our parser rejects goes to the server whole, which mostly finds the same fault and says where it is. */
function unparsed(sql: string): ParsedStatement {
  return { text: sql, from: 0, kind: "", readOnly: false };
}

async function begin(session: PostgresConnection, order: string): Promise<void> {
  const { lost } = await session.send(order, "text", { ...own, timeMs: beginMs });
  if (lost) throw new SessionGone();
}

/** The text has ended its transaction itself, and with it perhaps its limit. */
async function beginAgain({ session, limits }: TextRun): Promise<void> {
  await session.send(`SET statement_timeout = ${limits.timeMs}`, "text", own);
  await session.send("BEGIN", "text", own);
}

async function runStatements(statements: ParsedStatement[], run: TextRun): Promise<TextOutcome> {
  const results: StatementResult[] = [];
  const described: { columns: ServerColumn[]; result: StatementResult }[] = [];
  let wantsToWrite = false;
  const deadline = performance.now() + run.limits.timeMs;
  for (const [at, statement] of statements.entries()) {
    if (at > 0 && run.session.transaction === "I") await beginAgain(run);
    const overuse = await run.overuseByNow();
    if (overuse !== null) {
      results.push(failedResult(whyEnded(overuse, run.limits), { elapsedMs: 0 }));
      // Nothing less gives back what it holds.
      await run.session.end();
      await waitUntilGone(run, { tooMuch: false, error: null });
      break;
    }
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) {
      results.push(timedOut(run.limits, { notices: [], elapsedMs: 0 }));
      break;
    }
    const { outcome, reason, elapsedMs } = await send(statement, run, leftMs);
    wantsToWrite ||= outcome.error?.code === sqlState.readOnlyTransaction;
    for (const output of outcome.outputs) {
      const result = toResult(output, statement, outcome.notices, elapsedMs, run.limits);
      described.push({ columns: output.columns, result });
      results.push(result);
    }
    const failed = await failureOf(outcome, { statement, reason, elapsedMs, run });
    if (failed !== null) results.push(failed);
    if (results.at(-1)?.status !== "ok") break;
  }
  if (!wantsToWrite && !run.session.isLost) await nameTypes(described, run);
  return { results, wantsToWrite };
}

async function send(
  statement: ParsedStatement,
  { session, server, role, limits, signal, overflow }: TextRun,
  timeMs: number,
) {
  const started = performance.now();
  const { value: outcome, reason } = await withBackendWatched(
    { server, session, role },
    { timeMs, memoryBytes: limits.memoryBytes, signal, overflow },
    () =>
      session.send(statement.text, statement.kind === "" ? "text" : "one", {
        rows: limits.rows,
        bytes: limits.memoryBytes,
      }),
  );
  const elapsedMs = performance.now() - started;
  // The order to end it may still be on its way: nothing more is asked of a session that is being ended.
  if (reason !== null) await session.end();
  if (session.isLost) await waitUntilGone({ server, session, role }, outcome);
  if (reason === "cancelled") throw signal?.reason;
  return { outcome, reason, elapsedMs };
}

/** How long (ms) a server may take to undo what a session has done that it has ended; one that it has not ended may be past ending. */
const undoMs = 10_000;
const unansweredMs = 2000;

/** What a lost session held is nobody else's to meet: the next answer would fail for its locks. */
async function waitUntilGone(
  { server, session, role }: Pick<TextRun, "server" | "session" | "role">,
  { tooMuch, error }: Pick<TextOutput, "tooMuch" | "error">,
): Promise<void> {
  const numbers = await sessionNumbers(server, session, role).catch(() => null);
  if (numbers === null) return;
  // Its socket was closed on this side, of which the server knows nothing yet.
  if (tooMuch) await endSession(server, numbers).catch(() => {});
  await sessionGone(server, numbers, error?.severity === "FATAL" ? undoMs : unansweredMs);
}

/** The result of a statement that did not go through; null where it did. Rejects when the server itself is gone. */
async function failureOf(
  outcome: TextOutput,
  {
    statement,
    reason,
    elapsedMs,
    run: { limits, server },
  }: { statement: ParsedStatement; reason: EndReason | null; elapsedMs: number; run: TextRun },
): Promise<StatementResult | null> {
  const { error, lost, tooMuch, notices } = outcome;
  const ended = (why: RunError) => failedResult(why, { notices, elapsedMs });
  if (reason === "timeout" || (error?.code === sqlState.queryCanceled && elapsedMs >= limits.timeMs * 0.9))
    return timedOut(limits, { notices, elapsedMs });
  if (reason !== null) return ended(whyEnded(reason, limits));
  if (error === null) return null;
  if (tooMuch) return ended(tooLarge(limits));
  if (!lost)
    return ended(postgresqlError(error, { sent: statement.text, from: statement.from, isShared: true }));
  // Where the server went away, this rejects and says so. No statement may end a session, its own neither (template.ts).
  await server.ask("SELECT 1");
  return ended({ message: `the session ended: ${error.message}`, kind: "engine", offset: null });
}

function timedOut(limits: StatementLimits, known: { notices: string[]; elapsedMs: number }): StatementResult {
  const message = `stopped at the time limit of ${seconds(limits.timeMs)}`;
  return failedResult({ message, kind: "limit", offset: null }, { ...known, status: "timeout" });
}

function toResult(
  output: ServerOutput,
  statement: ParsedStatement,
  notices: string[],
  elapsedMs: number,
  limits: StatementLimits,
): StatementResult {
  const { columns, rows, rowCount, tag } = output;
  const tooLong = rows.some((row) => row.some((value) => value !== null && value.length > limits.cellBytes));
  if (tooLong) {
    const message = `a value is larger than the limit of ${limits.cellBytes} bytes`;
    return failedResult({ message, kind: "limit", offset: null }, { notices, elapsedMs });
  }
  const [, command = "", count] = /^(.*?)(?: (?:\d+ )?(\d+))?$/.exec(tag) ?? [];
  return {
    columns: columns.map(({ name }) => ({ name, declaredType: "" })),
    rows: rows.map((row) => row.map((value, at) => postgresCell(columns[at]?.dataTypeID ?? 0, value))),
    rowCount: rows.length,
    truncated: rowCount > rows.length,
    command: command === "" ? commandOf(statement.kind) : command,
    affected: count === undefined ? null : Number(count),
    notices,
    status: "ok",
    error: null,
    elapsedMs,
  };
}

/** A statement that was cut at the row cap sends no command tag; the grammar's name for it says the same. */
function commandOf(kind: string): string {
  return kind.replace(/Stmt$/, "").toUpperCase();
}

async function nameTypes(described: { columns: ServerColumn[]; result: StatementResult }[], run: TextRun) {
  for (const { columns, result } of described) {
    if (result.columns.length === 0) continue;
    const names = await run.typeNames(columns);
    result.columns = result.columns.map(({ name }, at) => ({ name, declaredType: names[at] ?? "" }));
  }
}

function seconds(timeMs: number): string {
  return timeMs < 1000 ? `${timeMs} ms` : `${Number((timeMs / 1000).toFixed(1))} s`;
}
