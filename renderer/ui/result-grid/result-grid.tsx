// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot be virtual.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell.
import { type RefObject, useEffect, useId, useRef, useSyncExternalStore } from "react";
import type { Cell } from "#shared/domain/cell.ts";
import "./result-grid.css";
import { columnStarts, isNumericColumn } from "./column-layout.ts";
import type { ExpandedCell } from "./expanded-cell.ts";
import { GridHeader } from "./grid-header.tsx";
import { GridLine } from "./grid-line.tsx";
import type { GridModel } from "./grid-model.ts";
import type { ScrollLink } from "./scroll-link.ts";
import { physicalHeight } from "./scroll-map.ts";
import { type CellSelection, useCellRange } from "./use-cell-range.ts";
import { useColumnWidths } from "./use-column-widths.ts";
import { useGridInput } from "./use-grid-input.ts";
import { type GridWindow, headerHeight, rowHeight, useGridWindow } from "./use-grid-window.ts";

export interface ResultGridProps {
  model: GridModel;
  /** What the grid shows, for a screen reader: "predicted result". */
  label: string;
  /** Grids of one link scroll as one. */
  link?: ScrollLink | undefined;
  /** A line to bring into view; a new object asks again. */
  reveal?: { row: number } | null | undefined;
  onExpand(cell: ExpandedCell): void;
  /** Says how many cells a copy took. */
  onCopied(cells: number): void;
}

/**
 * A result of any size, both axes virtual. The arrows move the active cell, Shift extends the selection, Ctrl+C copies
 * it tab-separated, Enter reads the cell whole, Alt+arrows change the width of its column.
 */
export function ResultGrid(props: ResultGridProps) {
  const { model, label } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { frame, selection, input, onResize, onFit } = useGrid(props, scroller);
  const { active } = selection;
  const { gridId, starts, view } = frame;
  const height = physicalHeight({ contentHeight: model.rowCount * rowHeight, viewportHeight: 0 });
  const size = { height: height + headerHeight, width: (starts.at(-1) ?? 0) + frame.numberWidth };
  return (
    <div className="rg-frame">
      <div
        ref={scroller}
        role="grid"
        className="rg"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={model.rowCount + 1}
        aria-colcount={model.columns.length + 1}
        aria-multiselectable="true"
        aria-activedescendant={active === null ? undefined : `${gridId}-${active.row}-${active.column}`}
        {...input}
      >
        <div style={{ ...size, minWidth: "100%" }}>
          <GridHeader
            columns={model.columns}
            numeric={model.columns.map((_, column) => isNumericColumn(column, model.sample))}
            {...{ starts, firstColumn: view.firstColumn, lastColumn: view.lastColumn }}
            {...{ numberWidth: frame.numberWidth, onResize, onFit }}
          />
          {model.rowCount === 0 && <p className="rg-empty">no rows</p>}
          <div style={{ transform: `translateY(${view.offset}px)` }}>
            {gridLines(model, selection, frame)}
          </div>
        </div>
      </div>
    </div>
  );
}

/** What of the model is in view, what is selected, and what keys, mouse and clipboard do. */
function useGrid(
  { model, link, reveal, onExpand, onCopied }: ResultGridProps,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const gridId = useId();
  useSyncExternalStore(model.subscribe, model.version);
  const { widths, resize, fitTo } = useColumnWidths(model);
  const starts = useStable(columnStarts(widths));
  const { identity, rowCount } = model;
  const numberWidth = 34 + 7 * String(rowCount).length;
  const grid = useGridWindow({ identity, scroller, rowCount, starts, numberWidth, link });
  const selection = useCellRange(identity);
  const { view, centre } = grid;
  const input = useGridInput({ model, selection, grid, widths, resize, onExpand, onCopied });
  useEffect(() => {
    model.want(view.firstRow, view.lastRow);
  }, [model, view.firstRow, view.lastRow]);
  useEffect(() => {
    if (reveal) centre(reveal.row);
  }, [reveal, centre]);
  const frame: GridFrame = { gridId, starts, numberWidth, view };
  const onFit = (column: number) => fitTo(column, rowsInView(model, view));
  return { frame, selection, input, onResize: resize, onFit };
}

interface GridFrame {
  gridId: string;
  starts: readonly number[];
  numberWidth: number;
  view: GridWindow;
}

/** The lines in view, with what is selected in each. */
function gridLines(model: GridModel, { active, range }: CellSelection, frame: GridFrame) {
  const { gridId, starts, numberWidth, view } = frame;
  const lines = [];
  for (let index = view.firstRow; index < Math.min(view.lastRow, model.rowCount); index++) {
    const within = range !== null && index >= range.top && index <= range.bottom;
    lines.push(
      <GridLine
        key={index}
        gridId={gridId}
        index={index}
        row={model.row(index)}
        starts={starts}
        firstColumn={view.firstColumn}
        lastColumn={view.lastColumn}
        numberWidth={numberWidth}
        active={active?.row === index ? active.column : -1}
        selectedFrom={within ? range.left : -1}
        selectedTo={within ? range.right : -2}
      />,
    );
  }
  return lines;
}

function rowsInView(model: GridModel, { firstRow, lastRow }: GridWindow): (readonly Cell[])[] {
  const rows = [];
  for (let index = firstRow; index < Math.min(lastRow, model.rowCount); index++) {
    const cells = model.row(index)?.cells;
    if (cells) rows.push(cells);
  }
  return rows;
}

/** The same array as long as its numbers are the same, so that memoised rows stay. */
function useStable(numbers: number[]): number[] {
  const last = useRef(numbers);
  const same = last.current.length === numbers.length && last.current.every((n, i) => n === numbers[i]);
  if (!same) last.current = numbers;
  return last.current;
}
