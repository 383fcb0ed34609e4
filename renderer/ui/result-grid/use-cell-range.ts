import { type MouseEvent, useState } from "react";
import { type CellPosition, type CellRange, rangeOf } from "./cell-range.ts";

/** The active cell of a grid and the range between it and where the selection began. */
export interface CellSelection {
  active: CellPosition | null;
  range: CellRange | null;
  /** Makes a cell the active one; `extend` keeps the other corner of the range. */
  go(to: CellPosition, extend: boolean): void;
  all(rows: number, columns: number): void;
  clear(): void;
}

interface Corners {
  identity: string;
  active: CellPosition;
  anchor: CellPosition;
}

/** The selection in the result of that identity; another result has none. */
export function useCellRange(identity: string): CellSelection {
  const [last, setCorners] = useState<Corners | null>(null);
  const corners = last?.identity === identity ? last : null;
  return {
    active: corners?.active ?? null,
    range: corners === null ? null : rangeOf(corners.active, corners.anchor),
    go: (to, extend) =>
      setCorners((before) => {
        const anchor = extend && before?.identity === identity ? before.anchor : to;
        return { identity, active: to, anchor };
      }),
    all: (rows, columns) =>
      setCorners({
        identity,
        active: { row: 0, column: 0 },
        anchor: { row: rows - 1, column: columns - 1 },
      }),
    clear: () => setCorners(null),
  };
}

/** The cell under the mouse, or null beside the cells; the row number means the whole row (`column` -1). */
export function cellAt(event: MouseEvent<HTMLElement>): CellPosition | null {
  const target = event.target as HTMLElement;
  const row = target.closest<HTMLElement>("[data-row]")?.dataset.row;
  if (row === undefined) return null;
  const column = target.closest<HTMLElement>("[data-column]")?.dataset.column;
  return { row: Number(row), column: column === undefined ? -1 : Number(column) };
}
