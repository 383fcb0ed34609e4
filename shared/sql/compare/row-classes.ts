import type { Cell } from "../../domain/cell.ts";
import { type CellKey, exactKey, NAN_KEY } from "./cell-key.ts";
import { type ComparableRows, forEachRow } from "./comparable-rows.ts";
import { hashRow } from "./row-hash.ts";

/** A result seen through some of its columns, each cell through a key. */
export interface RowView {
  source: ComparableRows;
  /** Which columns, in which order. */
  columns: readonly number[];
  /** How the cells of each of them are read, one for each of `columns`. */
  keys: readonly ((cell: Cell) => CellKey)[];
}

/**
 * Every row of both sides as the number of its class: two rows share a number exactly when all their keys are equal.
 * All that is said of sets, multisets and order is said of these numbers.
 */
export interface RowClasses {
  predicted: Int32Array;
  gold: Int32Array;
  /** Classes are numbered 0 … count - 1. */
  count: number;
}

/** All columns of a result, by exact value. */
export function exactView(source: ComparableRows): RowView {
  return {
    source,
    columns: source.columns.map((_, column) => column),
    keys: source.columns.map(() => exactKey),
  };
}

/** Up to this many rows of both sides together are compared by their whole keys, more by a 128-bit hash (SPEC D7). */
const WHOLE_KEY_ROWS = 20_000;

/** Numbers the rows of both sides by equality. Memory: 24 bytes a row and one page beyond `WHOLE_KEY_ROWS`. */
export function classifyRows(predicted: RowView, gold: RowView): RowClasses {
  const rows = predicted.source.rowCount + gold.source.rowCount;
  const numbering = rows <= WHOLE_KEY_ROWS ? wholeKeyNumbering() : hashNumbering(rows);
  return {
    predicted: numbersOf(predicted, numbering),
    gold: numbersOf(gold, numbering),
    count: numbering.count(),
  };
}

interface Numbering {
  numberOf(keys: readonly CellKey[]): number;
  /** A class of its own, for a row that equals nothing. */
  alone(): number;
  count(): number;
}

function numbersOf(view: RowView, numbering: Numbering): Int32Array {
  const numbers = new Int32Array(view.source.rowCount);
  const width = view.columns.length;
  const keys = new Array<CellKey>(width);
  forEachRow(view.source, (row, index) => {
    let equalsNothing = false;
    for (let at = 0; at < width; at += 1) {
      const keyOf = view.keys[at] as (cell: Cell) => CellKey;
      const key = keyOf(row[view.columns[at] as number] as Cell);
      keys[at] = key;
      if (key === NAN_KEY) equalsNothing = true;
    }
    numbers[index] = equalsNothing ? numbering.alone() : numbering.numberOf(keys);
  });
  return numbers;
}

function wholeKeyNumbering(): Numbering {
  const numbers = new Map<string, number>();
  let count = 0;
  return {
    numberOf: (keys) => {
      const key = joinedKey(keys);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, count);
      return count++;
    },
    alone: () => count++,
    count: () => count,
  };
}

/** One text for a row: NUL and a comma between cells, and a NUL inside a cell doubled, so that no two rows share one. */
export function joinedKey(keys: readonly CellKey[]): string {
  let joined = "";
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] as CellKey;
    joined += at === 0 ? "" : "\0,";
    joined += key.includes("\0") ? key.replaceAll("\0", "\0\0") : key;
  }
  return joined;
}

/** An open-addressing table over 128-bit hashes, in typed arrays of a size known beforehand. */
function hashNumbering(rows: number): Numbering {
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(rows * 1.5)));
  const mask = slots.length - 1;
  const words = new Int32Array(rows * 4);
  const hash = new Int32Array(4);
  let count = 0;
  return {
    numberOf: (keys) => {
      hashRow(keys, hash);
      let slot = (hash[0] as number) & mask;
      for (;;) {
        const number = (slots[slot] as number) - 1;
        if (number < 0) break;
        const at = number * 4;
        if (
          words[at] === hash[0] &&
          words[at + 1] === hash[1] &&
          words[at + 2] === hash[2] &&
          words[at + 3] === hash[3]
        )
          return number;
        slot = (slot + 1) & mask;
      }
      words.set(hash, count * 4);
      slots[slot] = count + 1;
      return count++;
    },
    alone: () => {
      return count++;
    },
    count: () => count,
  };
}
