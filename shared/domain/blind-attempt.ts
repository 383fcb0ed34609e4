import { z } from "zod";
import { unchangedBattery } from "./battery.ts";
import { DialogueEnd } from "./dialogue.ts";
import type { Task } from "./task.ts";

/** How a checker fared who tried to solve a task in a dialogue before seeing its gold. */
export const BlindAttempt = z.object({
  startedAt: z.string(),
  /** Null while the dialogue is being prepared. */
  dialogueId: z.number().int().nullable(),
  /** The revision of the task that is tried. */
  revision: z.number().int().positive(),
  /** It goes on: nothing shows this person the gold. */
  isOpen: z.boolean(),
  /** It is this person's turn. */
  isWaiting: z.boolean(),
  /** Why it could not be played; null where it could. */
  problem: z.string().nullable(),
  hasFollowUp: z.boolean(),
  phase1Passed: z.boolean(),
  phase2Passed: z.boolean(),
  end: DialogueEnd.nullable(),
  turns: z.number().int().nonnegative(),
});
export type BlindAttempt = z.infer<typeof BlindAttempt>;

/** A task as whoever solves it may see it: what is asked, on which database, and nothing of how it is solved. */
export const withoutSolution = (task: Task): Task => ({
  ...task,
  clearQuestion: task.ambiguousQuestion === null ? task.clearQuestion : null,
  ...{ goldSql: [], preprocessSql: [], cleanUpSql: [], ambiguities: [], knowledgeIds: [], tests: [] },
  followUp: null,
  battery: unchangedBattery,
});

/** The texts that solve a task: its golds and tests, each as the task has it. */
export function solutionTexts({ goldSql, tests, followUp }: Task): string[] {
  const all = [...goldSql, ...tests, ...(followUp?.goldSql ?? []), ...(followUp?.tests ?? [])];
  return [...new Set(all.filter((text) => text.trim() !== ""))];
}
