import type { Cell } from "../../domain/cell.ts";
import { exactKey } from "../../sql/compare/cell-key.ts";
import { readDecimal, roundDecimal, writeDecimal } from "../../sql/compare/decimal.ts";
import type { CheckedResult } from "../checked-phase.ts";

/** Floats are the same up to so many digits: what is beyond depends on the order in which they were added. */
const floatDigits = 12;

type Result = Pick<CheckedResult, "columns" | "rows">;

/** A row of one result that the other lacks, or has at another position; null where both say the same. */
export function differingRow(one: Result, other: Result, { ordered }: { ordered: boolean }): Cell[] | null {
  const keys = keysOf(one);
  const others = keysOf(other);
  if (ordered) {
    const at = others.findIndex((key, row) => key !== keys[row]);
    return at >= 0 ? (other.rows[at] ?? null) : (one.rows[others.length] ?? null);
  }
  return rowBeyond(keys, others, other.rows) ?? rowBeyond(others, keys, one.rows);
}

/** The first of some rows that occurs more often than among the known ones. */
function rowBeyond(
  known: readonly string[],
  keys: readonly string[],
  rows: readonly Cell[][],
): Cell[] | null {
  const counts = new Map<string, number>();
  for (const key of known) counts.set(key, (counts.get(key) ?? 0) + 1);
  const at = keys.findIndex((key) => {
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    return left === 0;
  });
  return at < 0 ? null : (rows[at] ?? null);
}

function keysOf({ columns, rows }: Result): string[] {
  return rows.map((row) =>
    row.map((cell, column) => sameKey(cell, columns[column]?.declaredType ?? "")).join("\0"),
  );
}

/** The same moment in two zones is the same value. */
function sameKey(cell: Cell, type: string): string {
  if (cell?.startsWith("r")) return `r${Number(Number(cell.slice(1)).toPrecision(floatDigits))}`;
  return type === "timestamp with time zone" ? momentKey(cell) : exactKey(cell);
}

function momentKey(cell: Cell): string {
  const parts = /^t(\d{4,})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(\.\d+)?([+-]\d\d)(?::(\d\d))?/.exec(
    cell ?? "",
  );
  if (parts === null) return exactKey(cell);
  const [, year, month, day, hour, minute, second, fraction = "", zone = "", zoneMinutes = "0"] = parts;
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  const offset = Number(zone) * 60 + Number(zoneMinutes) * (zone.startsWith("-") ? -1 : 1);
  return `m${local - offset * 60_000}${fraction}`;
}

/** The rows with the numbers of each column rounded to as many places as the other result has there. */
export function roundedLike(result: Result, like: Result): Result {
  const places = like.columns.map((_, column) =>
    Math.max(0, ...like.rows.map((row) => placesOf(row[column] ?? null))),
  );
  const rows = result.rows.map((row) => row.map((cell, column) => rounded(cell, places[column] ?? 0)));
  return { columns: result.columns, rows };
}

function placesOf(cell: Cell): number {
  return isNumber(cell) ? (/\.(\d+)$/.exec(cell)?.[1]?.length ?? 0) : 0;
}

function rounded(cell: Cell, places: number): Cell {
  const decimal = isNumber(cell) ? readDecimal(cell.slice(1)) : null;
  return decimal === null ? cell : `d${writeDecimal(roundDecimal(decimal, places))}`;
}

function isNumber(cell: Cell): cell is string {
  return cell !== null && /^[rdi]/.test(cell);
}
