import type { SystemAction } from "../../domain/dialogue.ts";
import { actionCost, coins } from "./action-cost.ts";
import { knownFaults } from "./known-faults.ts";
import type { ProtocolState } from "./state.ts";

/** Why an action is not possible now, in the words that the system is told; null where it is. A refusal costs nothing (B7). */
export function refusalOf(state: ProtocolState, action: SystemAction): string | null {
  if (state.end !== null) return "The dialogue has ended.";
  return state.settings.protocol === "c" ? refusalInTurns(state, action) : refusalForCoins(state, action);
}

function refusalInTurns(state: ProtocolState, action: SystemAction): string | null {
  if (action.kind === "submit") return null;
  if (action.kind !== "ask") return "This conversation knows only questions to the user and SQL.";
  const { turnsAreOnlyTold, lastTurnIsForSql } = knownFaults(state.settings);
  if (turnsAreOnlyTold) return null;
  if (state.phase === 2) return "The follow-up takes no questions. Submit SQL.";
  if (state.failedTries > 0) return "After a failed submission there are no more questions. Submit SQL.";
  const { total, left } = state.budget;
  const noneLeft = lastTurnIsForSql ? left < total && left <= 1 : left < 1;
  return noneLeft ? "All turns for questions are used. Submit SQL." : null;
}

function refusalForCoins(state: ProtocolState, action: SystemAction): string | null {
  const { budgetMayBeOverdrawn, lastSubmissionIsFree } = knownFaults(state.settings);
  const { left } = state.budget;
  const isSubmission = action.kind === "submit";
  if (budgetMayBeOverdrawn)
    return isSubmission || left > 0 ? null : "The budget is used up. Only a submission was possible.";
  const cost = actionCost(state, action);
  if (lastSubmissionIsFree)
    return isSubmission || cost <= left ? null : `Only ${left} coins are left. Submit your best SQL now.`;
  if (left - cost >= (isSubmission ? 0 : coins.submit)) return null;
  const kept = isSubmission ? "" : `, and a submission costs ${coins.submit}. Submit SQL`;
  return `This would cost ${cost} of the ${left} coins left${kept}.`;
}
