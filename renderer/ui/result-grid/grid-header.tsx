// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot be virtual.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell.
import { type PointerEvent as ReactPointerEvent, useRef } from "react";
import type { GridColumn } from "./grid-model.ts";

interface GridHeaderProps {
  columns: readonly GridColumn[];
  numeric: readonly boolean[];
  starts: readonly number[];
  firstColumn: number;
  lastColumn: number;
  numberWidth: number;
  onResize(column: number, width: number): void;
  onFit(column: number): void;
}

/** The names of the columns in view, each with a handle that makes it wider or narrower. */
export function GridHeader(props: GridHeaderProps) {
  const { columns, numeric, starts, firstColumn, lastColumn, numberWidth } = props;
  const shown = [];
  for (let column = firstColumn; column < lastColumn; column++) shown.push(column);
  return (
    <div role="row" aria-rowindex={1} className="rg-header">
      <div role="columnheader" className="rg-number" style={{ width: numberWidth }}>
        <span className="sr-only">row</span>
      </div>
      <div style={{ width: starts[firstColumn] ?? 0, flexShrink: 0 }} />
      {shown.map((column) => (
        <div
          key={column}
          role="columnheader"
          aria-colindex={column + 2}
          className="rg-heading"
          data-numeric={numeric[column] ? "" : undefined}
          data-unmatched={columns[column]?.unmatched ? "" : undefined}
          style={{ width: (starts[column + 1] ?? 0) - (starts[column] ?? 0) }}
          title={headingTitle(columns[column])}
        >
          <span className="rg-name">{columns[column]?.name}</span>
          <ResizeHandle
            width={(starts[column + 1] ?? 0) - (starts[column] ?? 0)}
            onResize={(width) => props.onResize(column, width)}
            onFit={() => props.onFit(column)}
          />
        </div>
      ))}
    </div>
  );
}

function headingTitle(column: GridColumn | undefined): string {
  if (column === undefined) return "";
  const type = column.hint === "" ? "" : ` · ${column.hint}`;
  return `${column.name}${type}${column.unmatched ? " · the other side has no such column" : ""}`;
}

interface ResizeHandleProps {
  width: number;
  onResize(width: number): void;
  onFit(): void;
}

/** For the mouse; by keyboard the grid's own Alt+arrows do the same. */
function ResizeHandle({ width, onResize, onFit }: ResizeHandleProps) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const onPointerDown = (event: ReactPointerEvent<HTMLSpanElement>) => {
    start.current = { x: event.clientX, width };
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerMove = (event: ReactPointerEvent<HTMLSpanElement>) => {
    if (start.current !== null) onResize(start.current.width + event.clientX - start.current.x);
  };
  return (
    <span
      className="rg-handle"
      aria-hidden="true"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        start.current = null;
      }}
      onDoubleClick={onFit}
    />
  );
}
