import { Criterion, type CrossCheck } from "../domain/cross-check.ts";
import { taskInterval } from "./dialogues/estimate.ts";
import type { Interval } from "./dialogues/resample-tasks.ts";

/** How many tasks were accepted on a criterion, of how many, and between what the share lies; null of fewer than two tasks. */
export interface CriterionAcceptance {
  criterion: Criterion;
  accepted: number;
  of: number;
  interval: Interval | null;
}

/**
 * The share of tasks that each criterion accepts, over one check of each task (BIRD-INTERACT appendix Q). 95 of 100 resamples
 * of the tasks lie in the interval; where all or none are accepted it is the exact binomial one. The same seed gives the same.
 */
export function criterionAcceptance(checks: readonly CrossCheck[], seed: number): CriterionAcceptance[] {
  return Criterion.options.map((criterion) => {
    const shares = checks.flatMap(({ judgements }) =>
      judgements.filter((one) => one.criterion === criterion).map(({ accepted }) => Number(accepted)),
    );
    const accepted = shares.reduce((sum, one) => sum + one, 0);
    return { criterion, accepted, of: shares.length, interval: taskInterval(shares, seed) };
  });
}
