import type { DatabaseLoading } from "#shared/contract/databases.ts";
import type { EvaluationEvent } from "#shared/contract/results.ts";
import type { AlignedRow, Alignment } from "#shared/domain/comparison.ts";
import type { Evaluation } from "#shared/domain/evaluation.ts";
import type { RowPage, RunSummary } from "#shared/domain/result.ts";
import type { Streamed } from "./streams.ts";

/** One side of a pair as far as it has run. `resultId` null: there are no rows to page. */
export interface SideResult {
  resultId: string | null;
  summary: RunSummary | null;
  page: RowPage;
  /** Rows counted so far, while it runs. */
  rows: number;
}

/** A comparison as the back end made it, with its first lines. */
interface ShownComparison {
  id: string;
  alignment: Alignment;
  rows: readonly AlignedRow[];
}

/** What came until now of a prediction and the gold that ran beside it. `evaluation` is there once both have ended. */
export interface PairResults {
  predicted: SideResult;
  gold: SideResult;
  evaluation: Evaluation | null;
  comparison: ShownComparison | null;
}

/** A prediction and the gold, running or run. */
export type PairEvaluation = Streamed<PairResults>;

/** A side before anything is known of it. */
export const noSide: SideResult = { resultId: null, summary: null, page: { from: 0, rows: [] }, rows: 0 };

/** A pair before anything is known of it. */
export const noPair: PairResults = { predicted: noSide, gold: noSide, evaluation: null, comparison: null };

/** What an event of an evaluation changes in its pair. */
export function afterEvaluationEvent(
  before: PairResults,
  event: Exclude<EvaluationEvent, DatabaseLoading>,
): Partial<PairResults> {
  switch (event.type) {
    case "rows": {
      const { resultId, summary, page } = event;
      return { [event.side]: { resultId, summary, page, rows: page.rows.length } };
    }
    case "progress":
      return { [event.side]: { ...before[event.side], rows: event.rows } };
    case "done": {
      const { evaluation, comparison, predictedId, predictedPage, goldId, goldPage } = event;
      const { predicted, gold } = evaluation;
      return {
        evaluation,
        comparison,
        predicted: {
          resultId: predictedId,
          summary: predicted,
          page: predictedPage,
          rows: predicted.rowCount,
        },
        gold: { resultId: goldId, summary: gold, page: goldPage, rows: gold.rowCount },
      };
    }
  }
}
