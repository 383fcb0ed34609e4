import type { RunSummary } from "#shared/domain/result.ts";

const counts = new Intl.NumberFormat("en-US");

/** "1 row", "1,000,000 rows"; a result that was cut off has at least that many. */
export function rowCountText(summary: Pick<RunSummary, "rowCount" | "truncated">): string {
  const count = counts.format(summary.rowCount);
  return `${summary.truncated ? "at least " : ""}${count} ${summary.rowCount === 1 ? "row" : "rows"}`;
}

/** A duration for a person: "0.4 ms", "38 ms", "1.25 s", "2 min 5 s". */
export function durationText(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(2)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** A number as it is read: "12,345". */
export const countText = (count: number): string => counts.format(count);
