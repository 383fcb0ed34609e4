import type { Cell } from "../../domain/cell.ts";
import type { ResultColumn } from "../../domain/result.ts";

/**
 * A result that can be read again and again, by page: from memory or from a spool file. `rows(from, to)` gives the rows
 * `from` (inclusive) to `to` (exclusive), synchronously, each with as many cells as there are columns.
 */
export interface RowSource {
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
  rows(from: number, to: number): Cell[][];
}

/** A result that is in memory already. */
export function memoryRows(columns: readonly ResultColumn[], rows: Cell[][]): RowSource {
  return { columns, rowCount: rows.length, rows: (from, to) => rows.slice(from, to) };
}

/** Rows read at once from a source: enough that a page costs little, few enough that it stays small. */
const PAGE_ROWS = 4096;

/** Calls `visit` for every row of a source in order, holding one page at a time. */
export function forEachRow(source: RowSource, visit: (row: Cell[], index: number) => void): void {
  for (let from = 0; from < source.rowCount; from += PAGE_ROWS) {
    const page = source.rows(from, Math.min(from + PAGE_ROWS, source.rowCount));
    for (let at = 0; at < page.length; at += 1) visit(page[at] as Cell[], from + at);
  }
}
