import type { Ex } from "../domain/ex.ts";
import type { ComparableRows } from "../sql/compare/comparable-rows.ts";
import { classifyRows, exactView } from "../sql/compare/row-classes.ts";
import { rowRelation } from "../sql/compare/row-relation.ts";
import { FIRST_ROWS } from "./ex.ts";

/** The rows of a result as far as they were read: `truncated` where the row cap or the byte cap was met. */
export interface RowsRead {
  rows: ComparableRows;
  truncated: boolean;
}

/**
 * EX where a side was cut off (SPEC X7): false where the rows that were read settle it already, else null; never true.
 * The first 200 rows stay exact where that many were read.
 */
export function exOfTruncated({ predicted, gold }: { predicted: RowsRead; gold: RowsRead }, read: Ex): Ex {
  const [cut, whole] = predicted.truncated ? [predicted, gold] : [gold, predicted];
  const headRead = [predicted, gold].every((side) => !side.truncated || side.rows.rowCount >= FIRST_ROWS);
  const first200 = headRead ? read.first200 : null;
  if (whole.truncated) return { set: null, multiset: null, ordered: null, first200 };
  const unequalSets = hasRowBeyond(cut.rows, whole.rows);
  const unequal = unequalSets || cut.rows.rowCount > whole.rows.rowCount;
  return {
    set: unequalSets ? false : null,
    multiset: unequal ? false : null,
    ordered: unequal && read.ordered !== null ? false : null,
    first200,
  };
}

/** Whether some row of `cut` does not occur in `whole`, so that reading on cannot make them equal as sets. */
function hasRowBeyond(cut: ComparableRows, whole: ComparableRows): boolean {
  if (cut.columns.length !== whole.columns.length) return cut.rowCount > 0;
  return !rowRelation(classifyRows(exactView(cut), exactView(whole))).predictedWithinGold;
}
