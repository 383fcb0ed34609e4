import type { Cell } from "../../domain/cell.ts";
import { exactKey } from "./cell-key.ts";
import { type ComparableRows, rowsAt } from "./comparable-rows.ts";
import { classifyRows } from "./row-classes.ts";
import { joinRows, NONE, type RowPairing } from "./row-pairing.ts";

/** The two results and their paired columns: `predictedColumns[i]` stands for `goldColumns[i]`. */
export interface PairedColumns {
  predicted: ComparableRows;
  gold: ComparableRows;
  predictedColumns: number[];
  goldColumns: number[];
}

/** Up to so many pairs of unpaired rows every pair is weighed; beyond, rows are joined by values that occur once. */
const WEIGHED_PAIRS = 40_000;

/** Beyond so many rows of both sides together the rest stays unpaired: joining costs a pass over them for each column. */
const JOINED_ROWS = 200_000;

/** Pairs what is left where rows share values enough to be the same row changed (SPEC R4). */
export function pairSimilarRows(pairing: RowPairing, sides: PairedColumns): void {
  const predicted = unpaired(pairing.predictedPartner);
  const gold = unpaired(pairing.partner);
  if (predicted.length === 1 && gold.length === 1)
    joinRows(pairing, predicted[0] as number, gold[0] as number);
  else if (predicted.length * gold.length <= WEIGHED_PAIRS) pairByWeight(pairing, sides, predicted, gold);
  else if (sides.predicted.rowCount + sides.gold.rowCount <= JOINED_ROWS) pairByColumn(pairing, sides);
}

function unpaired(partners: Int32Array): number[] {
  const rows: number[] = [];
  for (let row = 0; row < partners.length; row += 1) if (partners[row] === NONE) rows.push(row);
  return rows;
}

interface WeighedPair {
  predicted: number;
  gold: number;
  weight: number;
}

/**
 * Each shared value weighs the more the rarer it is; the heaviest pairs are joined first. A pair has to share a value that
 * occurs once on either side, or half its cells.
 */
function pairByWeight(pairing: RowPairing, sides: PairedColumns, predicted: number[], gold: number[]): void {
  const predictedKeys = keysOf(sides.predicted, predicted, sides.predictedColumns);
  const goldKeys = keysOf(sides.gold, gold, sides.goldColumns);
  const predictedCounts = valueCounts(predictedKeys);
  const goldCounts = valueCounts(goldKeys);
  const pairs: WeighedPair[] = [];
  for (const [at, row] of predicted.entries()) {
    for (const [other, goldRow] of gold.entries()) {
      let weight = 0;
      let shared = 0;
      for (let column = 0; column < goldCounts.length; column += 1) {
        const key = predictedKeys[at]?.[column] as string;
        if (key !== goldKeys[other]?.[column]) continue;
        shared += 1;
        const often = Math.max(predictedCounts[column]?.get(key) ?? 1, goldCounts[column]?.get(key) ?? 1);
        weight += 1 / often;
      }
      if (weight >= 1 || (shared > 0 && shared * 2 >= goldCounts.length))
        pairs.push({ predicted: row, gold: goldRow, weight: weight + shared });
    }
  }
  pairs.sort((a, b) => b.weight - a.weight || a.gold - b.gold || a.predicted - b.predicted);
  for (const pair of pairs) {
    if (pairing.partner[pair.gold] === NONE && pairing.predictedPartner[pair.predicted] === NONE)
      joinRows(pairing, pair.predicted, pair.gold);
  }
}

function keysOf(source: ComparableRows, rows: number[], columns: number[]): string[][] {
  const cells = rowsAt(source, rows);
  return rows.map((row) => columns.map((column) => exactKey(cells.get(row)?.[column] as Cell)));
}

/** For each column how often each value occurs. */
function valueCounts(keys: string[][]): Map<string, number>[] {
  return (keys[0] ?? []).map((_, column) => {
    const counts = new Map<string, number>();
    for (const row of keys) {
      const key = row[column] as string;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  });
}

/** Column by column, joins the unpaired rows whose value there occurs once among the unpaired rows of either side. */
function pairByColumn(pairing: RowPairing, sides: PairedColumns): void {
  for (const [at, goldColumn] of sides.goldColumns.entries()) {
    const keys = [exactKey];
    const classes = classifyRows(
      { source: sides.predicted, columns: [sides.predictedColumns[at] as number], keys },
      { source: sides.gold, columns: [goldColumn], keys },
    );
    const predicted = onlyRows(classes.predicted, pairing.predictedPartner, classes.count);
    const gold = onlyRows(classes.gold, pairing.partner, classes.count);
    for (let value = 0; value < classes.count; value += 1) {
      const row = predicted[value] as number;
      const goldRow = gold[value] as number;
      if (row >= 0 && goldRow >= 0) joinRows(pairing, row, goldRow);
    }
  }
}

/** For each class its only unpaired row, NONE where there is none, and -2 where there are several. */
function onlyRows(classes: Int32Array, partners: Int32Array, count: number): Int32Array {
  const only = new Int32Array(count).fill(NONE);
  for (let row = 0; row < classes.length; row += 1) {
    if (partners[row] !== NONE) continue;
    const value = classes[row] as number;
    only[value] = only[value] === NONE ? row : -2;
  }
  return only;
}
