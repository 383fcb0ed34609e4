import type { Cell } from "../../domain/cell.ts";
import type { FormKind } from "../../domain/difference.ts";
import { type CellKey, exactKey } from "./cell-key.ts";
import { type DayOrder, dateForm } from "./date-form.ts";
import { readDecimal, roundDecimal, writeDecimal } from "./decimal.ts";

/** What is overlooked when two cells are compared: forms of text and type, and digits beyond so many decimal places. */
export interface Tolerance {
  forms: ReadonlySet<FormKind>;
  /** null: numbers are compared exactly. */
  decimals: number | null;
  dayOrder: DayOrder;
}

/** The tolerance that overlooks nothing. */
export const noTolerance: Tolerance = { forms: new Set(), decimals: null, dayOrder: "month-first" };

/** The key of a cell under a tolerance; what two tolerances agree on has one key in both. */
export function keyUnder(tolerance: Tolerance): (cell: Cell) => CellKey {
  const { forms, decimals, dayOrder } = tolerance;
  if (forms.size === 0 && decimals === null) return exactKey;
  const plain = forms.size === 0 ? (cell: Cell) => cell : (cell: Cell) => plainForm(cell, forms, dayOrder);
  if (decimals === null) return (cell) => exactKey(plain(cell));
  return (cell) => roundedKey(plain(cell), decimals);
}

/** The key of a cell whose number is rounded to `places` decimal places (SPEC C7); other cells keep their exact key. */
function roundedKey(cell: Cell, places: number): CellKey {
  if (cell === null || (cell[0] !== "r" && cell[0] !== "d")) return exactKey(cell);
  const decimal = readDecimal(cell.slice(1));
  if (decimal === null) return exactKey(cell);
  const text = writeDecimal(roundDecimal(decimal, places));
  return text.includes(".") ? `r${text}` : `i${text}`;
}

/** The cell with the given forms taken off (SPEC C8); a cell that none of them touches comes back as it is. */
export function plainForm(cell: Cell, forms: ReadonlySet<FormKind>, dayOrder: DayOrder): Cell {
  if (cell === null) return cell;
  const tag = cell[0];
  if (tag === "i") return forms.has("date-format") ? compactDate(cell, dayOrder) : cell;
  if (tag === "r" || tag === "d" || tag === "x") return cell;
  if (tag === "b") {
    const text = forms.has("type") ? textOfHex(cell.slice(1)) : null;
    return text === null ? cell : plainText(text, forms, dayOrder);
  }
  return plainText(cell.slice(1), forms, dayOrder);
}

function plainText(raw: string, forms: ReadonlySet<FormKind>, dayOrder: DayOrder): Cell {
  const text = forms.has("whitespace") && ODD_SPACE.test(raw) ? raw.trim().replace(/\s+/g, " ") : raw;
  if (forms.has("type") && TRUTH.test(text)) return text.length === 4 ? "i1" : "i0";
  if (HAS_DIGIT.test(text)) {
    const date = forms.has("date-format") ? dateForm(text, dayOrder) : null;
    if (date !== null) return `t${date}`;
    const number = forms.has("number-as-text") ? numberInText(text) : null;
    if (number !== null) return number;
  }
  return `t${forms.has("case") ? text.toLowerCase() : text}`;
}

const ODD_SPACE = /^\s|\s$|\s\s|[^\S ]/;
const TRUTH = /^(?:true|false)$/i;
/** At the beginning or the end, where every date, time and number has one (or a sign, a point, Z, or the m of pm). */
const HAS_DIGIT = /^[\d+\-.]|[\dZzMm.]$/;

/** 20200304 as the date that it may stand for; both sides are read alike, so no two integers become equal. */
function compactDate(cell: string, dayOrder: DayOrder): Cell {
  const date = cell.length === 9 ? dateForm(cell.slice(1), dayOrder) : null;
  return date === null ? cell : `t${date}`;
}

const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** The number that a text spells ("12", "-0.50", "1e3", "1,200.5") as a number's cell, else null. */
function numberInText(text: string): Cell | null {
  if (text.length > 400) return null;
  const decimal = readDecimal(GROUPED.test(text) ? text.replaceAll(",", "") : text);
  if (decimal === null || decimal.point > 400 || decimal.point < -400) return null;
  const written = writeDecimal(decimal);
  if (!written.includes(".")) return `i${written}`;
  const value = Number(written);
  return decimal.digits.length <= 17 && Number.isFinite(value) && value !== 0 ? `r${value}` : `d${written}`;
}

/** The text that bytes in hex spell in UTF-8, or null where they are no valid UTF-8. */
function textOfHex(hex: string): string | null {
  try {
    return decodeURIComponent(hex.replace(/../g, "%$&"));
  } catch {
    return null;
  }
}
