import type { Cell } from "#shared/domain/cell.ts";
import type { ResultColumn, RowPage, RunSummary } from "#shared/domain/result.ts";
import type { RunLimits } from "#shared/domain/run-limits.ts";

import { type QuerySession, TimeIsUp } from "../engines/engine.ts";
import { summaryOfError } from "./run-errors.ts";
import { createSpool, type Spool, type StoredRows } from "./spool.ts";

/** A first page is shown once it has this many rows or characters, or was waited for this long (ms). */
export const firstPageRows = 200;
const firstPageLength = 2 ** 20;
const firstPageWait = 50;

/** How often rows are reported, in milliseconds. */
const progressInterval = 100;

/** The rows after which the clock is read again. */
const rowsPerLook = 64;

/** Where the rows of a statement are announced while it runs; each call resolves once the message is out. */
export interface StatementListener {
  onFirstRows(summary: RunSummary, page: RowPage): Promise<void>;
  onProgress(rows: number): Promise<void>;
}

/** What a statement gave; `stored` is null where it failed. */
export interface SpooledResult {
  summary: RunSummary;
  stored: StoredRows<Cell[]> | null;
}

/** Runs one statement to its end under its limits, its rows spooled to `file` once they are many. Never rejects for the statement's sake. */
export async function runStatement(
  session: QuerySession,
  sql: string,
  limits: RunLimits,
  file: string,
  listener: StatementListener | null,
): Promise<SpooledResult> {
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const spool = createSpool<Cell[]>(file);
  try {
    const { columns, rows } = await session.query(sql, limits);
    const pull = { spool, columns, limits, elapsed, listener };
    const truncated = Symbol.iterator in rows ? await pullRows(rows, pull) : await pullAsyncRows(rows, pull);
    const stored = spool.finish();
    return { summary: okSummary(columns, stored.rowCount, truncated, elapsed()), stored };
  } catch (error) {
    spool.remove();
    return { summary: summaryOfError(error, limits, elapsed()), stored: null };
  }
}

function okSummary(
  columns: ResultColumn[],
  rowCount: number,
  truncated: boolean,
  elapsedMs: number,
): RunSummary {
  return { status: "ok", columns, rowCount, truncated, elapsedMs, error: null };
}

interface Pull {
  spool: Spool<Cell[]>;
  columns: ResultColumn[];
  limits: RunLimits;
  elapsed: () => number;
  listener: StatementListener | null;
}

/** Takes rows until there are no more or a cap is reached; returns whether the result was cut off. Only a listener makes it wait. */
async function pullRows(rows: Iterable<Cell[]>, pull: Pull): Promise<boolean> {
  const announce = announcer(pull);
  for (const row of rows) {
    if (isFull(pull)) return true;
    pull.spool.append(row, lengthOf(row));
    const announcing = isAnnouncementDue(pull) ? announce(row) : null;
    if (announcing) await announcing;
  }
  return false;
}

async function pullAsyncRows(rows: AsyncIterable<Cell[]>, pull: Pull): Promise<boolean> {
  const announce = announcer(pull);
  for await (const row of rows) {
    if (isFull(pull)) return true;
    pull.spool.append(row, lengthOf(row));
    if (isAnnouncementDue(pull)) await announce(row);
  }
  return false;
}

function isFull({ spool, limits }: Pull): boolean {
  return spool.rowCount >= limits.rows || spool.length >= limits.resultBytes;
}

/** Whether it is time to isAnnouncementDue at the clock: at every row of the first page, then every 64 rows. Throws when time is up. */
function isAnnouncementDue({ spool, elapsed, limits, listener }: Pull): boolean {
  const { rowCount } = spool;
  const due = rowCount % rowsPerLook === 0 || (listener !== null && rowCount <= firstPageRows);
  if (due && elapsed() > limits.timeMs) throw new TimeIsUp();
  return due && listener !== null;
}

/** Announces the first page once it is full, or what there is of it once it was waited for long enough; then the count of rows now and then. */
function announcer({ spool, columns, elapsed, listener }: Pull): (row: Cell[]) => Promise<void> | null {
  const firstRows: Cell[][] = [];
  let pageIsFull = false;
  let announced = 0;
  let nextAt = firstPageWait;
  return (row) => {
    const now = elapsed();
    const filling = !pageIsFull;
    if (filling) firstRows.push(row);
    pageIsFull ||= spool.rowCount >= firstPageRows || spool.length >= firstPageLength;
    const due = now >= nextAt || (filling && pageIsFull);
    if (!due || listener === null) return null;
    nextAt = now + progressInterval;
    if (announced === firstRows.length) return listener.onProgress(spool.rowCount);
    announced = firstRows.length;
    const summary = okSummary(columns, spool.rowCount, false, now);
    return listener.onFirstRows(summary, { from: 0, rows: firstRows });
  };
}

function lengthOf(row: Cell[]): number {
  let length = 3;
  for (const cell of row) length += cell === null ? 5 : cell.length + 3;
  return length;
}
