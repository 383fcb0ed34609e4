import type { Cell } from "../../domain/cell.ts";
import type { CellKey } from "./cell-key.ts";
import { isAmbiguousDate } from "./date-form.ts";
import { type Decimal, decimalPlaces, readDecimal } from "./decimal.ts";
import { hashKey } from "./row-hash.ts";
import { forEachRow, type RowSource } from "./row-source.ts";

/**
 * A column's values in a few numbers, whatever their order. Columns with equal multisets of keys have equal `sum`, `least`
 * and `most`, those with equal sets equal `least` and `most`; the reverse is likely, never certain, and is always verified.
 */
export interface ColumnSignature {
  sum: number;
  least: number;
  most: number;
}

/** The signature of each column under the given keys; one pass, 32-bit hashes, their sum modulo 2^32. */
export function columnSignatures(
  source: RowSource,
  keys: readonly ((cell: Cell) => CellKey)[],
): ColumnSignature[] {
  const signatures = source.columns.map(() => ({ sum: 0, least: 2 ** 32, most: -1 }));
  forEachRow(source, (row) => {
    for (let column = 0; column < signatures.length; column += 1) {
      const signature = signatures[column] as ColumnSignature;
      const hash = hashKey((keys[column] as (cell: Cell) => CellKey)(row[column] as Cell));
      signature.sum = (signature.sum + hash) >>> 0;
      if (hash < signature.least) signature.least = hash;
      if (hash > signature.most) signature.most = hash;
    }
  });
  return signatures;
}

/** What a column's cells are like: which readings can matter to it. */
export interface ColumnProfile {
  /** Some cell is text or bytes; some is a date whose day and month could be swapped. */
  hasText: boolean;
  hasAmbiguousDate: boolean;
  /** The most decimal places of any number (-1: no number), the least and the greatest, and the smallest that is not 0 in size. */
  places: number;
  least: Decimal | null;
  greatest: Decimal | null;
  smallest: number;
}

/** Profiles each column of a result, its cells taken through `plain` first; one pass. */
export function columnProfiles(source: RowSource, plain: (cell: Cell) => Cell): ColumnProfile[] {
  const scans = source.columns.map(() => new ProfileScan());
  forEachRow(source, (row) => {
    for (let column = 0; column < scans.length; column += 1)
      (scans[column] as ProfileScan).take(row[column] as Cell, plain);
  });
  return scans.map((scan) => scan.profile());
}

/** The running profile of one column. */
class ProfileScan {
  private hasText = false;
  private hasAmbiguousDate = false;
  private places = -1;
  private least = Number.POSITIVE_INFINITY;
  private greatest = Number.NEGATIVE_INFINITY;
  private leastText = "";
  private greatestText = "";
  private smallest = Number.POSITIVE_INFINITY;

  take(raw: Cell, plain: (cell: Cell) => Cell): void {
    if (raw === null) return;
    if (raw[0] === "t" || raw[0] === "b" || raw[0] === "x") {
      this.hasText = true;
      this.hasAmbiguousDate ||= isAmbiguousDate(raw.slice(1, 12));
    }
    const cell = plain(raw);
    if (cell !== null && (cell[0] === "i" || cell[0] === "r" || cell[0] === "d")) this.takeNumber(cell);
  }

  private takeNumber(cell: string): void {
    const text = cell.slice(1);
    const value = Number(text);
    if (value < this.least) {
      this.least = value;
      this.leastText = text;
    }
    if (value > this.greatest) {
      this.greatest = value;
      this.greatestText = text;
    }
    if (value !== 0 && Math.abs(value) < this.smallest) this.smallest = Math.abs(value);
    this.places = Math.max(this.places, placesOf(cell));
  }

  profile(): ColumnProfile {
    const { hasText, hasAmbiguousDate, places, smallest } = this;
    const least = places < 0 ? null : readDecimal(this.leastText);
    const greatest = places < 0 ? null : readDecimal(this.greatestText);
    return { hasText, hasAmbiguousDate, places, least, greatest, smallest };
  }
}

function placesOf(cell: string): number {
  if (cell[0] === "i") return 0;
  const dot = cell.indexOf(".");
  const plain = dot > 0 && !cell.includes("e") && cell.at(-1) !== "0";
  if (plain) return cell.length - dot - 1;
  const decimal = readDecimal(cell.slice(1));
  return decimal === null ? 0 : decimalPlaces(decimal);
}
