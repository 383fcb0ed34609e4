import type { Cell } from "#shared/domain/cell.ts";
import type { Evaluation, Side } from "#shared/domain/evaluation.ts";
import type { RowPage, RunSummary } from "#shared/domain/result.ts";
import { evaluationOf } from "#shared/metrics/evaluation.ts";
import type { RequestEnd, WorkerPool } from "../processes/worker-pool.ts";
import {
  comparisonLimits,
  type QueryEvent,
  type StatementsRequest,
  type StoredComparison,
  type Summaries,
} from "./query-protocol.ts";
import { failedSummary, memoryLimitError, processLostError, timeLimitError } from "./run-errors.ts";
import type { StoredRows } from "./spool.ts";

/** What is told while statements run; a side that has to be run again in a fresh process begins anew. */
export interface StatementsListener {
  onFirstRows(side: Side, summary: RunSummary, page: RowPage): void;
  onProgress(side: Side, rows: number): void;
  /** The side has ended in its process; its rows, if any, now belong to the listener. */
  onSide(side: Side, summary: RunSummary, stored: StoredRows<Cell[]> | null): void;
}

/** How statements ended: every side asked for has a summary. */
export interface StatementsEnd {
  summaries: Summaries;
  evaluation: Evaluation | null;
  comparison: StoredComparison | null;
}

/**
 * Runs statements to their end whatever happens to the processes: a side whose process was ended by its watchdog has met
 * a limit; one whose process died otherwise is tried once more. The other side then runs in a fresh process.
 */
export async function runWithRetry(
  lane: WorkerPool,
  request: StatementsRequest,
  listener: StatementsListener | null,
  signal: AbortSignal | undefined,
): Promise<StatementsEnd> {
  const run: Progress = { summaries: {}, evaluation: null, crashes: 0, comparisonError: null };
  const onEvent = (event: QueryEvent) => {
    if (event.type === "side") run.summaries[event.side] = event.summary;
    else if (event.type === "evaluation") run.evaluation = event.evaluation;
    if (!signal?.aborted || event.type === "side") tell(listener, event);
  };
  for (;;) {
    const sides = sidesToRun(request, run);
    if (sides.length === 0) return endOf(request, run);
    const end = await lane.run({ ...request, sides }, onEvent, signal);
    if (end.kind === "died") learn(run, request, sides, end);
    else if (end.result.kind === "statements") {
      Object.assign(run.summaries, end.result.summaries);
      if (end.result.evaluation || request.sides.length === 1)
        return { ...end.result, summaries: run.summaries };
    } else if (end.result.kind === "failed") throw new Error(end.result.error.message);
  }
}

interface Progress {
  summaries: Summaries;
  /** Told before the sides were aligned. */
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
  end: RequestEnd & { kind: "died" },
): void {
  const { note, how } = end;
  if (note?.stage === "predicted" || note?.stage === "gold") {
    run.summaries[note.stage] =
      note.reason === "time"
        ? failedSummary("timeout", timeLimitError(request.limits), note.elapsedMs)
        : failedSummary("error", memoryLimitError(request.limits), note.elapsedMs);
    return;
  }
  if (note?.stage === "comparison") {
    const limits = comparisonLimits(request.limits);
    const limit = note.reason === "time" ? timeLimitError(limits) : memoryLimitError(limits);
    run.comparisonError = `comparing the two results was ${limit.message}`;
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

function tell(listener: StatementsListener | null, event: QueryEvent): void {
  if (event.type === "rows") listener?.onFirstRows(event.side, event.summary, event.page);
  else if (event.type === "progress") listener?.onProgress(event.side, event.rows);
  else if (event.type === "side") listener?.onSide(event.side, event.summary, event.stored);
}
