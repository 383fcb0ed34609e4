import type { DialogueTurn, SimulatorAnswer, SystemAction } from "../../domain/dialogue.ts";
import { actionCost } from "./action-cost.ts";
import { type ActionOutcome, countedVerdict } from "./after-action.ts";
import { knownFaults } from "./known-faults.ts";
import { inCents, phaseReward } from "./phase-reward.ts";
import { refusalOf } from "./refusal.ts";
import type { ProtocolState } from "./state.ts";

/** One turn for the record, from the states around it. `turn`: its number, from 1; `answer`: the simulator's, if asked. */
export function dialogueTurn(
  turn: number,
  [before, after]: readonly [ProtocolState, ProtocolState],
  action: SystemAction,
  outcome: ActionOutcome,
  answer: SimulatorAnswer | null,
): DialogueTurn {
  const refusal = refusalOf(before, action);
  const isJudged = refusal === null && action.kind === "submit";
  return {
    turn,
    phase: before.phase,
    action,
    refused: refusal !== null,
    observation: refusal ?? outcome.observation,
    answer: refusal === null ? answer : null,
    passed: isJudged ? countedVerdict(before, outcome) : null,
    cost: refusal === null ? actionCost(before, action) : 0,
    budgetBefore: before.budget.left,
    budgetAfter: after.budget.left,
    reward: isJudged ? earned(before, after, outcome) : 0,
  };
}

function earned(before: ProtocolState, after: ProtocolState, outcome: ActionOutcome): number {
  if (!knownFaults(before.settings).onlyLastSubmissionPays) return inCents(after.reward - before.reward);
  return outcome.passed === true ? phaseReward(before, before.phase) : 0;
}
