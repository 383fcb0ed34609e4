import type { Evaluation } from "#shared/domain/evaluation.ts";
import type { RunLimits } from "#shared/domain/run-limits.ts";
import type { EvaluationRequest, QueryRunner } from "./query-runner.ts";

export interface BatchOptions {
  limits: RunLimits;
  signal?: AbortSignal;
  /** How many pairs are under way at once: enough to keep every worker busy, few enough to hold. */
  ahead: number;
}

/**
 * Evaluates pairs on the runner's batch processes and gives the evaluations in the order of the pairs. No more than `ahead`
 * pairs are held at once, so that memory does not grow with their number. Throws the signal's reason when it is aborted.
 */
export async function* evaluateBatch<Item extends EvaluationRequest>(
  runner: QueryRunner,
  items: Iterable<Item> | AsyncIterable<Item>,
  { limits, signal, ahead }: BatchOptions,
): AsyncGenerator<{ item: Item; evaluation: Evaluation }> {
  // Where the reader stops early, what is under way stops as well.
  const stop = new AbortController();
  const running = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const underWay: { item: Item; evaluation: Promise<Evaluation> }[] = [];
  try {
    for await (const item of items) {
      const evaluation = runner.evaluate(item, { limits, signal: running, priority: "batch" });
      // It is awaited in its turn; until then a rejection is not unhandled.
      evaluation.catch(() => {});
      underWay.push({ item, evaluation });
      if (underWay.length >= ahead) yield await nextOf(underWay);
    }
    while (underWay.length > 0) yield await nextOf(underWay);
  } finally {
    stop.abort(new Error("the evaluation was cancelled"));
  }
}

async function nextOf<Item>(underWay: { item: Item; evaluation: Promise<Evaluation> }[]) {
  const { item, evaluation } = underWay.shift() as { item: Item; evaluation: Promise<Evaluation> };
  return { item, evaluation: await evaluation };
}
