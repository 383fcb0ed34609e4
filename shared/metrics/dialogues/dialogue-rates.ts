import type { Dialogue, DialogueEnd } from "../../domain/dialogue.ts";
import type { SuccessRate } from "../task-rates.ts";
import { type DialogueValue, meanOf, phase1Value, phase2Value } from "./estimate.ts";

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

/** Success and reward over dialogues: the figures of `configurationFigures` without their intervals, as counts. */
export function dialogueRates(dialogues: readonly Dialogue[]): DialogueRates {
  const ends: DialogueRates["ends"] = {};
  for (const { end } of dialogues) ends[end] = (ends[end] ?? 0) + 1;
  const reward = meanOf(dialogues, (one) => one.reward).value;
  return {
    dialogues: dialogues.length,
    phase1: boundedRate(dialogues, phase1Value),
    phase2: boundedRate(dialogues, phase2Value),
    reward: reward === null ? null : reward * 100,
    ends,
    infrastructure: ends.infrastructure ?? 0,
  };
}

function boundedRate(dialogues: readonly Dialogue[], worth: DialogueValue): BoundedRate {
  const { sum, of, value, lower, upper } = meanOf(dialogues, worth);
  return { passed: sum, of, rate: value, least: lower, most: upper };
}
