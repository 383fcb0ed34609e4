import { type Cell, cellTag, cellText } from "#shared/domain/cell.ts";

export const minColumnWidth = 40;
export const maxColumnWidth = 1200;
const widestAtFirst = 320;
const characterWidth = 7.3;
/** Both paddings and the border of a cell. */
const cellFrame = 22;
const narrowestAtFirst = 56;
/** Numbers grow as one scrolls down: room for this many digits at least. */
const digits = 8;

/** Where each column starts; the last entry is the width of all of them, in px. */
export function columnStarts(widths: readonly number[]): number[] {
  const starts = [0];
  for (const width of widths) starts.push((starts.at(-1) ?? 0) + width);
  return starts;
}

/** The columns seen between `left` and `right` px, as a half-open range. */
export function columnsBetween(
  starts: readonly number[],
  left: number,
  right: number,
): { from: number; to: number } {
  const count = starts.length - 1;
  const from = Math.max(0, firstAbove(starts, left) - 1);
  const to = Math.min(count, firstAbove(starts, right));
  return { from: Math.min(from, count), to: Math.max(to, Math.min(from + 1, count)) };
}

/** The first index whose start is above `at`. */
function firstAbove(starts: readonly number[], at: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A first width for each column, in px: wide enough for its name and for the given rows, within bounds. */
export function firstWidths(names: readonly string[], rows: readonly (readonly Cell[])[]): number[] {
  return names.map((name, column) => {
    let characters = Math.max(name.length, isNumericColumn(column, rows) ? digits : 0);
    for (const row of rows) characters = Math.max(characters, textLength(row[column] ?? null));
    const width = Math.ceil(characters * characterWidth) + cellFrame;
    return Math.min(Math.max(width, narrowestAtFirst), widestAtFirst);
  });
}

function textLength(cell: Cell): number {
  const text = cellText(cell);
  const line = text.indexOf("\n");
  return line < 0 ? text.length : line;
}

/** Whether a column is headed like numbers: most of the given cells that are not NULL are numbers. */
export function isNumericColumn(column: number, rows: readonly (readonly Cell[])[]): boolean {
  let numbers = 0;
  let others = 0;
  for (const row of rows) {
    const tag = cellTag(row[column] ?? null);
    if (tag === "i" || tag === "r" || tag === "d") numbers++;
    else if (tag !== "n") others++;
  }
  return numbers > others;
}
