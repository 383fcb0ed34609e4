import type { Cell } from "../../domain/cell.ts";
import type { CellKey } from "./cell-key.ts";
import { type ComparableRows, forEachRow } from "./comparable-rows.ts";
import { hashKey } from "./row-hash.ts";

/**
 * A column's values in a few numbers, whatever their order. Columns with equal multisets of keys have equal `sum`, `least`
 * and `most`, those with equal sets equal `least` and `most`; the reverse is likely, never certain, and is always verified.
 */
export interface ColumnSignature {
  sum: number;
  least: number;
  most: number;
}

/**
 * The signature of each column for which `keyOf` gives a key; one pass, 32-bit hashes, their sum modulo 2^32. A column
 * without key keeps the signature of an empty one.
 */
export function columnSignatures(
  source: ComparableRows,
  keyOf: (column: number) => ((cell: Cell) => CellKey) | null,
): ColumnSignature[] {
  const signatures = source.columns.map(() => ({ sum: 0, least: 2 ** 32, most: -1 }));
  const read = signatures.flatMap((signature, column) => {
    const key = keyOf(column);
    return key === null ? [] : [{ signature, column, key }];
  });
  if (read.length === 0) return signatures;
  forEachRow(source, (row) => {
    for (const { signature, column, key } of read) {
      const hash = hashKey(key(row[column] as Cell));
      signature.sum = (signature.sum + hash) >>> 0;
      if (hash < signature.least) signature.least = hash;
      if (hash > signature.most) signature.most = hash;
    }
  });
  return signatures;
}

export type SameSignature = (a: ColumnSignature, b: ColumnSignature) => boolean;

/** Whether two columns may hold the same set, or the same multiset, of values. */
export const maySameSet: SameSignature = (a, b) => a.least === b.least && a.most === b.most;
export const maySameMultiset: SameSignature = (a, b) => a.sum === b.sum && maySameSet(a, b);
