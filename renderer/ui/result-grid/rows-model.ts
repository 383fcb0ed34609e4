import type { Cell } from "#shared/domain/cell.ts";
import type { GridColumn, GridModel, GridRow } from "./grid-model.ts";

const sampleRows = 30;
const none: readonly number[] = [];

/** A grid of rows that are all at hand; `rows` and `columns` must stay the same objects while the identity does. */
export function rowsModel(
  identity: string,
  columns: readonly { name: string; declaredType: string }[],
  rows: readonly (readonly Cell[])[],
): GridModel {
  const drawn = rows.map(
    (cells, index): GridRow => ({ label: String(index + 1), cells, mark: "same", changed: none }),
  );
  const headings = columns.map(({ name, declaredType }) => ({ name, hint: declaredType, unmatched: false }));
  return drawnRowsModel(identity, headings, drawn);
}

/** A grid of lines that are all at hand, each as it is drawn. */
export function drawnRowsModel(
  identity: string,
  columns: readonly GridColumn[],
  drawn: readonly GridRow[],
): GridModel {
  return {
    identity,
    columns,
    rowCount: drawn.length,
    sample: drawn.flatMap(({ cells }) => (cells === null ? [] : [cells])).slice(0, sampleRows),
    row: (index) => drawn[index],
    want: () => {},
    read: async (from, to) => drawn.slice(from, to),
    subscribe: () => () => {},
    version: () => 0,
  };
}
