import { type ActionOutcome, afterAction } from "#shared/dialogue/protocol/after-action.ts";
import { dialogueTurn } from "#shared/dialogue/protocol/dialogue-turn.ts";
import type { ProtocolState } from "#shared/dialogue/protocol/state.ts";
import type { DialogueSettings, DialogueTurn, SystemAction } from "#shared/domain/dialogue.ts";
import type { Phase } from "#shared/domain/task.ts";

/** An action with what comes of it. */
export interface Step {
  action: SystemAction;
  outcome: ActionOutcome;
}

export const ask: Step = {
  action: { kind: "ask", question: "Which visits count?" },
  outcome: { observation: "Those of the last year.", passed: null },
};
export const execute: Step = {
  action: { kind: "execute", sql: "SELECT 1" },
  outcome: { observation: "1", passed: null },
};
export const names: Step = {
  action: { kind: "get_all_external_knowledge_names" },
  outcome: { observation: "[]", passed: null },
};
export const submit = (passed: boolean | null, gradedPhase?: Phase): Step => ({
  action: { kind: "submit", sql: ["SELECT 1"] },
  outcome: { observation: "", passed, ...(gradedPhase && { gradedPhase }) },
});

/** The state after some steps, and the turns that they made. */
export function play(
  state: ProtocolState,
  ...steps: readonly Step[]
): { state: ProtocolState; turns: DialogueTurn[] } {
  const turns: DialogueTurn[] = [];
  let current = state;
  for (const { action, outcome } of steps) {
    const next = afterAction(current, action, outcome);
    turns.push(dialogueTurn(turns.length + 1, [current, next], action, outcome, null));
    current = next;
  }
  return { state: current, turns };
}

export const settingsOf = (
  protocol: DialogueSettings["protocol"],
  profile: DialogueSettings["profile"],
  behaviour: DialogueSettings["behaviour"],
): DialogueSettings => ({ protocol, profile, behaviour, patience: 3 });
