import type { Ex } from "../domain/ex.ts";
import type { RowClasses } from "../sql/compare/row-classes.ts";
import type { RowRelation } from "../sql/compare/row-relation.ts";

/** How many rows ROSE's review page compares: it adds this LIMIT to both statements. */
export const FIRST_ROWS = 200;

/** EX where nothing can be said: a side has no result to compare. */
export const exUnknown: Ex = { set: null, multiset: null, ordered: null, first200: null };

/** EX of two results with the same rows in the same order. */
export function exEqual(goldOrdered: boolean): Ex {
  return { set: true, multiset: true, ordered: goldOrdered ? true : null, first200: true };
}

/** EX of a prediction that equals the gold under no definition, or gave no result although the gold did (SPEC X4, X5). */
export function exFailed(goldOrdered: boolean): Ex {
  return { set: false, multiset: false, ordered: goldOrdered ? false : null, first200: false };
}

/** EX of two results of equal width, read off the classes of their rows and how these relate (SPEC X1…X4). */
export function exOf(classes: RowClasses, relation: RowRelation, goldOrdered: boolean): Ex {
  return {
    set: relation.sameSet,
    multiset: relation.sameMultiset,
    ordered: goldOrdered ? relation.sameOrder : null,
    first200: sameFirstRows(classes),
  };
}

function sameFirstRows({ predicted, gold }: RowClasses): boolean {
  const [head, goldHead] = [predicted.subarray(0, FIRST_ROWS), gold.subarray(0, FIRST_ROWS)];
  return head.length === goldHead.length && head.every((row, at) => row === goldHead[at]);
}
