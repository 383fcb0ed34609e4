import type { Lane } from "../processes/lane.ts";
import { createKeptRun, type KeptRun, type RowEvents } from "./kept-run.ts";
import type { StatementsTask } from "./query-protocol.ts";
import type { RunOptions } from "./query-runner.ts";
import type { KeptResults } from "./result-store.ts";
import { runStatements, type StatementsEnd } from "./statements-run.ts";

/** What the calls of a runner share. */
export interface RunnerParts {
  lanes: Record<RunOptions["priority"], Lane>;
  results: KeptResults;
}

/** Runs statements whose results are kept; `finish` makes the answer out of how they ended. An aborted run leaves nothing behind. */
export async function runKeptStatements<Answer>(
  { lanes, results }: RunnerParts,
  task: StatementsTask,
  options: RunOptions,
  events: RowEvents,
  finish: (end: StatementsEnd, kept: KeptRun) => Promise<Answer>,
): Promise<Answer> {
  const kept = createKeptRun(results, events);
  const { signal } = options;
  signal?.addEventListener("abort", kept.abandon, { once: true });
  try {
    const end = await runStatements(lanes[options.priority], task, kept.listener, signal);
    return await finish(end, kept);
  } catch (error) {
    kept.abandon();
    throw error;
  } finally {
    kept.end();
    signal?.removeEventListener("abort", kept.abandon);
  }
}
