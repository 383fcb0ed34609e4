import type { ClipboardEvent, KeyboardEvent, MouseEvent } from "react";
import type { Cell } from "#shared/domain/cell.ts";
import { cellText } from "#shared/domain/cell.ts";
import { type CellRange, moved } from "./cell-range.ts";
import type { ExpandedCell } from "./expanded-cell.ts";
import type { GridModel, GridRow } from "./grid-model.ts";
import { tabSeparated } from "./tab-separated.ts";
import { type CellSelection, cellAt } from "./use-cell-range.ts";
import type { useGridWindow } from "./use-grid-window.ts";

/** More than this many rows are not put into the clipboard. */
const copyRows = 20_000;
const widthStep = 24;

interface GridInput {
  model: GridModel;
  selection: CellSelection;
  grid: ReturnType<typeof useGridWindow>;
  widths: readonly number[];
  resize(column: number, width: number): void;
  onExpand(cell: ExpandedCell): void;
  onCopied(cells: number): void;
}

/** What the keyboard, the mouse and the clipboard do in a grid, as props of its element. */
export function useGridInput(input: GridInput) {
  const { model, selection } = input;
  const expand = () => {
    const { active } = selection;
    const row = active === null ? undefined : model.row(active.row);
    const cell = row?.cells?.[active?.column ?? -1];
    const column = model.columns[active?.column ?? -1];
    if (cell !== undefined && column !== undefined)
      input.onExpand({ column: column.name, row: row?.label ?? "", cell });
  };
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (onGridKey(event, input, expand)) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      const position = event.button === 0 ? cellAt(event) : null;
      if (position === null) return;
      if (position.column >= 0) selection.go(position, event.shiftKey);
      else selectRow(input, position.row);
    },
    onMouseOver: (event: MouseEvent<HTMLElement>) => {
      const position = event.buttons === 1 && selection.active !== null ? cellAt(event) : null;
      if (position !== null && position.column >= 0) selection.go(position, true);
    },
    onDoubleClick: expand,
    onCopy: (event: ClipboardEvent) => copy(event, input),
  };
}

function selectRow({ selection, model }: GridInput, row: number): void {
  selection.go({ row, column: 0 }, false);
  selection.go({ row, column: model.columns.length - 1 }, true);
}

function onGridKey(event: KeyboardEvent, input: GridInput, expand: () => void): boolean {
  const { model, selection, grid } = input;
  const mod = event.ctrlKey || event.metaKey;
  const at = selection.active ?? { row: 0, column: 0 };
  if (event.altKey) return resizeByKey(event, input, at.column);
  if (mod && event.key === "a") {
    selection.all(model.rowCount, model.columns.length);
    return true;
  }
  if (event.key === "Enter" && !mod && selection.active !== null) {
    expand();
    return true;
  }
  if (event.key === "Escape" && selection.active !== null) {
    selection.clear();
    return true;
  }
  const extent = { rows: model.rowCount, columns: model.columns.length, pageRows: grid.view.pageRows };
  const to =
    selection.active === null && event.key.startsWith("Arrow") ? at : moved(at, event.key, mod, extent);
  if (to === null || model.rowCount === 0) return false;
  selection.go(to, event.shiftKey);
  grid.show(to.row, to.column);
  return true;
}

function resizeByKey(event: KeyboardEvent, { widths, resize }: GridInput, column: number): boolean {
  const step = event.key === "ArrowLeft" ? -widthStep : event.key === "ArrowRight" ? widthStep : 0;
  if (step === 0) return false;
  resize(column, (widths[column] ?? 0) + step);
  return true;
}

/** Rows that are here go into the clipboard at once; others are fetched first. */
function copy(event: ClipboardEvent, { model, selection, onCopied }: GridInput): void {
  const { range } = selection;
  if (range === null) return;
  event.preventDefault();
  const bottom = Math.min(range.bottom, range.top + copyRows - 1);
  const rows: (GridRow | undefined)[] = [];
  for (let index = range.top; index <= bottom; index++) rows.push(model.row(index));
  if (rows.every((row) => row !== undefined)) {
    event.clipboardData.setData("text/plain", rangeText(rows, range, model));
    onCopied(cellCount(rows, range));
    return;
  }
  void model.read(range.top, bottom + 1).then(async (read) => {
    await navigator.clipboard.writeText(rangeText(read, range, model));
    onCopied(cellCount(read, range));
  });
}

/** One cell is copied as its exact text, several as tab-separated lines, several whole rows with the column names. */
function rangeText(rows: readonly GridRow[], range: CellRange, model: GridModel): string {
  const cells = rows.flatMap((row) =>
    row.cells === null ? [] : [row.cells.slice(range.left, range.right + 1)],
  );
  if (cells.length === 1 && cells[0]?.length === 1) return cellText(cells[0][0] as Cell);
  const whole = range.left === 0 && range.right === model.columns.length - 1 && cells.length > 1;
  return tabSeparated(cells, whole ? model.columns.map(({ name }) => name) : undefined);
}

function cellCount(rows: readonly GridRow[], range: CellRange): number {
  return rows.filter(({ cells }) => cells !== null).length * (range.right - range.left + 1);
}
