import type { Cell } from "#shared/domain/cell.ts";

/** A cell that the person wants to read whole. */
export interface ExpandedCell {
  column: string;
  row: string;
  cell: Cell;
}
