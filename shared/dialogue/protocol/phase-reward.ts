import type { Phase } from "../../domain/task.ts";
import { knownFaults } from "./known-faults.ts";
import type { ProtocolState } from "./state.ts";

/** What a phase pays when it passes straight, and after the debug try of c-Interact (BIRD-INTERACT appendix F.2; SPEC M2). */
const pay = { 1: { straight: 0.7, debugged: 0.5 }, 2: { straight: 0.3, debugged: 0.2 } };

/** What passing a phase earns now, 0..1. The only phase of a task pays for both (M2), but for B21. */
export function phaseReward(state: ProtocolState, phase: Phase): number {
  const { protocol } = state.settings;
  const how = protocol === "c" && state.hasFailed[phase] ? "debugged" : "straight";
  const paysAll = !state.hasFollowUp && !knownFaults(state.settings).onlyPhasePaysPart;
  return inCents(paysAll ? pay[1][how] + pay[2][how] : pay[phase][how]);
}

/** A sum of rewards without the dust of binary fractions. */
export function inCents(reward: number): number {
  return Math.round(reward * 100) / 100;
}
