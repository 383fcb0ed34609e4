import type { Finding, Fix, SubTaskLocation } from "#shared/domain/finding.ts";
import type { CheckedPhase } from "./checked-phase.ts";

/** A finding as a check tells it: its place is inside the phase that is checked. */
export interface PhaseFinding extends Omit<Finding, "where" | "fix"> {
  where: SubTaskLocation;
  fix?: Omit<Fix, "replacement"> & { replacement?: { where: SubTaskLocation; text: string } };
}

/**
 * One thing that may be wrong with the gold or the tests of a phase. `needs` says when it can be asked: "text" always; "gold"
 * once the gold ran without failure; "tests" once its answers can be tested and the gold passes. Checks that need less come
 * first. A check may throw: that becomes the finding `check-failed`, and the others go on.
 */
export interface Check {
  /** What it is about, in a few words, for `check-failed`. */
  name: string;
  needs: "text" | "gold" | "tests";
  /** Tells findings as it comes upon them. Runs on its own: the state is put back for every check that changed it. */
  run(phase: CheckedPhase): AsyncIterable<PhaseFinding>;
}
