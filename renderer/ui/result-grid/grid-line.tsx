// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot be virtual.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell.
import { memo } from "react";
import type { Cell } from "#shared/domain/cell.ts";
import { byteLength, cellView } from "./cell-view.ts";
import type { GridRow } from "./grid-model.ts";

interface GridLineProps {
  gridId: string;
  index: number;
  row: GridRow | undefined;
  starts: readonly number[];
  firstColumn: number;
  lastColumn: number;
  numberWidth: number;
  /** The active column where this is the active row, else -1. */
  active: number;
  /** The selected columns of this row, both included; -1 for none. */
  selectedFrom: number;
  selectedTo: number;
}

const marks = { same: "", changed: "~", added: "+", removed: "−" } as const;
const markNames = {
  same: "",
  changed: "changed row",
  added: "only in gold",
  removed: "only in predicted",
} as const;

/** One line of a grid: its number, its mark, and the cells of the columns in view. */
export const GridLine = memo(function GridLine(props: GridLineProps) {
  const { gridId, index, row, starts, firstColumn, lastColumn, numberWidth } = props;
  const mark = row?.mark ?? "same";
  const columns = [];
  for (let column = firstColumn; column < lastColumn; column++) columns.push(column);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="rg-row"
      data-row={index}
      data-mark={mark}
      data-gap={row !== undefined && row.cells === null ? "" : undefined}
    >
      <div role="rowheader" className="rg-number" style={{ width: numberWidth }}>
        <span
          className="rg-mark"
          {...(mark === "same" ? {} : { role: "img", "aria-label": markNames[mark] })}
        >
          {marks[mark]}
        </span>
        <span>{row?.label ?? index + 1}</span>
      </div>
      <div style={{ width: starts[firstColumn] ?? 0, flexShrink: 0 }} />
      {columns.map((column) => (
        <GridCell
          key={column}
          id={`${gridId}-${index}-${column}`}
          column={column}
          width={(starts[column + 1] ?? 0) - (starts[column] ?? 0)}
          cell={row?.cells?.[column]}
          changed={row?.changed.includes(column) ?? false}
          active={props.active === column}
          selected={column >= props.selectedFrom && column <= props.selectedTo}
        />
      ))}
    </div>
  );
});

interface GridCellProps {
  id: string;
  column: number;
  width: number;
  /** undefined: on its way, or a gap. */
  cell: Cell | undefined;
  changed: boolean;
  active: boolean;
  selected: boolean;
}

function GridCell({ id, column, width, cell, changed, active, selected }: GridCellProps) {
  const view = cell === undefined ? null : cellView(cell);
  return (
    <div
      role="gridcell"
      id={id}
      aria-colindex={column + 2}
      aria-selected={active || selected}
      className="rg-cell"
      data-column={column}
      data-kind={view?.kind}
      data-changed={changed ? "" : undefined}
      data-active={active ? "" : undefined}
      data-selected={selected ? "" : undefined}
      style={{ width }}
      title={titleOf(view?.kind, cell)}
    >
      {view?.text}
    </div>
  );
}

function titleOf(kind: string | undefined, cell: Cell | undefined): string | undefined {
  if (cell === null || cell === undefined) return undefined;
  if (kind === "bytes") return `blob, ${byteLength(cell)} bytes`;
  if (kind === "invalid") return `text that is not valid UTF-8, ${byteLength(cell)} bytes`;
  if (kind === "empty") return "empty text";
  return undefined;
}
