import type { Dialogue, DialogueEnd } from "../domain/dialogue.ts";
import type { SuccessRate } from "./task-rates.ts";

/** A rate without the dialogues that failed for their infrastructure, and what it were had all of these failed or passed. */
export interface BoundedRate extends SuccessRate {
  least: number | null;
  most: number | null;
}

/** What dialogues came to. Those that were not judged count in `ends` alone. */
export interface DialogueRates {
  dialogues: number;
  phase1: BoundedRate;
  /** Of the dialogues whose task has a follow-up. */
  phase2: BoundedRate;
  /** Mean reward times 100 (SPEC M3), without infrastructure failures; null where nothing is left. */
  reward: number | null;
  ends: Partial<Record<DialogueEnd, number>>;
  infrastructure: number;
}

type DialogueOutcome = Pick<Dialogue, "hasFollowUp" | "phase1Passed" | "phase2Passed" | "reward" | "end">;

/** Success and reward over dialogues. */
export function dialogueRates(outcomes: readonly DialogueOutcome[]): DialogueRates {
  const ends: DialogueRates["ends"] = {};
  for (const { end } of outcomes) ends[end] = (ends[end] ?? 0) + 1;
  const judged = outcomes.filter(({ end }) => end !== "not-judged");
  const reached = judged.filter(({ end }) => end !== "infrastructure");
  const rewards = reached.reduce((sum, { reward }) => sum + reward, 0);
  return {
    dialogues: outcomes.length,
    phase1: boundedRate(judged, ({ phase1Passed }) => phase1Passed),
    phase2: boundedRate(
      judged.filter(({ hasFollowUp }) => hasFollowUp),
      ({ phase2Passed }) => phase2Passed,
    ),
    reward: reached.length === 0 ? null : (rewards / reached.length) * 100,
    ends,
    infrastructure: ends.infrastructure ?? 0,
  };
}

function boundedRate(
  outcomes: readonly DialogueOutcome[],
  hasPassed: (outcome: DialogueOutcome) => boolean,
): BoundedRate {
  const reached = outcomes.filter(({ end }) => end !== "infrastructure");
  const passed = reached.filter(hasPassed).length;
  const share = (count: number, of: number) => (of === 0 ? null : count / of);
  return {
    passed,
    of: reached.length,
    rate: share(passed, reached.length),
    least: share(passed, outcomes.length),
    most: share(passed + outcomes.length - reached.length, outcomes.length),
  };
}
