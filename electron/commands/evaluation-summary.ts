import type { Evaluation } from "#shared/domain/evaluation.ts";
import { type ExKind, exKinds } from "#shared/domain/ex.ts";

/** How often each of the values of a thing occurred. */
type Counts = Record<string, number>;

/** The figures of a batch; EX counts are named by their definitions (shared/domain/ex.ts). */
export interface BatchFigures {
  items: number;
  predicted: Counts;
  gold: Counts;
  ex: Record<ExKind, { true: number; false: number; null: number }>;
  difference: Counts;
  /** Items whose result was cut off at the row cap or the byte cap. */
  truncated: number;
  elapsedMs: number;
}

/** Counts evaluations as they come. */
export interface BatchSummary {
  add(evaluation: Evaluation): void;
  figures(): BatchFigures;
  /** Items whose gold ran, so that EX says something. */
  judged(): number;
}

export function createSummary(): BatchSummary {
  const startedAt = performance.now();
  const figures: BatchFigures = {
    items: 0,
    predicted: {},
    gold: {},
    ex: Object.fromEntries(
      exKinds.map((kind) => [kind, { true: 0, false: 0, null: 0 }]),
    ) as BatchFigures["ex"],
    difference: {},
    truncated: 0,
    elapsedMs: 0,
  };
  return {
    add({ predicted, gold, ex, difference }) {
      figures.items += 1;
      count(figures.predicted, predicted.status);
      count(figures.gold, gold.status);
      count(figures.difference, difference.kind);
      for (const kind of exKinds) figures.ex[kind][`${ex[kind]}`] += 1;
      if (predicted.truncated || gold.truncated) figures.truncated += 1;
    },
    figures: () => ({ ...figures, elapsedMs: Math.round(performance.now() - startedAt) }),
    judged: () => figures.gold.ok ?? 0,
  };
}

function count(counts: Counts, value: string): void {
  counts[value] = (counts[value] ?? 0) + 1;
}
