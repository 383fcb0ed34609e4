import type { Cell } from "#shared/domain/cell.ts";
import type { GridModel, GridRow } from "./grid-model.ts";

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
  return {
    identity,
    columns: columns.map(({ name, declaredType }) => ({ name, hint: declaredType, unmatched: false })),
    rowCount: rows.length,
    sample: rows.slice(0, sampleRows),
    row: (index) => drawn[index],
    want: () => {},
    read: async (from, to) => drawn.slice(from, to),
    subscribe: () => () => {},
    version: () => 0,
  };
}
