import type { DialogueSettings } from "../../domain/dialogue.ts";

/**
 * What the implementation of a profile does otherwise than the paper says, or than its own code means to (SPEC B12…B21).
 * Under fixed behaviour none of it holds. Read from the public code of BIRD-Interact.
 */
export interface KnownFaults {
  /** B12: the SQL takes the last turn, so that one question fewer can be asked. */
  lastTurnIsForSql: boolean;
  /** B13: the limit of turns is told to the system and enforced nowhere. */
  turnsAreOnlyTold: boolean;
  /** B14: a submission that the coins do not cover is carried out, and the budget is set to -1. */
  lastSubmissionIsFree: boolean;
  /** B15: actions are carried out whatever is left; the budget falls below zero. */
  budgetMayBeOverdrawn: boolean;
  /** B16: the reward is that of the last submission. */
  onlyLastSubmissionPays: boolean;
  /** B17: the system is told which assertion of a test failed. */
  assertionsAreShown: boolean;
  /** B18: a call that failed on the evaluator's side is a turn of the system, and paid. */
  failedCallsAreCharged: boolean;
  /** B19: the environment grades in a phase that it keeps by itself, and pays a phase as often as it passes. */
  environmentKeepsPhase: boolean;
  /** B20: of a gold of several statements the evaluator's own dry run submits the first. */
  onlyFirstGoldIsSubmitted: boolean;
  /** B21: a task without a follow-up pays for phase 1 what it would pay with one. */
  onlyPhasePaysPart: boolean;
}

/** The faults of a dialogue's implementation; a protocol that its profile does not have is played without any (B22). */
export function knownFaults({ protocol, profile, behaviour }: DialogueSettings): KnownFaults {
  const shipped = behaviour === "shipped" && profilesWith[protocol].includes(profile);
  const [adk, agent, conv] = [
    shipped && profile === "adk",
    shipped && profile === "agent",
    shipped && profile === "conv",
  ];
  return {
    lastTurnIsForSql: conv,
    turnsAreOnlyTold: adk && protocol === "c",
    lastSubmissionIsFree: adk && protocol === "a",
    budgetMayBeOverdrawn: agent,
    onlyLastSubmissionPays: agent,
    assertionsAreShown: agent,
    failedCallsAreCharged: adk || agent,
    environmentKeepsPhase: adk,
    onlyFirstGoldIsSubmitted: adk,
    onlyPhasePaysPart: shipped,
  };
}

/** Which implementations have a protocol: the batch evaluator converses, the agent acts, the microservice does both. */
const profilesWith = { c: ["conv", "adk"], a: ["agent", "adk"] };
