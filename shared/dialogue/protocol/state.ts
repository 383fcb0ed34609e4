import type { DialogueEnd, DialogueSettings } from "../../domain/dialogue.ts";
import { actionBudget, clarificationTurns, type Phase, type Task } from "../../domain/task.ts";

/** How a dialogue stands between two actions. It holds no text of the task; the rules are those of SPEC B. */
export interface ProtocolState {
  settings: DialogueSettings;
  hasFollowUp: boolean;
  /** What the system is asked now. */
  phase: Phase;
  /** In turns (c-Interact) or coins (a-Interact); below zero only as shipped. */
  budget: { total: number; left: number };
  passed: Record<Phase, boolean>;
  /** Whether a submission that was graded in this phase has failed: what passes then has taken the debug try. */
  hasFailed: Record<Phase, boolean>;
  /** Submissions since the phase began that did not pass it. */
  failedTries: number;
  /** Refused actions since the last one that was carried out. */
  refusedInARow: number;
  /** Calls of the system's model as adk counts them (B13). */
  calls: number;
  /** 0..1; above 1 only as shipped. */
  reward: number;
  end: DialogueEnd | null;
}

/** The first state of a dialogue about a task. */
export function beginDialogue(task: Task, settings: DialogueSettings): ProtocolState {
  const { protocol, patience } = settings;
  const total = protocol === "c" ? clarificationTurns(task, patience) : actionBudget(task, patience);
  return beginWithBudget({ total, hasFollowUp: task.followUp !== null }, settings);
}

/** The first state of a dialogue whose task is not at hand; `total` is what the system was given, in turns or coins. */
export function beginWithBudget(
  { total, hasFollowUp }: { total: number; hasFollowUp: boolean },
  settings: DialogueSettings,
): ProtocolState {
  return {
    settings,
    hasFollowUp,
    phase: 1,
    budget: { total, left: total },
    passed: { 1: false, 2: false },
    hasFailed: { 1: false, 2: false },
    failedTries: 0,
    refusedInARow: 0,
    calls: 0,
    reward: 0,
    end: null,
  };
}

/** The state after a dialogue was ended from outside: its system stopped, or an endpoint, engine or program failed. */
export function endDialogue(state: ProtocolState, end: DialogueEnd): ProtocolState {
  return state.end === null ? { ...state, end } : state;
}
