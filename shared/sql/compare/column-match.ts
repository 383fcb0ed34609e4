import type { Cell } from "../../domain/cell.ts";
import type { CellKey } from "./cell-key.ts";
import { type ColumnSignature, columnSignatures } from "./column-profile.ts";
import { classifyRows, type RowView } from "./row-classes.ts";
import { type RowRelation, rowRelation } from "./row-relation.ts";
import type { RowSource } from "./row-source.ts";

/** Columns of both sides paired so that their rows are equal as sets at least. */
export interface ColumnMatch {
  /** For each column of the narrower side (of the gold where both are as wide), its column on the other side. */
  columnMap: number[];
  /** How the rows relate once columns are paired so: `sameSet` holds. */
  relation: RowRelation;
}

/** The two results and how their cells are read. */
export interface Pair {
  predicted: RowSource;
  gold: RowSource;
  key: (cell: Cell) => CellKey;
}

/** How many cells the search for a pairing may read beyond the most likely pairing: some tenths of a second (SPEC C10). */
const SEARCH_CELLS = 2_000_000;

/**
 * Pairs each column of the narrower side with one of the other so that the rows are equal, as multisets if they can be,
 * else as sets; null where no pairing is found. Candidates are columns with the same values; each pairing is verified
 * row by row. The search is bounded, so that twenty columns of zeros and ones cost no more than a moment.
 */
export function matchColumns(pair: Pair): ColumnMatch | null {
  const { predicted, gold, key } = pair;
  const predictedSignatures = columnSignatures(
    predicted,
    predicted.columns.map(() => key),
  );
  const goldSignatures = columnSignatures(
    gold,
    gold.columns.map(() => key),
  );
  const [narrow, wide] = goldIsNarrow(pair)
    ? [goldSignatures, predictedSignatures]
    : [predictedSignatures, goldSignatures];
  if (predicted.rowCount === gold.rowCount) {
    const match = searchPairing(pair, candidatesOf(pair, narrow, wide, sameMultiset), "sameMultiset");
    if (match !== null) return match;
  }
  return searchPairing(pair, candidatesOf(pair, narrow, wide, sameSet), "sameSet");
}

/** How the rows relate when the columns are paired by `columnMap`, which may be the beginning of a pairing. */
export function relationUnder(pair: Pair, columnMap: readonly number[]): RowRelation {
  const narrow = columnMap.map((_, column) => column);
  const [predicted, gold] = goldIsNarrow(pair) ? [columnMap, narrow] : [narrow, columnMap];
  return rowRelation(
    classifyRows(viewOf(pair.predicted, predicted, pair.key), viewOf(pair.gold, gold, pair.key)),
  );
}

export function goldIsNarrow({ predicted, gold }: { predicted: RowSource; gold: RowSource }): boolean {
  return gold.columns.length <= predicted.columns.length;
}

function viewOf(source: RowSource, columns: readonly number[], key: (cell: Cell) => CellKey): RowView {
  return { source, columns, keys: columns.map(() => key) };
}

type SameSignature = (a: ColumnSignature, b: ColumnSignature) => boolean;
const sameSet: SameSignature = (a, b) => a.least === b.least && a.most === b.most;
const sameMultiset: SameSignature = (a, b) => a.sum === b.sum && sameSet(a, b);

/** For each column of the narrower side, the columns of the other that may hold the same values: same place first, then same name. */
function candidatesOf(
  pair: Pair,
  narrow: ColumnSignature[],
  wide: ColumnSignature[],
  same: SameSignature,
): number[][] {
  const [narrowNames, wideNames] = (
    goldIsNarrow(pair) ? [pair.gold, pair.predicted] : [pair.predicted, pair.gold]
  ).map((source) => source.columns.map((column) => column.name.toLowerCase())) as [string[], string[]];
  return narrow.map((signature, column) => {
    const rank = (other: number) =>
      (wideNames[other] === narrowNames[column] ? 0 : 2) + (other === column ? 0 : 1);
    return wide
      .flatMap((other, at) => (same(signature, other) ? [at] : []))
      .sort((a, b) => rank(a) - rank(b) || a - b);
  });
}

/** The likeliest pairing, then, column by column and within bounds, every other one. */
function searchPairing(
  pair: Pair,
  candidates: number[][],
  goal: "sameMultiset" | "sameSet",
): ColumnMatch | null {
  if (candidates.some((columns) => columns.length === 0)) return null;
  const likeliest = firstPairing(candidates);
  if (likeliest === null) return null;
  const relation = relationUnder(pair, likeliest);
  if (relation[goal]) return { columnMap: likeliest, relation };
  if (candidates.every((columns) => columns.length === 1)) return null;
  return backtrack(pair, candidates, goal);
}

function firstPairing(candidates: number[][]): number[] | null {
  const used = new Set<number>();
  const pairing: number[] = [];
  for (const columns of candidates) {
    const free = columns.find((column) => !used.has(column));
    if (free === undefined) return null;
    used.add(free);
    pairing.push(free);
  }
  return pairing;
}

/** Depth first; a beginning whose rows differ already is given up at once. */
function backtrack(pair: Pair, candidates: number[][], goal: "sameMultiset" | "sameSet"): ColumnMatch | null {
  const rows = pair.predicted.rowCount + pair.gold.rowCount;
  let budget = SEARCH_CELLS;
  const extend = (pairing: number[]): ColumnMatch | null => {
    for (const column of candidates[pairing.length] ?? []) {
      if (pairing.includes(column)) continue;
      const longer = [...pairing, column];
      budget -= rows * longer.length;
      if (budget < 0) return null;
      const relation = relationUnder(pair, longer);
      if (!relation[goal]) continue;
      const match = longer.length === candidates.length ? { columnMap: longer, relation } : extend(longer);
      if (match !== null) return match;
    }
    return null;
  };
  return extend([]);
}
