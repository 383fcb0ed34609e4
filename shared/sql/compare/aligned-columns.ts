import type { Difference } from "../../domain/difference.ts";
import type { ComparableRows } from "./comparable-rows.ts";

/** For each gold column the predicted column that stands for it, or null. */
export type ColumnPairing = (number | null)[];

/** The pairing that the difference found, else the same positions, else, where the widths differ, the same names (SPEC R1). */
export function alignedColumns(
  predicted: ComparableRows,
  gold: ComparableRows,
  { detail: { columnMap } }: Difference,
): ColumnPairing {
  if (columnMap !== undefined && columnMap.length === gold.columns.length) return [...columnMap];
  if (columnMap !== undefined) return gold.columns.map((_, column) => positionOrNull(columnMap, column));
  if (predicted.columns.length === gold.columns.length) return gold.columns.map((_, column) => column);
  const names = predicted.columns.map((column) => column.name.toLowerCase());
  return gold.columns.map((column) => onlyPosition(names, column.name.toLowerCase()));
}

function positionOrNull(positions: readonly number[], wanted: number): number | null {
  const at = positions.indexOf(wanted);
  return at < 0 ? null : at;
}

function onlyPosition(names: readonly string[], wanted: string): number | null {
  const at = names.indexOf(wanted);
  return at < 0 || names.includes(wanted, at + 1) ? null : at;
}
