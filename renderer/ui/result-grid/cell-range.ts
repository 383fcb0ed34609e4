/** A cell by its position, both 0-based. */
export interface CellPosition {
  row: number;
  column: number;
}

/** The cells between two corners, both included. */
export interface CellRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export interface GridExtent {
  rows: number;
  columns: number;
  /** Whole rows on screen, for page up and page down. */
  pageRows: number;
}

/** The range between two corners in any order. */
export function rangeOf(a: CellPosition, b: CellPosition): CellRange {
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  };
}

/** Where a key leads from a cell, as in a spreadsheet, or null for a key that does not move. */
export function moved(
  from: CellPosition,
  key: string,
  mod: boolean,
  extent: GridExtent,
): CellPosition | null {
  const step = steps[key];
  if (step === undefined || extent.rows === 0 || extent.columns === 0) return null;
  const to = step(from, mod, extent);
  return {
    row: Math.min(Math.max(to.row, 0), extent.rows - 1),
    column: Math.min(Math.max(to.column, 0), extent.columns - 1),
  };
}

type Step = (from: CellPosition, mod: boolean, extent: GridExtent) => CellPosition;

const steps: Record<string, Step> = {
  ArrowUp: (at, mod) => ({ ...at, row: mod ? 0 : at.row - 1 }),
  ArrowDown: (at, mod, { rows }) => ({ ...at, row: mod ? rows - 1 : at.row + 1 }),
  ArrowLeft: (at, mod) => ({ ...at, column: mod ? 0 : at.column - 1 }),
  ArrowRight: (at, mod, { columns }) => ({ ...at, column: mod ? columns - 1 : at.column + 1 }),
  PageUp: (at, _, { pageRows }) => ({ ...at, row: at.row - pageRows }),
  PageDown: (at, _, { pageRows }) => ({ ...at, row: at.row + pageRows }),
  Home: (at, mod) => ({ row: mod ? 0 : at.row, column: 0 }),
  End: (at, mod, { rows, columns }) => ({ row: mod ? rows - 1 : at.row, column: columns - 1 }),
};
