import type { Cell } from "../../domain/cell.ts";
import type { SqlDialect } from "../lex.ts";
import { exactKey } from "./cell-key.ts";
import { type ComparableRows, forEachRow } from "./comparable-rows.ts";
import { type LimitProbe, limitProbe } from "./limit-probe.ts";
import { joinedKey } from "./row-classes.ts";

/** Runs a query on the database of the comparison; throws or gives null where it does not run within the limits. */
export type Probe = (sql: string) => ComparableRows | null;

/** Evidence that rows differ only among those that tie with the last place of a LIMIT. */
export interface LimitTie {
  /** Whose LIMIT cuts through the tie. */
  side: "predicted" | "gold";
  limit: number;
  /** How many rows share the last place, and how many of them the LIMIT lets through. */
  tiedRows: number;
  tiedWithin: number;
}

/** A tie of more rows than this is not followed to its end. */
const MOST_TIED = 100_000;

/**
 * Whether two results of equal width differ only among the rows that tie with the last place of the gold's LIMIT, or else of
 * the prediction's (SPEC C12). The probe shows the rows beyond the LIMIT and their keys; without a probe, or where it
 * gives nothing, no tie is claimed.
 */
export function limitTie(
  predicted: ComparableRows,
  gold: ComparableRows,
  {
    predictedSql,
    goldSql,
    dialect,
    probe,
  }: { predictedSql: string; goldSql: string; dialect?: SqlDialect | undefined; probe?: Probe },
): LimitTie | null {
  if (probe === undefined) return null;
  const ofGold = tieOf(goldSql, gold, predicted, { probe, dialect });
  if (ofGold !== null) return { side: "gold", ...ofGold };
  const ofPredicted = tieOf(predictedSql, predicted, gold, { probe, dialect });
  return ofPredicted === null ? null : { side: "predicted", ...ofPredicted };
}

type Tie = Omit<LimitTie, "side">;

/** The tie at the LIMIT of `sql`, where `own` is its result and `other` could be its result too but for the tie. */
function tieOf(
  sql: string,
  own: ComparableRows,
  other: ComparableRows,
  { probe, dialect }: { probe: Probe; dialect: SqlDialect | undefined },
): Tie | null {
  const rewritten = limitProbe(sql, own.columns.length, dialect);
  if (rewritten === null || own.rowCount !== rewritten.limit || other.rowCount < own.rowCount) return null;
  const unlimited = tried(probe, rewritten.sql);
  if (unlimited === null || unlimited.rowCount <= rewritten.offset + rewritten.limit) return null;
  const { limit, offset } = rewritten;
  const window = tiedWindow(unlimited, rewritten, own.columns.length);
  if (window === null) return null;
  if (!window.allows(own) || !window.allows(other)) return null;
  return {
    limit,
    tiedRows: window.end - window.start,
    tiedWithin: offset + limit - Math.max(window.start, offset),
  };
}

function tried(probe: Probe, sql: string): ComparableRows | null {
  try {
    return probe(sql);
  } catch {
    return null;
  }
}

/** The rows that a LIMIT may let through: those before the tie, and any of the tie, which is at `start` … `end - 1`. */
interface TiedWindow {
  start: number;
  end: number;
  /** Whether a result holds every row before the tie and otherwise rows of the tie only. */
  allows(result: ComparableRows): boolean;
}

function tiedWindow(
  rows: ComparableRows,
  { keyColumns, limit, offset }: LimitProbe,
  width: number,
): TiedWindow | null {
  const keyAt = (row: number) => rowKey(rows.rows(row, row + 1)[0] as Cell[], keyColumns);
  const last = offset + limit - 1;
  const tieKey = keyAt(last);
  if (keyAt(last + 1) !== tieKey) return null;
  let start = last;
  while (start > 0 && keyAt(start - 1) === tieKey) start -= 1;
  let end = last + 2;
  while (end < rows.rowCount && end - start <= MOST_TIED && keyAt(end) === tieKey) end += 1;
  if (end - start > MOST_TIED) return null;
  if (start > offset && offset > 0 && keyAt(offset - 1) === keyAt(offset)) return null;
  const columns = Array.from({ length: width }, (_, column) => column);
  const required = countRows(rows, offset, start, columns);
  const tied = countRows(rows, start, end, columns);
  return { start, end, allows: (result) => allows(result, required, tied, columns) };
}

function rowKey(row: Cell[], columns: number[]): string {
  return joinedKey(columns.map((column) => exactKey(row[column] as Cell)));
}

/** How often each row occurs at the places `from` … `to - 1`. */
function countRows(rows: ComparableRows, from: number, to: number, columns: number[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of from < to ? rows.rows(from, to) : []) {
    const key = rowKey(row, columns);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function allows(
  result: ComparableRows,
  required: Map<string, number>,
  tied: Map<string, number>,
  columns: number[],
): boolean {
  const missing = new Map(required);
  const left = new Map(tied);
  let allowed = true;
  forEachRow(result, (row) => {
    const key = rowKey(row, columns);
    const from = (missing.get(key) ?? 0) > 0 ? missing : left;
    const count = from.get(key) ?? 0;
    if (count === 0) allowed = false;
    else from.set(key, count - 1);
  });
  return allowed && [...missing.values()].every((count) => count === 0);
}
