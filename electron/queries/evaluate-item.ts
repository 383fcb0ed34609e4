import type { Evaluation } from "#shared/domain/evaluation.ts";
import type { RunLimits } from "#shared/domain/result.ts";
import { evaluationOf } from "#shared/metrics/evaluation.ts";
import type { DatabaseRef } from "../engines/engine.ts";
import type { StatementsRequest } from "./query-protocol.ts";
import type { EvaluationRequest, EvaluationResult, QueryRunner } from "./query-runner.ts";
import { type QueryRunnerParts, runAndStore } from "./run-and-store.ts";
import { failedSummary } from "./run-errors.ts";
import { firstPageRows } from "./run-statement.ts";
import { runWithRetry, type StatementsEnd } from "./run-with-retry.ts";

/** The calls of a runner that run both sides of an item. */
export function createEvaluationCalls(
  parts: QueryRunnerParts,
): Pick<QueryRunner, "evaluate" | "evaluateAndStore"> {
  return {
    async evaluateAndStore(request, options) {
      const { database } = request;
      if (!database || "unusable" in database) return withoutDatabase(request);
      const statements = evaluationRequest(database, request, options.limits, true);
      return runAndStore(parts, statements, options, options, async (end, kept) => {
        const predicted = await kept.resultOf("predicted");
        const gold = await kept.resultOf("gold");
        return {
          evaluation: evaluationIn(end),
          predictedId: predicted.id,
          goldId: gold.id,
          predictedPage: predicted.page,
          goldPage: gold.page,
          comparison: storeComparison(parts, end, predicted.id, gold.id),
        };
      });
    },
    async evaluate(request, options) {
      const { database } = request;
      if (!database || "unusable" in database) return withoutDatabase(request).evaluation;
      const statements = evaluationRequest(database, request, options.limits, false);
      return evaluationIn(
        await runWithRetry(parts.lanes[options.priority], statements, null, options.signal),
      );
    },
  };
}

function evaluationRequest(
  database: DatabaseRef,
  { predictedSql, goldSql }: EvaluationRequest,
  limits: RunLimits,
  keep: boolean,
): StatementsRequest {
  return { kind: "statements", database, predictedSql, goldSql, sides: ["predicted", "gold"], keep, limits };
}

function evaluationIn({ evaluation }: StatementsEnd): Evaluation {
  if (!evaluation) throw new Error("both sides ran, yet there is no evaluation");
  return evaluation;
}

function storeComparison(
  { results }: QueryRunnerParts,
  { comparison }: StatementsEnd,
  predictedId: string | null,
  goldId: string | null,
): EvaluationResult["comparison"] {
  if (!comparison || predictedId === null || goldId === null) return null;
  const id = results.storeComparison(comparison, predictedId, goldId);
  const { rows } = results.aligned(id, 0, firstPageRows, false);
  return { id, alignment: comparison.alignment, rows };
}

function withoutDatabase(request: EvaluationRequest): EvaluationResult {
  const summary =
    request.database && "unusable" in request.database
      ? failedSummary("error", { message: request.database.unusable, kind: "engine", offset: null }, 0)
      : failedSummary("missing-database", null, 0);
  const missing = { summary, rows: null };
  const nothing = { from: 0, rows: [] };
  return {
    evaluation: evaluationOf(missing, missing, request),
    predictedId: null,
    goldId: null,
    predictedPage: nothing,
    goldPage: nothing,
    comparison: null,
  };
}
