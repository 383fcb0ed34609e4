// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot be virtual.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell.
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, memo, useCallback, useId } from "react";
import type { MatrixRow } from "#shared/contract/certificates.ts";
import { classes } from "../../../ui/classes.ts";
import { movedIndex, useVirtualRows } from "../../../ui/virtual-list.tsx";
import { MatrixCellContent, matrixCellWords } from "./matrix-cell.tsx";
import { type MatrixColumn, type MatrixSort, matrixColumns, nextSort } from "./matrix-filter.ts";
import { columnWords } from "./matrix-words.ts";

const rowHeight = 30;
const headHeight = 32;
/** Wide enough for every heading; what is left goes to the tasks. */
const leastWidth = 1192;
const template = `minmax(120px, 420px) minmax(176px, 240px) repeat(8, minmax(76px, 108px)) 116px 84px 88px`;

export interface MatrixGridProps {
  rows: readonly MatrixRow[];
  sort: MatrixSort;
  onSort(sort: MatrixSort): void;
  /** The chosen cell. */
  index: number;
  column: MatrixColumn;
  onCell(index: number, column: MatrixColumn): void;
  onOpen(row: MatrixRow, column: MatrixColumn): void;
}

/** Tasks × properties: a grid of any length with one chosen cell; arrows, Page, Home and End move it, Enter opens it. */
export function MatrixGrid({ rows, sort, onSort, index, column, onCell, onOpen }: MatrixGridProps) {
  const id = useId();
  const { scroller, virtual } = useVirtualRows(rows.length, rowHeight, index, headHeight);
  const open = useCallback(
    (at: number, of: MatrixColumn) => {
      const row = rows[at];
      if (row === undefined) return;
      onCell(at, of);
      onOpen(row, of);
    },
    [rows, onCell, onOpen],
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const next = movedCell(event, { index, column }, rows.length, page);
    if (event.key === "Enter" && event.target === event.currentTarget) open(index, column);
    else if (next !== null) onCell(next.index, next.column);
    else return;
    event.preventDefault();
  };
  const items = virtual.getVirtualItems();
  const isInSight = items.some((item) => item.index === index);
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label="Tasks and properties"
      aria-rowcount={rows.length + 1}
      aria-colcount={matrixColumns.length}
      tabIndex={0}
      aria-activedescendant={isInSight ? cellId(id, index, column) : undefined}
      onKeyDown={onKeyDown}
      className="group/list min-h-0 flex-1 overflow-auto outline-none contain-strict"
    >
      <div style={{ minWidth: leastWidth }} role="presentation">
        <Head sort={sort} onSort={onSort} />
        <div className="relative" style={{ height: virtual.getTotalSize() }} role="presentation">
          {items.map((item) => (
            <div
              key={item.index}
              className="absolute inset-x-0 top-0"
              style={{ height: rowHeight, transform: `translateY(${item.start}px)` }}
              role="presentation"
            >
              <Row
                {...{ id, row: rows[item.index], index: item.index, onOpen: open }}
                chosen={item.index === index ? column : null}
              />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

const cellId = (id: string, index: number, column: MatrixColumn) => `${id}-${index}-${column}`;

/** Where a key moves the chosen cell; null for another key. Home and End go along the row, with Ctrl to the first and last. */
export function movedCell(
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
  { index, column }: { index: number; column: MatrixColumn },
  count: number,
  page: number,
): { index: number; column: MatrixColumn } | null {
  const at = matrixColumns.indexOf(column);
  const along = (to: number) => ({
    ...{ index, column: matrixColumns[Math.min(matrixColumns.length - 1, Math.max(0, to))] ?? column },
  });
  const { key, altKey, shiftKey } = event;
  if (altKey || shiftKey) return null;
  const isFar = event.ctrlKey || event.metaKey;
  if (!isFar && key === "ArrowLeft") return along(at - 1);
  if (!isFar && key === "ArrowRight") return along(at + 1);
  if (!isFar && key === "Home") return along(0);
  if (!isFar && key === "End") return along(matrixColumns.length - 1);
  if (isFar && key !== "Home" && key !== "End") return null;
  const moved = movedIndex({ key }, index, count, page);
  return moved === null ? null : { index: moved, column };
}

function Head({ sort, onSort }: Pick<MatrixGridProps, "sort" | "onSort">) {
  return (
    <div
      role="row"
      className="sticky top-0 z-10 grid border-b bg-panel text-sm text-muted"
      style={{ gridTemplateColumns: template, height: headHeight }}
    >
      {matrixColumns.map((column) => {
        const isBy = sort.by === column && (column !== "task" || sort.descending);
        const { title, meaning } = columnWords[column];
        const Arrow = sort.descending ? ArrowUp : ArrowDown;
        return (
          <div
            key={column}
            role="columnheader"
            aria-sort={isBy ? (sort.descending ? "descending" : "ascending") : "none"}
            className="flex"
          >
            <button
              type="button"
              tabIndex={-1}
              title={meaning}
              onClick={() => onSort(nextSort(sort, column))}
              className={classes(
                "flex flex-1 items-center gap-0.5 px-2 hover:bg-hover hover:text-ink",
                alignment(column),
                isBy && "text-ink",
              )}
            >
              {title}
              {isBy && <Arrow size={12} aria-hidden />}
            </button>
          </div>
        );
      })}
    </div>
  );
}

const alignment = (column: MatrixColumn): string =>
  column === "task" || column === "verdict"
    ? "justify-start"
    : column === "detected" || column === "exceptions" || column === "made"
      ? "justify-end"
      : "justify-center";

interface RowProps {
  id: string;
  row: MatrixRow | undefined;
  index: number;
  /** The column of the chosen cell; null where it is in another row. */
  chosen: MatrixColumn | null;
  onOpen(index: number, column: MatrixColumn): void;
}

const Row = memo(function Row({ id, row, index, chosen, onOpen }: RowProps) {
  if (row === undefined) return null;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes(
        "grid h-full cursor-pointer border-b",
        chosen === null ? "hover:bg-hover" : "bg-selected",
      )}
      style={{ gridTemplateColumns: template }}
    >
      {matrixColumns.map((column) => {
        const words = matrixCellWords(row, column);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the grid's own keys do the same.
          <div
            key={column}
            id={cellId(id, index, column)}
            role="gridcell"
            aria-selected={chosen === column}
            aria-label={column === "made" ? undefined : words}
            title={words}
            onClick={() => onOpen(index, column)}
            className={classes(
              "flex min-w-0 items-center gap-1.5",
              column === "task" || !(alignment(column) === "justify-center") ? "px-2" : "p-0.5",
              chosen === column && "-outline-offset-2 outline-focus group-focus-visible/list:outline-2",
            )}
          >
            <MatrixCellContent row={row} column={column} />
          </div>
        );
      })}
    </div>
  );
});
