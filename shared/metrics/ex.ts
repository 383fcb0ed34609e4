import type { Ex } from "../domain/ex.ts";
import { classifyRows, exactView } from "../sql/compare/row-classes.ts";
import type { RowRelation } from "../sql/compare/row-relation.ts";
import { memoryRows, type RowSource } from "../sql/compare/row-source.ts";

/** How many rows ROSE's review page compares: it adds this LIMIT to both statements. */
export const FIRST_ROWS = 200;

/** EX where nothing can be said: a side has no result to compare. */
export const exUnknown: Ex = { set: null, multiset: null, ordered: null, first200: null };

/** EX of two results with the same rows in the same order. */
export function exEqual(goldOrdered: boolean): Ex {
  return { set: true, multiset: true, ordered: goldOrdered ? true : null, first200: true };
}

/** EX of a prediction that gave no result although the gold did (SPEC X5): false wherever the definition applies. */
export function exFailed(goldOrdered: boolean): Ex {
  return { set: false, multiset: false, ordered: goldOrdered ? false : null, first200: false };
}

/** EX of two results of equal width, read off how their rows relate (SPEC X1…X4). */
export function exOf(relation: RowRelation, predicted: RowSource, gold: RowSource, goldOrdered: boolean): Ex {
  return {
    set: relation.sameSet,
    multiset: relation.sameMultiset,
    ordered: goldOrdered ? relation.sameOrder : null,
    first200: relation.sameOrder || sameFirstRows(predicted, gold),
  };
}

function sameFirstRows(predicted: RowSource, gold: RowSource): boolean {
  const count = Math.min(FIRST_ROWS, predicted.rowCount);
  if (count !== Math.min(FIRST_ROWS, gold.rowCount)) return false;
  const heads = classifyRows(
    exactView(memoryRows(predicted.columns, predicted.rows(0, count))),
    exactView(memoryRows(gold.columns, gold.rows(0, count))),
  );
  return heads.predicted.every((row, at) => row === heads.gold[at]);
}
