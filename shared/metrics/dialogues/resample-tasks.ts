import type { Random } from "../../dialogue/seed.ts";

/** Where 95 of 100 resamples lie. */
export interface Interval {
  from: number;
  to: number;
}

/** How often tasks are drawn anew. */
export const resamples = 2000;

/**
 * Draws as many tasks as there are, with replacement, so often that the spread of a figure shows (percentile bootstrap). The
 * unit is the task with all its trials. `total`: the figure of some tasks, which may be drawn several times.
 */
export function resampleTasks<Unit>(
  tasks: readonly Unit[],
  total: (drawn: readonly Unit[]) => number,
  random: Random,
): number[] {
  return Array.from({ length: resamples }, () =>
    total(tasks.map(() => tasks[Math.floor(random() * tasks.length)] as Unit)),
  ).sort((one, other) => one - other);
}

/** The interval of sorted resamples: from the 2.5th to the 97.5th percentile. */
export function percentileInterval(sorted: ArrayLike<number>): Interval {
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
  return { from: at(0.025), to: at(0.975) };
}
