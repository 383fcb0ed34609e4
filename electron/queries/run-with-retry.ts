import type { Evaluation, Side } from "#shared/domain/evaluation.ts";
import { evaluationOf } from "#shared/metrics/evaluation.ts";
import type { RequestEnd } from "../processes/worker-client.ts";
import type { WorkerPool } from "../processes/worker-pool.ts";
import {
  comparisonLimits,
  type QueryEvent,
  type QueryRequest,
  type QueryResponse,
  type StatementsRequest,
  type StoredComparison,
  type Summaries,
} from "./query-protocol.ts";
import { failedSummary, limitError, processLostError } from "./run-errors.ts";
import type { RunningResults } from "./running-results.ts";

/** How statements ended: every side asked for has a summary. */
export interface StatementsEnd {
  summaries: Summaries;
  evaluation: Evaluation | null;
  comparison: StoredComparison | null;
}

/** Workers for SQL under test. */
export type QueryPool = WorkerPool<QueryRequest, QueryEvent, QueryResponse>;

/**
 * Runs statements to their end whatever happens to the workers: a side whose worker was ended by its watchdog has met
 * a limit; one whose worker died otherwise is tried once more. The other side then runs in a fresh worker.
 */
export async function runWithRetry(
  pool: QueryPool,
  request: StatementsRequest,
  running: RunningResults | null,
  signal: AbortSignal | undefined,
): Promise<StatementsEnd> {
  const run: Progress = { summaries: {}, evaluation: null, crashes: 0, comparisonError: null };
  const onEvent = (event: QueryEvent) => {
    if (event.type === "side") run.summaries[event.side] = event.summary;
    else if (event.type === "evaluation") run.evaluation = event.evaluation;
    if (!signal?.aborted || event.type === "side") running?.take(event);
  };
  for (;;) {
    const sides = sidesToRun(request, run);
    if (sides.length === 0) return endOf(request, run);
    const end = await pool.run({ ...request, sides }, { onEvent, signal });
    if (end.kind === "died") learn(run, request, sides, end);
    else if (end.response.kind === "statements") {
      Object.assign(run.summaries, end.response.summaries);
      if (end.response.evaluation || request.sides.length === 1)
        return { ...end.response, summaries: run.summaries };
    } else if (end.response.kind === "failed") throw new Error(end.response.error.message);
  }
}

interface Progress {
  summaries: Summaries;
  /** Sent before the sides were aligned. */
  evaluation: Evaluation | null;
  crashes: number;
  /** The limit that comparing ran into: the sides are run without it. */
  comparisonError: string | null;
}

/** Both sides at first, so that they can be compared; one at a time where a crash has to be pinned on one of them. */
function sidesToRun(request: StatementsRequest, { summaries, crashes }: Progress): Side[] {
  const missing = request.sides.filter((side) => !summaries[side]);
  return crashes > 1 ? missing.slice(0, 1) : missing;
}

function learn(
  run: Progress,
  request: StatementsRequest,
  sides: Side[],
  { note, how }: RequestEnd<QueryResponse> & { kind: "died" },
): void {
  if (note?.stage === "predicted" || note?.stage === "gold") {
    const status = note.reason === "time" ? "timeout" : "error";
    run.summaries[note.stage] = failedSummary(
      status,
      limitError(note.reason, request.limits),
      note.elapsedMs,
    );
    return;
  }
  if (note?.stage === "comparison") {
    const { message } = limitError(note.reason, comparisonLimits(request.limits));
    run.comparisonError = `comparing the two results was ${message}`;
    run.crashes = 2;
    return;
  }
  run.crashes += 1;
  const [side] = sides;
  if (run.crashes === 1) Object.assign(run, { summaries: {}, evaluation: null });
  else if (sides.length === 1 && side) run.summaries[side] = failedSummary("error", processLostError(how), 0);
}

/** The end of sides that did not run together: at least one failed, or their comparison did. */
function endOf(request: StatementsRequest, run: Progress): StatementsEnd {
  const { summaries, comparisonError } = run;
  const { predicted, gold } = summaries;
  if (!predicted || !gold || run.evaluation)
    return { summaries, evaluation: run.evaluation, comparison: null };
  const evaluation = evaluationOf({ summary: predicted, rows: null }, { summary: gold, rows: null }, request);
  if (predicted.status === "ok" && gold.status === "ok") {
    const message = comparisonError ?? "the process ended before the two results were compared";
    evaluation.difference = { kind: "error", detail: { side: "both", message } };
  }
  return { summaries, evaluation, comparison: null };
}
