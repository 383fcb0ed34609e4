import type { Difference, DifferenceDetail } from "../../domain/difference.ts";
import type { ColumnPairing } from "./aligned-columns.ts";
import type { ComparableRows } from "./comparable-rows.ts";
import { pairSimilarRows } from "./pair-similar-rows.ts";
import { classifyRows, type RowClasses, type RowView } from "./row-classes.ts";
import { joinRows, NONE, type RowPairing } from "./row-pairing.ts";
import { keyUnder, noTolerance, type Tolerance } from "./tolerance.ts";

/** Pairs equal rows, then rows that are equal once what the difference overlooks is overlooked, then similar rows. */
export function pairRows(
  predicted: ComparableRows,
  gold: ComparableRows,
  columnMap: ColumnPairing,
  { kind, detail }: Difference,
): RowPairing {
  if (kind === "identical") return pairInOrder(gold.rowCount);
  const pairing: RowPairing = {
    partner: new Int32Array(gold.rowCount).fill(NONE),
    predictedPartner: new Int32Array(predicted.rowCount).fill(NONE),
    exact: new Uint8Array(gold.rowCount),
  };
  const goldColumns = columnMap.flatMap((other, column) => (other === null ? [] : [column]));
  const predictedColumns = columnMap.flatMap((other) => (other === null ? [] : [other]));
  if (goldColumns.length === 0) return pairing;
  const classesUnder = (tolerance: Tolerance): RowClasses => {
    const keys = goldColumns.map(() => keyUnder(tolerance));
    const view = (source: ComparableRows, columns: number[]): RowView => ({ source, columns, keys });
    return classifyRows(view(predicted, predictedColumns), view(gold, goldColumns));
  };
  pairEqual(pairing, classesUnder(noTolerance));
  for (let row = 0; row < gold.rowCount; row += 1) pairing.exact[row] = pairing.partner[row] === NONE ? 0 : 1;
  const tolerance = toleranceOf(detail);
  if (tolerance !== null && hasUnpaired(pairing)) pairEqual(pairing, classesUnder(tolerance));
  if (hasUnpaired(pairing)) pairSimilarRows(pairing, { predicted, gold, predictedColumns, goldColumns });
  if (pairing.partner.every((row) => row === NONE)) pairByPosition(pairing);
  return pairing;
}

/** Where nothing is alike, rows are read side by side as they came: a code beside its name says more than two blocks (SPEC R6). */
function pairByPosition(pairing: RowPairing): void {
  const both = Math.min(pairing.partner.length, pairing.predictedPartner.length);
  for (let row = 0; row < both; row += 1) joinRows(pairing, row, row);
}

/** Both sides row by row, where they are known to be identical. */
function pairInOrder(count: number): RowPairing {
  const partner = Int32Array.from({ length: count }, (_, row) => row);
  return { partner, predictedPartner: partner, exact: new Uint8Array(count).fill(1) };
}

function toleranceOf({ forms, decimals, dayOrder }: DifferenceDetail): Tolerance | null {
  if (forms === undefined && decimals === undefined) return null;
  return { forms: new Set(forms), decimals: decimals ?? null, dayOrder: dayOrder ?? "month-first" };
}

function hasUnpaired({ partner, predictedPartner }: RowPairing): boolean {
  return partner.includes(NONE) && predictedPartner.includes(NONE);
}

/** Pairs the unpaired rows of one class in the order in which they occur on either side. */
function pairEqual(pairing: RowPairing, { predicted, gold, count }: RowClasses): void {
  const first = new Int32Array(count).fill(NONE);
  const next = new Int32Array(predicted.length).fill(NONE);
  for (let row = predicted.length - 1; row >= 0; row -= 1) {
    if (pairing.predictedPartner[row] !== NONE) continue;
    next[row] = first[predicted[row] as number] as number;
    first[predicted[row] as number] = row;
  }
  for (let row = 0; row < gold.length; row += 1) {
    const candidate = first[gold[row] as number] as number;
    if (pairing.partner[row] !== NONE || candidate === NONE) continue;
    joinRows(pairing, candidate, row);
    first[gold[row] as number] = next[candidate] as number;
  }
}
