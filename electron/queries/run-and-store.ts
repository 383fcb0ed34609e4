import type { WorkerPool } from "../processes/worker-pool.ts";
import type { StatementsRequest } from "./query-protocol.ts";
import type { QueryOptions } from "./query-runner.ts";
import type { ResultStore } from "./result-store.ts";
import { runWithRetry, type StatementsEnd } from "./run-with-retry.ts";
import { createRunningResults, type RowEvents, type RunningResults } from "./running-results.ts";

/** What the calls of a runner share. */
export interface QueryRunnerParts {
  lanes: Record<QueryOptions["priority"], WorkerPool>;
  results: ResultStore;
}

/** Runs statements whose results are kept; `finish` makes the answer out of how they ended. An aborted run leaves nothing behind. */
export async function runAndStore<Answer>(
  { lanes, results }: QueryRunnerParts,
  request: StatementsRequest,
  options: QueryOptions,
  events: RowEvents,
  finish: (end: StatementsEnd, kept: RunningResults) => Promise<Answer>,
): Promise<Answer> {
  const kept = createRunningResults(results, events);
  const { signal } = options;
  signal?.addEventListener("abort", kept.abandon, { once: true });
  try {
    const end = await runWithRetry(lanes[options.priority], request, kept.listener, signal);
    return await finish(end, kept);
  } catch (error) {
    kept.abandon();
    throw error;
  } finally {
    kept.end();
    signal?.removeEventListener("abort", kept.abandon);
  }
}
