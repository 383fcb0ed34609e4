import type { ColumnSummary } from "./column-summary.ts";
import { type Decimal, roundDecimal, writeDecimal } from "./decimal.ts";

/** Rounding is tried from here down to 0 decimal places: the smallest loss first. */
export const MOST_PLACES = 10;

/** From so many places on, equal after rounding is said though neither side is rounded itself: noise of floating point (SPEC C7). */
const NOISE_PLACES = 4;

/** Below so many rows a column is cheaper to compare than to rule out by its sum. */
const SUMMED_ROWS = 10_000;

/**
 * Whether two columns can be equal after rounding to `places`, without reading their rows: rounding keeps the order of
 * numbers, so the least and the greatest have to agree, and moves each by less than one unit, and so their sum.
 * `rows`: how many rows both have, null where the counts differ.
 */
export function mayRoundTo(a: ColumnSummary, b: ColumnSummary, places: number, rows: number | null): boolean {
  if (!sameRounded(a.least, b.least, places) || !sameRounded(a.greatest, b.greatest, places)) return false;
  if (rows === null || rows < SUMMED_ROWS) return true;
  const noise = 1e-9 * (Math.abs(a.sum) + Math.abs(b.sum));
  return Math.abs(a.sum - b.sum) <= rows * 10 ** -places + noise;
}

function sameRounded(a: Decimal | null, b: Decimal | null, places: number): boolean {
  if (a === null || b === null) return a === b;
  return writeDecimal(roundDecimal(a, places)) === writeDecimal(roundDecimal(b, places));
}

/** Whether equality after rounding explains anything: one side is rounded so already, or only noise goes and no value becomes 0 (SPEC C7). */
export function roundingExplains(a: ColumnSummary, b: ColumnSummary, places: number): boolean {
  if (Math.min(a.places, b.places) <= places) return true;
  return places >= NOISE_PLACES && Math.min(a.smallest, b.smallest) >= 0.5 * 10 ** -places;
}
