import type { DialogueTurn, Protocol, SystemAction } from "../../domain/dialogue.ts";
import type { Phase } from "../../domain/task.ts";

/** What a system did in one turn and what it was answered; the user's decision and the verdict are not for it to see. */
export type SystemTurn = Pick<DialogueTurn, "phase" | "action" | "observation" | "refused">;

/** All that a system under test sees before it acts; what c-Interact hands over at the beginning, it has been handed before. */
export interface SystemView {
  protocol: Protocol;
  phase: Phase;
  /** The question of the present phase, as the user put it. */
  question: string;
  turns: readonly SystemTurn[];
  /** How many of the turns, from the first on, another system has taken. */
  grafted: number;
  /** Turns (c) or coins (a). */
  budgetLeft: number;
}

/** A text-to-SQL system under test, for one dialogue. */
export interface System {
  /** The next action; null: it stops. Rejects where the system itself broke, which says nothing about its answers. */
  next(view: SystemView): Promise<SystemAction | null>;
  close(): Promise<void>;
}
