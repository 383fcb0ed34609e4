import type { Difference } from "../domain/difference.ts";
import type { Evaluation } from "../domain/evaluation.ts";
import type { Ex } from "../domain/ex.ts";
import type { RunStatus, RunSummary } from "../domain/result.ts";
import type { ComparableRows } from "../sql/compare/comparable-rows.ts";
import { compareResults } from "../sql/compare/compare-results.ts";
import type { Probe } from "../sql/compare/limit-tie.ts";
import type { SqlDialect } from "../sql/lex.ts";
import { hasOutermostOrderBy } from "../sql/statement.ts";
import { exFailed, exUnknown } from "./ex.ts";
import { exOfTruncated } from "./truncated-ex.ts";

/** What one statement gave: how it ended, and its rows where it gave a result (null for every status but "ok"). */
export interface RunOutcome {
  summary: RunSummary;
  rows: ComparableRows | null;
}

/** The two statements as written, and a way to ask their database once more (see `ComparisonContext.probe`). */
export interface EvaluationContext {
  predictedSql: string;
  goldSql: string;
  /** How both are read; SQLite where it is not said. */
  dialect?: SqlDialect;
  probe?: Probe;
}

/** Puts an item's evaluation together: what each side gave, EX, and what differs (SPEC X5…X7, C1…C14). */
export function evaluationOf(
  predicted: RunOutcome,
  gold: RunOutcome,
  context: EvaluationContext,
): Evaluation {
  const goldOrdered = hasOutermostOrderBy(context.goldSql, context.dialect);
  const sides = { predicted: predicted.summary, gold: gold.summary };
  if (predicted.rows === null || gold.rows === null)
    return { ...sides, ex: exWithoutResult(sides, goldOrdered), difference: failureOf(sides) };
  const { ex, difference } = compareResults(predicted.rows, gold.rows, { ...context, goldOrdered });
  if (!predicted.summary.truncated && !gold.summary.truncated) return { ...sides, ex, difference };
  const read = {
    predicted: { rows: predicted.rows, truncated: predicted.summary.truncated },
    gold: { rows: gold.rows, truncated: gold.summary.truncated },
  };
  return {
    ...sides,
    ex: exOfTruncated(read, ex),
    difference: { ...difference, detail: { ...difference.detail, incomplete: true } },
  };
}

interface Sides {
  predicted: RunSummary;
  gold: RunSummary;
}

/** A gold without result leaves EX open, and so does an engine or a machine that failed; a prediction that fails where the gold runs is wrong (SPEC X5, X6). */
function exWithoutResult({ predicted, gold }: Sides, goldOrdered: boolean): Ex {
  const kind = predicted.error?.kind;
  const failed =
    (predicted.status === "error" || predicted.status === "timeout") &&
    kind !== "engine" &&
    kind !== "machine";
  return gold.status === "ok" && failed ? exFailed(goldOrdered) : exUnknown;
}

/** Which failure names the pair: no database before a time limit, and that before an error (SPEC C1…C3). */
function failureOf(sides: Sides): Difference {
  return (
    sideWith(sides, "missing-database", ["missing-database"]) ??
    sideWith(sides, "timeout", ["timeout", "cancelled"]) ??
    sideWith(sides, "error", ["error"]) ?? { kind: "error", detail: { side: "both" } }
  );
}

function sideWith(
  { predicted, gold }: Sides,
  kind: "missing-database" | "timeout" | "error",
  statuses: RunStatus[],
): Difference | null {
  const inPredicted = statuses.includes(predicted.status);
  const inGold = statuses.includes(gold.status);
  if (!inPredicted && !inGold) return null;
  const side = inPredicted && inGold ? "both" : inPredicted ? "predicted" : "gold";
  const message = (inPredicted ? predicted : gold).error?.message;
  return { kind, detail: message === undefined ? { side } : { side, message } };
}
