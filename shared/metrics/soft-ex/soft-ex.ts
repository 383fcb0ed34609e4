import type { Cell } from "../../domain/cell.ts";
import type { Conditions } from "../../domain/conditions.ts";
import type { ResultColumn } from "../../domain/result.ts";
import type { CellKey } from "../../sql/compare/cell-key.ts";
import { memoryRows } from "../../sql/compare/comparable-rows.ts";
import { classifyRows, type RowView } from "../../sql/compare/row-classes.ts";
import { type RowRelation, rowRelation } from "../../sql/compare/row-relation.ts";
import { cellKeyAsFixed } from "./cell-key-as-fixed.ts";
import { cellKeyAsShipped, PythonRaises } from "./cell-key-as-shipped.ts";

/** What the last statement of a list gave: its rows as far as they were fetched. */
export interface SoftExResult {
  columns: readonly ResultColumn[];
  rows: Cell[][];
  /** A cap cut the rows. */
  truncated: boolean;
}

/** Whether two results count as the same; `reason` says why not, in a sentence. */
export type SoftExVerdict = { equal: true; reason: null } | { equal: false; reason: string };

/** Which columns a comparison reads how. */
type KeyOf = (declaredType: string) => (cell: Cell) => CellKey;

/**
 * Soft exact match as the reference evaluators ship it (`ex_base`, SPEC E1…E4): values as Python has them, to two places,
 * days without time; lists where the order counts, else sets; an empty result on either side fails.
 */
export function softExAsShipped(
  predicted: SoftExResult,
  gold: SoftExResult,
  { order }: Pick<Conditions, "order">,
): SoftExVerdict {
  try {
    const keys = keysOf(cellKeyAsShipped, predicted, gold);
    if (gold.rows.length === 0) return unequal(`The gold returned no rows, which fails the test as shipped.`);
    if (predicted.rows.length === 0) return unequal("The answer returned no rows.");
    if (predicted.columns.length !== gold.columns.length) return unequal(widths(predicted, gold));
    const relation = relate(keys);
    if (order ? relation.sameOrder : relation.sameSet) return same;
    return unequal(difference(relation, order ? "order" : "set"));
  } catch (error) {
    if (error instanceof PythonRaises) return unequal(`The test raises an error: ${error.message}.`);
    throw error;
  }
}

/**
 * Soft exact match with the known faults put right (SPEC E5…E9): `decimals`, `distinct` and `order` are honoured, times of
 * day count, numbers are equal whatever their type, NaN equals itself, and two empty results of the same columns are equal.
 */
export function softExFixed(
  predicted: SoftExResult,
  gold: SoftExResult,
  { decimals, distinct, order }: Conditions,
): SoftExVerdict {
  if (predicted.columns.length !== gold.columns.length) return unequal(widths(predicted, gold));
  if (predicted.truncated || gold.truncated)
    return unequal(`Not all rows were fetched, so the results cannot count as equal.`);
  if (gold.rows.length === 0 && predicted.rows.length === 0) return same;
  const relation = relate(keysOf((type) => cellKeyAsFixed(type, decimals), predicted, gold));
  const how = order ? "order" : distinct ? "multiset" : "set";
  const equal = { order: relation.sameOrder, multiset: relation.sameMultiset, set: relation.sameSet }[how];
  return equal ? same : unequal(difference(relation, how));
}

const same: SoftExVerdict = { equal: true, reason: null };

function unequal(reason: string): SoftExVerdict {
  return { equal: false, reason };
}

interface KeyedRows {
  predicted: RowView;
  gold: RowView;
}

/** Both results with the key of every cell read once, so that whatever raises does so before anything is compared. */
function keysOf(keyOf: KeyOf, predicted: SoftExResult, gold: SoftExResult): KeyedRows {
  const view = ({ columns, rows }: SoftExResult): RowView => {
    const readers = columns.map(({ declaredType }) => keyOf(declaredType));
    const read = rows.map((row) => row.map((cell, column) => readers[column]?.(cell) ?? "n"));
    return {
      source: memoryRows(columns, read),
      columns: columns.map((_, column) => column),
      keys: columns.map(() => (key) => key as CellKey),
    };
  };
  return { predicted: view(predicted), gold: view(gold) };
}

function relate({ predicted, gold }: KeyedRows): RowRelation {
  return rowRelation(classifyRows(predicted, gold));
}

function widths(predicted: SoftExResult, gold: SoftExResult): string {
  return `The answer has ${counted(predicted.columns.length, "column")}, the gold ${gold.columns.length}.`;
}

function difference(relation: RowRelation, how: "order" | "multiset" | "set"): string {
  const { onlyPredicted, onlyGold, sameMultiset, sameSet } = relation;
  if (sameMultiset) return "The rows are the gold's in another order.";
  if (sameSet && how !== "set") return "Some rows occur more or less often than in the gold.";
  const parts = [
    onlyPredicted > 0
      ? `${counted(onlyPredicted, "row")} of the answer ${is(onlyPredicted)} not in the gold`
      : "",
    onlyGold > 0 ? `${counted(onlyGold, "row")} of the gold ${is(onlyGold)} missing` : "",
  ].filter((part) => part !== "");
  return `${parts.join(", ")}.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function is(count: number): string {
  return count === 1 ? "is" : "are";
}
