import { setTimeout as wait } from "node:timers/promises";
import type { Task } from "#shared/domain/task.ts";
import {
  type DatabaseState,
  EngineFault,
  EngineProblem,
  type StatementLimits,
  type StatementResult,
} from "../engines/engine.ts";
import { textByText } from "../engines/text-by-text.ts";

/** A state, and what its engine or the machine failed with; null as long as all went well. */
export interface WatchedState {
  state: DatabaseState;
  fault(): EngineFault | null;
}

/**
 * Throws `EngineFault` in place of results that the engine or the machine spoilt, and from then on: whoever runs SQL on the
 * state, a test script too, may catch that, but no verdict stands where `fault` answers one.
 */
export function watchState(state: DatabaseState): WatchedState {
  let fault: EngineFault | null = null;
  return {
    state: textByText(state, async (text, options) => {
      if (fault !== null) throw fault;
      const results = await state.run([text], options);
      fault = faultIn(results);
      if (fault !== null) throw fault;
      return results;
    }),
    fault: () => fault,
  };
}

function faultIn(results: readonly StatementResult[]): EngineFault | null {
  const spoilt = results.find(({ error }) => error?.kind === "engine" || error?.kind === "machine");
  return spoilt ? new EngineFault(spoilt.error?.message ?? "the engine failed") : null;
}

/** How long (ms) is waited before each try: what another answer holds is given back when that ends. */
const waits = [0, 500, 1500, 4000];

/** Tries again for some six seconds what the engine failed at; throws the last failure, and at once what only a person can mend. */
export async function patiently<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let last: unknown = null;
  for (const ms of waits) {
    try {
      await wait(ms, undefined, signal ? { signal } : {});
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof EngineProblem) throw error;
      last = error;
    }
  }
  throw last;
}

/** Runs a task's gold on new states until the engine does so without a fault; throws a lasting `EngineFault` where it does not. */
export async function proveHealthy(
  task: Task,
  renew: () => Promise<WatchedState>,
  { limits, signal }: { limits: StatementLimits; signal: AbortSignal | undefined },
): Promise<void> {
  try {
    await patiently(async () => {
      const { state } = await renew();
      await state.run(task.goldSql, { limits, ...(signal && { signal }) });
    }, signal);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof EngineProblem) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EngineFault(
      `The database engine is failing: it cannot run the gold of ${task.instanceId} either (${reason}). ` +
        "What was judged before is kept. Fix the cause, then start again.",
      { isLasting: true, cause },
    );
  }
}
