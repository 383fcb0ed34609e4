import type { Cell } from "../../domain/cell.ts";
import type { ResultColumn } from "../../domain/result.ts";

/**
 * A result that can be read again and again, by page: from memory or from a spool file. `rows(from, to)` gives the rows
 * `from` (inclusive) to `to` (exclusive), synchronously, each with as many cells as there are columns.
 */
export interface ComparableRows {
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
  rows(from: number, to: number): Cell[][];
}

/** A result that is in memory already. */
export function memoryRows(columns: readonly ResultColumn[], rows: Cell[][]): ComparableRows {
  return { columns, rowCount: rows.length, rows: (from, to) => rows.slice(from, to) };
}

/** Rows read at once from a source: enough that a page costs little, few enough that it stays small. */
export const PAGE_ROWS = 4096;

/** Calls `visit` for every row of a source in order, holding one page at a time. */
export function forEachRow(source: ComparableRows, visit: (row: Cell[], index: number) => void): void {
  for (let from = 0; from < source.rowCount; from += PAGE_ROWS) {
    const page = source.rows(from, Math.min(from + PAGE_ROWS, source.rowCount));
    for (let at = 0; at < page.length; at += 1) visit(page[at] as Cell[], from + at);
  }
}

/** Rows that lie closer together than this are read in one go. */
const READ_GAP = 32;

/** The rows at the given positions, read in as few pages as makes sense. */
export function rowsAt(source: ComparableRows, positions: readonly number[]): Map<number, Cell[]> {
  const sorted = [...positions].sort((a, b) => a - b);
  const found = new Map<number, Cell[]>();
  for (let at = 0; at < sorted.length; ) {
    let end = at;
    while (end + 1 < sorted.length && (sorted[end + 1] as number) - (sorted[end] as number) <= READ_GAP)
      end += 1;
    const from = sorted[at] as number;
    const page = source.rows(from, (sorted[end] as number) + 1);
    for (; at <= end; at += 1) found.set(sorted[at] as number, page[(sorted[at] as number) - from] as Cell[]);
  }
  return found;
}
