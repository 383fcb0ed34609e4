import type { Evaluation } from "#shared/domain/evaluation.ts";
import type { RunSummary } from "#shared/domain/result.ts";
import type { ItemInput } from "#shared/formats/item-input.ts";

/** One side of an evaluated item in the output of `evaluate`: `elapsedMs` to the microsecond, `error` only where there is one. */
interface SideLine {
  status: RunSummary["status"];
  rows: number;
  error?: string;
  elapsedMs: number;
}

/** A line of the output of `evaluate`; `index` is the item's place in the input, 0-based. */
export function evaluationLine(
  index: number,
  { questionId, dbId }: Pick<ItemInput, "questionId" | "dbId">,
  { predicted, gold, ex, difference }: Evaluation,
) {
  return {
    index,
    question_id: questionId,
    db_id: dbId,
    predicted: sideLine(predicted),
    gold: sideLine(gold),
    ex: { set: ex.set, multiset: ex.multiset, ordered: ex.ordered, first200: ex.first200 },
    difference: { kind: difference.kind, detail: difference.detail },
  };
}

function sideLine({ status, rowCount, error, elapsedMs }: RunSummary): SideLine {
  return {
    status,
    rows: rowCount,
    ...(error && { error: error.message }),
    elapsedMs: Math.round(elapsedMs * 1000) / 1000,
  };
}
