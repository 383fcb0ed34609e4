import type { Difference } from "../../domain/difference.ts";
import type { RowSource } from "./row-source.ts";

/** For each gold column the predicted column that stands for it, or null. */
export type ColumnPairing = (number | null)[];

/** The pairing that the difference found, else the same places, else, where the widths differ, the same names (SPEC R1). */
export function alignedColumns(
  predicted: RowSource,
  gold: RowSource,
  { detail: { columnMap } }: Difference,
): ColumnPairing {
  if (columnMap !== undefined && columnMap.length === gold.columns.length) return [...columnMap];
  if (columnMap !== undefined) return gold.columns.map((_, column) => placeOrNull(columnMap, column));
  if (predicted.columns.length === gold.columns.length) return gold.columns.map((_, column) => column);
  const names = predicted.columns.map((column) => column.name.toLowerCase());
  return gold.columns.map((column) => onlyPlace(names, column.name.toLowerCase()));
}

function placeOrNull(places: readonly number[], wanted: number): number | null {
  const at = places.indexOf(wanted);
  return at < 0 ? null : at;
}

function onlyPlace(names: readonly string[], wanted: string): number | null {
  const at = names.indexOf(wanted);
  return at < 0 || names.includes(wanted, at + 1) ? null : at;
}
