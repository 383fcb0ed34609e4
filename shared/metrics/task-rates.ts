/** What one task came to; a phase without an answer has not passed. */
export interface TaskOutcome {
  /** Whether phase 1 manages data (DM) rather than asks (BI). */
  management: boolean;
  hasFollowUp: boolean;
  phase1: boolean;
  phase2: boolean;
}

/** How many of the tasks that have a phase passed it; `rate` is null where there are none. */
export interface SuccessRate {
  passed: number;
  of: number;
  rate: number | null;
}

/** Success and reward over a set of tasks (SPEC M1…M3). Rewards are means times 100; null where there are no tasks. */
export interface TaskRates {
  tasks: number;
  phase1: SuccessRate;
  /** Counted only after phase 1, of the tasks that have a follow-up. */
  phase2: SuccessRate;
  aInteract: number | null;
  /** From every pass after the debug try to none: a result does not say which it took. */
  cInteract: { least: number; most: number } | null;
}

/** Rewards of the phases: those of a-Interact, and of c-Interact without and with its debug try (paper, appendix F). */
const first = { straight: 0.7, debugged: 0.5 };
const second = { straight: 0.3, debugged: 0.2 };

/** The figures of all tasks, and of those that ask (BI) and that manage data (DM) apart. */
export function taskRates(outcomes: readonly TaskOutcome[]): Record<"all" | "bi" | "dm", TaskRates> {
  return {
    all: ratesOf(outcomes),
    bi: ratesOf(outcomes.filter(({ management }) => !management)),
    dm: ratesOf(outcomes.filter(({ management }) => management)),
  };
}

function ratesOf(outcomes: readonly TaskOutcome[]): TaskRates {
  const most = meanReward(outcomes, "straight");
  const least = meanReward(outcomes, "debugged");
  const followed = outcomes.filter(({ hasFollowUp }) => hasFollowUp);
  return {
    tasks: outcomes.length,
    phase1: successRate(outcomes.filter(({ phase1 }) => phase1).length, outcomes.length),
    phase2: successRate(followed.filter(bothPassed).length, followed.length),
    aInteract: most,
    cInteract: most === null || least === null ? null : { least, most },
  };
}

function successRate(passed: number, of: number): SuccessRate {
  return { passed, of, rate: of === 0 ? null : passed / of };
}

function bothPassed({ hasFollowUp, phase1, phase2 }: TaskOutcome): boolean {
  return hasFollowUp && phase1 && phase2;
}

function meanReward(outcomes: readonly TaskOutcome[], how: "straight" | "debugged"): number | null {
  if (outcomes.length === 0) return null;
  const total = outcomes.reduce((sum, outcome) => sum + reward(outcome, how), 0);
  return Math.round((total / outcomes.length) * 100 * 1e6) / 1e6;
}

/** A task without a follow-up pays its whole reward for its only phase. */
function reward(outcome: TaskOutcome, how: "straight" | "debugged"): number {
  if (!outcome.phase1) return 0;
  if (!outcome.hasFollowUp) return first[how] + second[how];
  return first[how] + (outcome.phase2 ? second[how] : 0);
}
