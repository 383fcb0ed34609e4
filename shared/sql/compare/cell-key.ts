import type { Cell } from "../../domain/cell.ts";
import { isExactDouble, readDecimal, writeDecimal } from "./decimal.ts";

/** A text that two cells share exactly when they are the same value. */
export type CellKey = string;

/** The key of a value that equals nothing, itself included. */
export const NAN_KEY: CellKey = "rNaN";

const REAL = "r".charCodeAt(0);
const DECIMAL = "d".charCodeAt(0);
const DOT = ".".charCodeAt(0);
const ZERO = "0".charCodeAt(0);

/**
 * The key of a cell under exact equality, as Python's sqlite3 and `==` say (SPEC D2…D6): numbers by exact value across
 * storage classes, text by code units, bytes by bytes, NULL with NULL.
 */
export function exactKey(cell: Cell): CellKey {
  if (cell === null) return "n";
  const tag = cell.charCodeAt(0);
  if (tag === REAL) return isPlainFraction(cell) ? cell : realKey(cell);
  return tag === DECIMAL ? decimalKey(cell.slice(1)) : cell;
}

/** Whether a real's text is a fraction in its shortest form already ("r0.1"): by far the most common reals. */
function isPlainFraction(cell: string): boolean {
  let dot = false;
  for (let at = 1; at < cell.length; at += 1) {
    const char = cell.charCodeAt(at);
    if (char === DOT) dot = true;
    else if (char > ZERO + 9) return false;
  }
  return dot && cell.charCodeAt(cell.length - 1) !== ZERO;
}

function realKey(cell: string): CellKey {
  const value = Number(cell.slice(1));
  if (Number.isNaN(value)) return NAN_KEY;
  if (!Number.isInteger(value)) return `r${value}`;
  return `i${Number.isSafeInteger(value) ? value : BigInt(value)}`;
}

/** A decimal shares the key of the integer or the float that it equals exactly; most fractions equal none. */
function decimalKey(text: string): CellKey {
  const decimal = readDecimal(text);
  if (decimal === null) return `r${Number(text)}`;
  if (decimal.digits.length <= decimal.point || decimal.digits === "") return `i${writeDecimal(decimal)}`;
  const written = writeDecimal(decimal);
  return isExactDouble(decimal) ? `r${Number(written)}` : `d${written}`;
}
