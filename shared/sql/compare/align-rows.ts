import type { Cell } from "../../domain/cell.ts";
import type { AlignedRow, Alignment } from "../../domain/comparison.ts";
import type { Difference } from "../../domain/difference.ts";
import { alignedColumns, type ColumnPairing } from "./aligned-columns.ts";
import { exactKey, NAN_KEY } from "./cell-key.ts";
import { type ComparableRows, rowsAt } from "./comparable-rows.ts";
import { pairRows } from "./pair-rows.ts";
import { NONE, type RowPairing } from "./row-pairing.ts";

/** Two results laid side by side: the summary, and the lines on demand; only row numbers are held (17 bytes a row). */
export interface AlignedResults {
  alignment: Alignment;
  /** Lines `from` … `from + count - 1`, of all or only of those that differ. */
  rows(from: number, count: number, onlyDifferences: boolean): AlignedRow[];
}

/** Beyond so many rows a side is aligned in its first rows only, and `complete` is false. */
const ALIGNED_ROWS = 2_000_000;

/**
 * Lays two results side by side in the gold's order (SPEC R1…R5): every row of both sides is in exactly one line.
 * Equal rows are paired first, then those equal under the tolerance that explains the difference, then similar ones.
 */
export function alignRows(
  predicted: ComparableRows,
  gold: ComparableRows,
  difference: Difference,
): AlignedResults {
  const columnMap = alignedColumns(predicted, gold, difference);
  const sides = { predicted: firstRows(predicted), gold: firstRows(gold) };
  const pairing = pairRows(sides.predicted, sides.gold, columnMap, difference);
  const lines = layOut(pairing);
  const differing = differingLines(lines, pairing);
  return {
    alignment: {
      rows: lines.gold.length,
      differing: differing.length,
      columnMap,
      complete: sides.predicted === predicted && sides.gold === gold,
    },
    rows: (from, count, onlyDifferences) => {
      const shown = onlyDifferences
        ? differing.subarray(from, from + count)
        : Int32Array.from(
            { length: Math.max(0, Math.min(count, lines.gold.length - from)) },
            (_, at) => from + at,
          );
      return alignedRows(shown, lines, sides, columnMap);
    },
  };
}

function firstRows(source: ComparableRows): ComparableRows {
  if (source.rowCount <= ALIGNED_ROWS) return source;
  return {
    columns: source.columns,
    rowCount: ALIGNED_ROWS,
    rows: (from, to) => source.rows(from, Math.min(to, ALIGNED_ROWS)),
  };
}

/** The lines from top to bottom: the row of each side that is in it, or NONE. */
interface Lines {
  predicted: Int32Array;
  gold: Int32Array;
}

/** The gold's rows in order; a predicted row without partner follows the line of the predicted row before it. */
function layOut({ partner, predictedPartner }: RowPairing): Lines {
  const paired = partner.reduce((sum, predicted) => sum + (predicted === NONE ? 0 : 1), 0);
  const length = partner.length + predictedPartner.length - paired;
  const lines = { predicted: new Int32Array(length).fill(NONE), gold: new Int32Array(length).fill(NONE) };
  let line = 0;
  const putUnpairedAfter = (predicted: number) => {
    for (let next = predicted + 1; predictedPartner[next] === NONE; next += 1) lines.predicted[line++] = next;
  };
  putUnpairedAfter(-1);
  for (let gold = 0; gold < partner.length; gold += 1) {
    const predicted = partner[gold] as number;
    lines.gold[line] = gold;
    lines.predicted[line++] = predicted;
    if (predicted !== NONE) putUnpairedAfter(predicted);
  }
  return lines;
}

function differingLines(lines: Lines, { exact }: RowPairing): Int32Array {
  const differs = (line: number) => {
    const gold = lines.gold[line] as number;
    return gold === NONE || exact[gold] === 0;
  };
  let count = 0;
  for (let line = 0; line < lines.gold.length; line += 1) if (differs(line)) count += 1;
  const differing = new Int32Array(count);
  let at = 0;
  for (let line = 0; line < lines.gold.length; line += 1) if (differs(line)) differing[at++] = line;
  return differing;
}

function alignedRows(
  shown: Int32Array,
  lines: Lines,
  sides: { predicted: ComparableRows; gold: ComparableRows },
  columnMap: ColumnPairing,
): AlignedRow[] {
  const indexes = (side: Int32Array) =>
    Array.from(shown, (line) => side[line] as number).filter((row) => row !== NONE);
  const predictedRows = rowsAt(sides.predicted, indexes(lines.predicted));
  const goldRows = rowsAt(sides.gold, indexes(lines.gold));
  return Array.from(shown, (line) => {
    const predicted = besideOf(lines.predicted[line] as number, predictedRows);
    const gold = besideOf(lines.gold[line] as number, goldRows);
    if (predicted === null || gold === null)
      return { kind: gold === null ? "only-predicted" : "only-gold", predicted, gold, changed: [] };
    const changed = changedColumns(predicted.cells, gold.cells, columnMap);
    return { kind: changed.length === 0 ? "same" : "changed", predicted, gold, changed };
  });
}

function besideOf(index: number, rows: Map<number, Cell[]>): { index: number; cells: Cell[] } | null {
  return index === NONE ? null : { index, cells: rows.get(index) as Cell[] };
}

function changedColumns(predicted: Cell[], gold: Cell[], columnMap: ColumnPairing): number[] {
  return columnMap.flatMap((other, column) => {
    if (other === null) return [];
    const key = exactKey(gold[column] as Cell);
    return key === exactKey(predicted[other] as Cell) && key !== NAN_KEY ? [] : [column];
  });
}
