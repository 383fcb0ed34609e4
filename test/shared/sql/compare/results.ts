import fc from "fast-check";
import type { Cell } from "#shared/domain/cell.ts";
import { type ComparableRows, memoryRows } from "#shared/sql/compare/comparable-rows.ts";

/** A result from rows of cells; columns are called a, b, c … unless names are given. */
export function result(rows: Cell[][], names?: string[]): ComparableRows {
  const width = names?.length ?? rows[0]?.length ?? 1;
  const columns = Array.from({ length: width }, (_, column) => ({
    name: names?.[column] ?? String.fromCharCode(97 + column),
    declaredType: "",
  }));
  return memoryRows(columns, rows);
}

/** Cells of few distinct values, so that equal rows are common. */
export const cell: fc.Arbitrary<Cell> = fc.constantFrom<Cell>(
  null,
  "i0",
  "i1",
  "r1",
  "r0.5",
  "r0.25",
  "d1.00",
  "t",
  "ta",
  "tA",
  "t1",
  "t\0,",
  "b61",
  "x61",
);

/** Up to eight rows of the given width. */
export function rowsOf(width: number): fc.Arbitrary<Cell[][]> {
  return fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 });
}

/** A context whose gold does or does not order. */
export function context(goldOrdered = false) {
  return { goldOrdered, predictedSql: "", goldSql: "" };
}
