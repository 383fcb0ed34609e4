import type { Cell } from "#shared/domain/cell.ts";
import type { AlignedRow, Alignment } from "#shared/domain/comparison.ts";
import type { ResultColumn } from "#shared/domain/result.ts";
import type { PagedRows } from "../data/paged-rows.ts";
import type { GridColumn, GridModel, GridRow } from "../ui/result-grid/index.ts";

type Side = "predicted" | "gold";

const sampleRows = 30;
const none: readonly number[] = [];

/** The columns of a side as a grid heads them, with those marked that the other side lacks. */
export function gridColumns(
  columns: readonly ResultColumn[],
  side: Side,
  alignment: Alignment | null,
): GridColumn[] {
  return columns.map(({ name, declaredType }, index) => ({
    name,
    hint: declaredType,
    unmatched: alignment !== null && !isMatched(alignment, side, index),
  }));
}

function isMatched({ columnMap }: Alignment, side: Side, column: number): boolean {
  return side === "gold" ? (columnMap[column] ?? null) !== null : columnMap.includes(column);
}

/** A result by itself, as it came. */
export function plainModel(
  identity: string,
  columns: readonly GridColumn[],
  rows: PagedRows<Cell[]>,
): GridModel {
  const drawn = new WeakMap<Cell[], GridRow>();
  const draw = (cells: Cell[], index: number): GridRow => {
    const known = drawn.get(cells);
    if (known !== undefined) return known;
    const row: GridRow = { label: String(index + 1), cells, mark: "same", changed: none };
    drawn.set(cells, row);
    return row;
  };
  return {
    ...shared(identity, columns, rows),
    sample: sampleOf(rows, (cells) => cells),
    row: (index) => {
      const cells = rows.at(index);
      return cells === undefined ? undefined : draw(cells, index);
    },
    read: async (from, to) => (await rows.read(from, to)).map((cells, index) => draw(cells, from + index)),
  };
}

/** One side of the two results laid side by side; a line that only the other side has is a gap. */
export function alignedModel(
  identity: string,
  columns: readonly GridColumn[],
  rows: PagedRows<AlignedRow>,
  side: Side,
  alignment: Alignment,
): GridModel {
  const drawn = new WeakMap<AlignedRow, GridRow>();
  const draw = (aligned: AlignedRow): GridRow => {
    const known = drawn.get(aligned);
    if (known !== undefined) return known;
    const row = alignedGridRow(aligned, side, alignment);
    drawn.set(aligned, row);
    return row;
  };
  return {
    ...shared(identity, columns, rows),
    sample: sampleOf(rows, (aligned) => aligned[side]?.cells ?? null),
    row: (index) => {
      const aligned = rows.at(index);
      return aligned === undefined ? undefined : draw(aligned);
    },
    read: async (from, to) => (await rows.read(from, to)).map(draw),
  };
}

/** One aligned line as one side shows it. */
export function alignedGridRow(aligned: AlignedRow, side: Side, { columnMap }: Alignment): GridRow {
  const own = aligned[side];
  if (own === null) return { label: "", cells: null, mark: "same", changed: none };
  const only = side === "predicted" ? "removed" : "added";
  const mark = aligned.kind === "same" || aligned.kind === "changed" ? aligned.kind : only;
  const changed =
    side === "gold" ? aligned.changed : aligned.changed.flatMap((column) => columnMap[column] ?? []);
  return { label: String(own.index + 1), cells: own.cells, mark, changed };
}

function shared(identity: string, columns: readonly GridColumn[], rows: PagedRows<unknown>) {
  return {
    identity,
    columns,
    rowCount: rows.total,
    want: (from: number, to: number) => rows.want(from, to),
    subscribe: rows.subscribe,
    version: rows.version,
  };
}

function sampleOf<Row>(rows: PagedRows<Row>, cellsOf: (row: Row) => readonly Cell[] | null) {
  const sample = [];
  for (let index = 0; index < Math.min(rows.total, sampleRows); index++) {
    const row = rows.at(index);
    const cells = row === undefined ? null : cellsOf(row);
    if (cells !== null) sample.push(cells);
  }
  return sample;
}

/** The next line after `from` (or before it) that differs, looked for in at most `limit` lines; null where there is none. */
export async function nextDifference(
  rows: PagedRows<AlignedRow>,
  from: number,
  step: 1 | -1,
  limit = 20_000,
): Promise<number | null> {
  const block = 200;
  let at = from + step;
  for (let searched = 0; searched < limit && at >= 0 && at < rows.total; searched += block) {
    const low = step === 1 ? at : Math.max(0, at - block + 1);
    const high = step === 1 ? Math.min(rows.total, at + block) : at + 1;
    const lines = await rows.read(low, high);
    const differs = ({ kind }: AlignedRow) => kind !== "same";
    const found = step === 1 ? lines.findIndex(differs) : lines.findLastIndex(differs);
    if (found >= 0) return low + found;
    at = step === 1 ? high : low - 1;
  }
  return null;
}
