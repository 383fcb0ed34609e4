import type { ModelFailure, ModelFailureKind } from "./model-failure.ts";

/** Time, handed in so that a spec need not wait. */
export interface Waiting {
  /** Rejects with the signal's reason. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** After how many failures of a kind a call is given up, and how long is waited after the first one; each next wait is twice as long. */
const patience: Record<ModelFailureKind, { most: number; waitMs: number }> = {
  unreachable: { most: 5, waitMs: 1000 },
  timeout: { most: 3, waitMs: 1000 },
  "cut-off": { most: 4, waitMs: 1000 },
  "rate-limited": { most: 8, waitMs: 2000 },
  "server-error": { most: 5, waitMs: 1000 },
  garbage: { most: 3, waitMs: 1000 },
  refused: { most: 2, waitMs: 0 },
  empty: { most: 3, waitMs: 0 },
  "wrong-form": { most: 3, waitMs: 0 },
  // These stay as they are however often they are tried.
  unauthorised: { most: 1, waitMs: 0 },
  rejected: { most: 1, waitMs: 0 },
  limit: { most: 1, waitMs: 0 },
  "not-recorded": { most: 1, waitMs: 0 },
};

/** An endpoint that asks to be left alone for longer is given up. */
const longestWaitMs = 10 * 60_000;

/** What is to be done after a failure: wait so long and try again, or give up. */
export function afterFailure(failures: readonly ModelFailure[]): { waitMs: number } | "give-up" {
  const last = failures.at(-1);
  if (last === undefined) return { waitMs: 0 };
  const { most, waitMs } = patience[last.kind];
  const equal = failures.filter(({ kind }) => kind === last.kind).length;
  if (equal >= most) return "give-up";
  const wait = last.retryAfterMs ?? waitMs * 2 ** (equal - 1);
  return wait > longestWaitMs ? "give-up" : { waitMs: wait };
}
