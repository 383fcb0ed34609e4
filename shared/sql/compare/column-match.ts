import type { Cell } from "../../domain/cell.ts";
import { type CellKey, exactKey } from "./cell-key.ts";
import { type ColumnSignature, columnSignatures } from "./column-signature.ts";
import type { ComparableRows } from "./comparable-rows.ts";
import { classifyRows, type RowView } from "./row-classes.ts";
import { type RowRelation, rowRelation } from "./row-relation.ts";

/** The two results, and which of them is the narrower: the gold where both are as wide. */
export interface Pair {
  predicted: ComparableRows;
  gold: ComparableRows;
  goldIsNarrow: boolean;
  narrow: ComparableRows;
  wide: ComparableRows;
}

export function pairOf(predicted: ComparableRows, gold: ComparableRows): Pair {
  const goldIsNarrow = gold.columns.length <= predicted.columns.length;
  const [narrow, wide] = goldIsNarrow ? [gold, predicted] : [predicted, gold];
  return { predicted, gold, goldIsNarrow, narrow, wide };
}

/** Columns of both sides paired, and how the rows relate when they are. */
export interface ColumnMatch {
  /** For each column of the narrower side, its column on the other side. */
  columnMap: number[];
  relation: RowRelation;
}

/** What a pairing has to achieve. Each goal holds for the first columns of a pairing if it holds for all of them. */
export type Goal = "sameMultiset" | "sameSet" | "predictedWithinGold" | "goldWithinPredicted";

/** For each column of the narrower side: the columns that may stand for it, and how both are read. */
export interface ColumnSearch {
  candidates: number[][];
  keys: ((cell: Cell) => CellKey)[];
}

/** How many cells the search for a pairing may read beyond the most likely pairing: some tenths of a second (SPEC C10). */
const SEARCH_CELLS = 2_000_000;

/** How the rows relate when the columns are paired by `columnMap`, which may be the beginning of a pairing. */
export function relationUnder(
  pair: Pair,
  columnMap: readonly number[],
  keys: readonly ((cell: Cell) => CellKey)[],
): RowRelation {
  const view = (source: ComparableRows, columns: readonly number[]): RowView => ({ source, columns, keys });
  const narrow = columnMap.map((_, column) => column);
  const [predicted, gold] = pair.goldIsNarrow ? [columnMap, narrow] : [narrow, columnMap];
  return rowRelation(classifyRows(view(pair.predicted, predicted), view(pair.gold, gold)));
}

/** The signature of every column of both sides under exact equality. */
export interface PairSignatures {
  narrow: ColumnSignature[];
  wide: ColumnSignature[];
}

export function exactSignatures({ narrow, wide }: Pair): PairSignatures {
  return {
    narrow: columnSignatures(narrow, () => exactKey),
    wide: columnSignatures(wide, () => exactKey),
  };
}

/** Columns in the order in which they are likely to stand for a column: same name first, then same position. */
export function byLikelihood({ narrow, wide }: Pair, column: number, others: number[]): number[] {
  const name = narrow.columns[column]?.name.toLowerCase();
  const rank = (other: number) =>
    (wide.columns[other]?.name.toLowerCase() === name ? 0 : 2) + (other === column ? 0 : 1);
  return others.sort((a, b) => rank(a) - rank(b) || a - b);
}

/** The likeliest pairing if it reaches the goal, else, column by column and within bounds, any other that does; else null. */
export function searchPairing(pair: Pair, search: ColumnSearch, goal: Goal): ColumnMatch | null {
  const { candidates, keys } = search;
  if (candidates.some((columns) => columns.length === 0)) return null;
  const likeliest = firstPairing(candidates);
  if (likeliest !== null) {
    const relation = relationUnder(pair, likeliest, keys);
    if (relation[goal]) return { columnMap: likeliest, relation };
  }
  return candidates.every((columns) => columns.length === 1) ? null : backtrack(pair, search, goal);
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

/** Depth first; a beginning that misses the goal already is given up at once. */
function backtrack(pair: Pair, { candidates, keys }: ColumnSearch, goal: Goal): ColumnMatch | null {
  const rows = pair.predicted.rowCount + pair.gold.rowCount;
  let budget = SEARCH_CELLS;
  const extend = (pairing: number[]): ColumnMatch | null => {
    for (const column of candidates[pairing.length] ?? []) {
      if (pairing.includes(column)) continue;
      const longer = [...pairing, column];
      budget -= rows * longer.length;
      if (budget < 0) return null;
      const relation = relationUnder(pair, longer, keys);
      if (!relation[goal]) continue;
      const match = longer.length === candidates.length ? { columnMap: longer, relation } : extend(longer);
      if (match !== null) return match;
    }
    return null;
  };
  return extend([]);
}
