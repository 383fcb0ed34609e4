import type { DialogueHead } from "#shared/contract/dialogues.ts";
import { isSolved } from "#shared/metrics/dialogues/estimate.ts";

/** How dialogues ended, as one asks for them. */
export const dialogueOutcomes = {
  solved: "solved",
  "failed-1": "failed in phase 1",
  "failed-2": "failed in phase 2",
  "not-judged": "not judged",
  infrastructure: "infrastructure failure",
  waiting: "not played yet",
} as const;
export type DialogueOutcomeName = keyof typeof dialogueOutcomes;

/** What the dialogues of a run are filtered by. */
export interface DialogueFilter {
  /** In the task's id or the system's name. */
  text?: string | undefined;
  outcome?: DialogueOutcomeName | undefined;
  system?: string | undefined;
}

/** The dialogues that pass a filter, in their order. */
export function matchingDialogues(
  heads: readonly DialogueHead[],
  { text = "", outcome, system }: DialogueFilter,
): readonly DialogueHead[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "" && outcome === undefined && system === undefined) return heads;
  return heads.filter(
    (head) =>
      (wanted === "" || `${head.instanceId} ${head.system}`.toLowerCase().includes(wanted)) &&
      (outcome === undefined || outcomeOf(head) === outcome) &&
      (system === undefined || head.system === system),
  );
}

/** How a dialogue ended, as one asks for it. */
export function outcomeOf(head: DialogueHead): DialogueOutcomeName {
  const { end, phase1Passed } = head;
  if (end === null) return "waiting";
  if (end === "infrastructure" || end === "not-judged") return end;
  if (isSolved(head)) return "solved";
  return phase1Passed ? "failed-2" : "failed-1";
}
