import type { SystemAction } from "../../domain/dialogue.ts";
import type { Phase } from "../../domain/task.ts";
import { actionCost, coins } from "./action-cost.ts";
import { knownFaults } from "./known-faults.ts";
import { inCents, phaseReward } from "./phase-reward.ts";
import { refusalOf } from "./refusal.ts";
import { endDialogue, type ProtocolState } from "./state.ts";

/** What came of an action. */
export interface ActionOutcome {
  /** What the system is answered, word for word. */
  observation: string;
  /** The verdict on a submission; null for other actions, and where nothing could be said. */
  passed: boolean | null;
  /** The phase that the environment graded, where it keeps one of its own (B19); else that of the dialogue. */
  gradedPhase?: Phase;
}

/** How many refused actions in a row end a dialogue (B7), and how many calls of a model adk allows (B13). */
const [mostRefusals, mostCalls] = [3, 60];

/** The state after an action. What `refusalOf` refuses counts as a refusal; an ended dialogue stays as it is (B11). */
export function afterAction(
  state: ProtocolState,
  action: SystemAction,
  outcome: ActionOutcome,
): ProtocolState {
  if (state.end !== null) return state;
  if (refusalOf(state, action) !== null) return afterRefusal(state);
  const paid = afterPaying({ ...state, refusedInARow: 0 }, action);
  const next = action.kind === "submit" ? afterSubmission(paid, outcome) : paid;
  return endedByLimit(next, action);
}

/**
 * What a profile makes of a call that failed on the evaluator's side (endpoint, engine, program): null where it is no turn,
 * else the outcome that the system is charged for (B8, B18).
 */
export function chargedFailure(state: ProtocolState, action: SystemAction): ActionOutcome | null {
  if (!knownFaults(state.settings).failedCallsAreCharged) return null;
  if (action.kind === "submit") return { observation: "The submission could not be tested.", passed: false };
  return { observation: "I could not make sense of that.", passed: null };
}

function afterRefusal(state: ProtocolState): ProtocolState {
  const next = { ...state, refusedInARow: state.refusedInARow + 1, calls: state.calls + 1 };
  const { budgetMayBeOverdrawn, turnsAreOnlyTold, lastSubmissionIsFree } = knownFaults(state.settings);
  if (budgetMayBeOverdrawn) return endDialogue(next, "budget-used");
  if (turnsAreOnlyTold || lastSubmissionIsFree)
    return next.calls >= mostCalls ? endDialogue(next, "turns-used") : next;
  return next.refusedInARow >= mostRefusals ? endDialogue(next, "system-stopped") : next;
}

function afterPaying(state: ProtocolState, action: SystemAction): ProtocolState {
  const { protocol, profile } = state.settings;
  const isSubmission = action.kind === "submit";
  const rest = state.budget.left - actionCost(state, action);
  const isLast = isSubmission && rest <= 0 && knownFaults(state.settings).lastSubmissionIsFree;
  return {
    ...state,
    budget: { ...state.budget, left: isLast ? -1 : rest },
    calls: state.calls + (protocol === "c" && profile === "adk" && isSubmission ? 2 : 1),
  };
}

/** The verdict that counts: on another phase than the dialogue's it says nothing (B10), but for B19. */
export function countedVerdict(state: ProtocolState, { passed, gradedPhase }: ActionOutcome): boolean | null {
  const isOwn = gradedPhase === undefined || gradedPhase === state.phase;
  return isOwn || knownFaults(state.settings).environmentKeepsPhase ? passed : null;
}

function afterSubmission(state: ProtocolState, outcome: ActionOutcome): ProtocolState {
  const passed = countedVerdict(state, outcome);
  if (passed === null) return state;
  const graded = outcome.gradedPhase ?? state.phase;
  const next = passed ? afterPass(state, graded) : afterFail(state, graded);
  return passed && graded === state.phase ? afterPhase(next) : afterFailedTry(next);
}

function afterPass(state: ProtocolState, graded: Phase): ProtocolState {
  const earned = phaseReward(state, graded);
  const { onlyLastSubmissionPays } = knownFaults(state.settings);
  return {
    ...state,
    passed: graded > state.phase ? state.passed : { ...state.passed, [graded]: true },
    reward: onlyLastSubmissionPays ? earned : inCents(state.reward + earned),
  };
}

function afterFail(state: ProtocolState, graded: Phase): ProtocolState {
  const { onlyLastSubmissionPays } = knownFaults(state.settings);
  return {
    ...state,
    hasFailed: { ...state.hasFailed, [graded]: true },
    reward: onlyLastSubmissionPays ? 0 : state.reward,
  };
}

/** The follow-up is asked once phase 1 has passed (B4). */
function afterPhase(state: ProtocolState): ProtocolState {
  if (state.phase === 2 || !state.hasFollowUp) return endDialogue(state, "solved");
  return { ...state, phase: 2, failedTries: 0 };
}

/** c-Interact ends with the second failure of a phase; a-Interact goes on as long as it can pay (B3). */
function afterFailedTry(state: ProtocolState): ProtocolState {
  const next = { ...state, failedTries: state.failedTries + 1 };
  const isOver = state.settings.protocol === "c" && next.failedTries > 1;
  return isOver ? endDialogue(next, "failed") : next;
}

function endedByLimit(state: ProtocolState, action: SystemAction): ProtocolState {
  const { left } = state.budget;
  const { budgetMayBeOverdrawn, lastSubmissionIsFree, turnsAreOnlyTold } = knownFaults(state.settings);
  if ((lastSubmissionIsFree || turnsAreOnlyTold) && state.calls >= mostCalls)
    return endDialogue(state, "turns-used");
  if (state.settings.protocol === "c") return state;
  if (budgetMayBeOverdrawn)
    return action.kind === "submit" && left <= 0 ? endDialogue(state, "budget-used") : state;
  const isSpent = lastSubmissionIsFree ? left < 0 : left < coins.submit;
  return isSpent ? endDialogue(state, "budget-used") : state;
}
