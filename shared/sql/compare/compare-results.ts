import type { Cell } from "../../domain/cell.ts";
import type { Difference, DifferenceDetail } from "../../domain/difference.ts";
import type { Ex } from "../../domain/ex.ts";
import { exEqual, exFailed, exOf } from "../../metrics/ex.ts";
import type { SqlDialect } from "../lex.ts";
import { exactKey, NAN_KEY } from "./cell-key.ts";
import { type ComparableRows, PAGE_ROWS } from "./comparable-rows.ts";
import { countsOf, differenceOf } from "./difference-of.ts";
import type { Probe } from "./limit-tie.ts";
import { classifyRows, exactView } from "./row-classes.ts";
import { rowRelation } from "./row-relation.ts";

/** What is known of the two statements besides their results. */
export interface ComparisonContext {
  /** Whether the gold orders its rows: `hasOutermostOrderBy(goldSql)`. */
  goldOrdered: boolean;
  predictedSql: string;
  goldSql: string;
  /** How both are read; SQLite where it is not said. */
  dialect?: SqlDialect;
  /** Runs a query on the same database under the same limits; without it no tie at a LIMIT is claimed. */
  probe?: Probe;
}

/** What comparing two results gives. */
export interface ResultComparison {
  ex: Ex;
  difference: Difference;
}

/** Compares two results whole: the EX family by exact values, and the closest explanation of what differs (SPEC X1…X4, C1…C14). */
export function compareResults(
  predicted: ComparableRows,
  gold: ComparableRows,
  context: ComparisonContext,
): ResultComparison {
  const { goldOrdered } = context;
  if (predicted.columns.length !== gold.columns.length) return compareUnequalWidths(predicted, gold, context);
  if (sameRowsInOrder(predicted, gold))
    return { ex: exEqual(goldOrdered), difference: { kind: "identical", detail: emptyDetail(gold) } };
  const classes = classifyRows(exactView(predicted), exactView(gold));
  const relation = rowRelation(classes);
  const ex = exOf(classes, relation, goldOrdered);
  if (relation.sameMultiset) return { ex, difference: { kind: "order", detail: { goldOrdered } } };
  if (relation.sameSet) return { ex, difference: { kind: "duplicates", detail: countsOf(relation) } };
  return { ex, difference: differenceOf(predicted, gold, relation, context) };
}

/** Rows of unequal width are never equal; two empty results are equal as sets whatever their columns (SPEC X4). */
function compareUnequalWidths(
  predicted: ComparableRows,
  gold: ComparableRows,
  context: ComparisonContext,
): ResultComparison {
  if (predicted.rowCount === 0 && gold.rowCount === 0)
    return { ex: exEqual(context.goldOrdered), difference: emptyWithOtherColumns(predicted, gold) };
  const ex = exFailed(context.goldOrdered);
  return { ex, difference: differenceOf(predicted, gold, null, context) };
}

function emptyDetail(gold: ComparableRows): DifferenceDetail {
  return gold.rowCount === 0 ? { side: "both" } : {};
}

function emptyWithOtherColumns(predicted: ComparableRows, gold: ComparableRows): Difference {
  const wider = predicted.columns.length > gold.columns.length;
  const [wide, narrow] = wider ? [predicted, gold] : [gold, predicted];
  const names = new Set(narrow.columns.map((column) => column.name.toLowerCase()));
  const columnNames = wide.columns
    .map((column) => column.name)
    .filter((name) => !names.has(name.toLowerCase()));
  return { kind: wider ? "extra-columns" : "missing-columns", detail: { side: "both", columnNames } };
}

/** The usual case, decided without any table: row by row, until a cell differs. */
function sameRowsInOrder(predicted: ComparableRows, gold: ComparableRows): boolean {
  if (predicted.rowCount !== gold.rowCount) return false;
  for (let from = 0; from < gold.rowCount; from += PAGE_ROWS) {
    const to = Math.min(from + PAGE_ROWS, gold.rowCount);
    const goldRows = gold.rows(from, to);
    if (!predicted.rows(from, to).every((row, at) => sameCells(row, goldRows[at] as Cell[]))) return false;
  }
  return true;
}

function sameCells(predicted: readonly Cell[], gold: readonly Cell[]): boolean {
  for (let column = 0; column < gold.length; column += 1) {
    const a = predicted[column] as Cell;
    const b = gold[column] as Cell;
    if (a === b && a !== NAN_KEY && a !== "dNaN") continue;
    const key = exactKey(a);
    if (key === NAN_KEY || key !== exactKey(b)) return false;
  }
  return true;
}
