import type { Evaluation } from "#shared/domain/evaluation.ts";
import type { RunLimits } from "#shared/domain/result.ts";
import { evaluationOf } from "#shared/metrics/evaluation.ts";
import type { DatabaseRef } from "../engines/engine.ts";
import { type RunnerParts, runKeptStatements } from "./kept-statements.ts";
import type { StatementsTask } from "./query-protocol.ts";
import type { PairRequest, PairRun, Runner } from "./query-runner.ts";
import { failedSummary } from "./run-errors.ts";
import { firstPageRows } from "./run-side.ts";
import { runStatements, type StatementsEnd } from "./statements-run.ts";

/** The calls of a runner that run both sides of an item. */
export function createPairCalls(parts: RunnerParts): Pick<Runner, "runPair" | "evaluatePair"> {
  return {
    async runPair(request, options) {
      if (!request.database) return missingPair(request);
      const task = pairTask(request.database, request, options.limits, true);
      return runKeptStatements(parts, task, options, options, async (end, kept) => {
        const predicted = await kept.resultOf("predicted");
        const gold = await kept.resultOf("gold");
        return {
          evaluation: evaluationIn(end),
          predictedId: predicted.id,
          goldId: gold.id,
          predictedPage: predicted.page,
          goldPage: gold.page,
          comparison: keepComparison(parts, end, predicted.id, gold.id),
        };
      });
    },
    async evaluatePair(request, options) {
      if (!request.database) return missingPair(request).evaluation;
      const task = pairTask(request.database, request, options.limits, false);
      return evaluationIn(await runStatements(parts.lanes[options.priority], task, null, options.signal));
    },
  };
}

function pairTask(
  database: DatabaseRef,
  { predictedSql, goldSql }: PairRequest,
  limits: RunLimits,
  keep: boolean,
): StatementsTask {
  return { kind: "statements", database, predictedSql, goldSql, sides: ["predicted", "gold"], keep, limits };
}

function evaluationIn({ evaluation }: StatementsEnd): Evaluation {
  if (!evaluation) throw new Error("both sides ran, yet there is no evaluation");
  return evaluation;
}

function keepComparison(
  { results }: RunnerParts,
  { comparison }: StatementsEnd,
  predictedId: string | null,
  goldId: string | null,
): PairRun["comparison"] {
  if (!comparison || predictedId === null || goldId === null) return null;
  const id = results.keepComparison(comparison, predictedId, goldId);
  const { rows } = results.aligned(id, 0, firstPageRows, false);
  return { id, alignment: comparison.alignment, rows };
}

function missingPair(request: PairRequest): PairRun {
  const missing = { summary: failedSummary("missing-database", null, 0), rows: null };
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
