import type { Cell } from "../../domain/cell.ts";
import { type ComparableRows, forEachRow } from "./comparable-rows.ts";
import { isAmbiguousDate } from "./date-form.ts";
import { type Decimal, decimalPlaces, readDecimal } from "./decimal.ts";

/** What a column's cells are like: which tolerances can matter to it. */
export interface ColumnSummary {
  /** Some cell is text or bytes; some is a date whose day and month could be swapped. */
  hasText: boolean;
  hasAmbiguousDate: boolean;
  /** The most decimal places of any number (-1: no number), the least and the greatest, and the smallest that is not 0 in size. */
  places: number;
  least: Decimal | null;
  greatest: Decimal | null;
  smallest: number;
  /** Their sum, as floating point gives it. */
  sum: number;
}

/** Summarises the given columns of a result, their cells taken through `plain` first; one pass. */
export function columnSummaries(
  source: ComparableRows,
  columns: readonly number[],
  plain: (cell: Cell) => Cell,
): Map<number, ColumnSummary> {
  const scans = columns.map((column) => ({ column, scan: new SummaryScan() }));
  forEachRow(source, (row) => {
    for (const { column, scan } of scans) scan.take(row[column] as Cell, plain);
  });
  return new Map(scans.map(({ column, scan }) => [column, scan.summary()]));
}

/** The running summary of one column. */
class SummaryScan {
  private hasText = false;
  private hasAmbiguousDate = false;
  private places = -1;
  private least = Number.POSITIVE_INFINITY;
  private greatest = Number.NEGATIVE_INFINITY;
  private leastText = "";
  private greatestText = "";
  private smallest = Number.POSITIVE_INFINITY;
  private sum = 0;

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
    this.sum += value;
    if (value !== 0 && Math.abs(value) < this.smallest) this.smallest = Math.abs(value);
    this.places = Math.max(this.places, placesOf(cell));
  }

  summary(): ColumnSummary {
    const { hasText, hasAmbiguousDate, places, smallest, sum } = this;
    const least = places < 0 ? null : readDecimal(this.leastText);
    const greatest = places < 0 ? null : readDecimal(this.greatestText);
    return { hasText, hasAmbiguousDate, places, least, greatest, smallest, sum };
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
