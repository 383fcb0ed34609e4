import type { Cell } from "#shared/domain/cell.ts";

export interface GridColumn {
  name: string;
  /** Said after the name, smaller: the declared type. */
  hint: string;
  /** Marked as one that the other side does not have. */
  unmatched: boolean;
}

/** One line of a grid. `cells` null: a gap that keeps the line in step with the other grid. */
export interface GridRow {
  /** The row number as shown, "" for a gap. */
  label: string;
  cells: readonly Cell[] | null;
  mark: "same" | "changed" | "removed" | "added";
  /** The columns of this grid whose cells are marked as changed. */
  changed: readonly number[];
}

/** What a grid draws: rows by index from a cache that is filled as the person scrolls. */
export interface GridModel {
  /** Which result this is: another one starts at its top with nothing selected. */
  identity: string;
  columns: readonly GridColumn[];
  rowCount: number;
  /** Rows to size the columns by, at most a screenful. */
  sample: readonly (readonly Cell[])[];
  /** The line at `index`, or undefined while it is on its way. */
  row(index: number): GridRow | undefined;
  /** Says that the lines `from` … `to - 1` are on screen. */
  want(from: number, to: number): void;
  /** The lines `from` … `to - 1`, loaded where need be (for copying). */
  read(from: number, to: number): Promise<GridRow[]>;
  subscribe(listener: () => void): () => void;
  /** Changes whenever lines have come. */
  version(): number;
}
