import type { System } from "#shared/dialogue/systems/system.ts";
import type { Dialogue, DialogueTurn, SystemAction } from "#shared/domain/dialogue.ts";

/** How far a dialogue has come when it is somebody's turn. */
export interface DialogueSoFar {
  turns: DialogueTurn[];
  budget: Dialogue["budget"];
  grafted: number;
}

/** It is a person's turn: to act as the system (`question` is null), or to answer this question as the user. */
export class PersonNeeded extends Error {
  readonly question: string | null;
  /** Put in by whoever plays the dialogue. */
  soFar: DialogueSoFar | null = null;

  constructor(question: string | null) {
    super("a person is waited for");
    this.question = question;
  }
}

/** A person as a system: takes the action that was typed (null: stops), and then waits for the next. */
export function personSystem(typed: { action: SystemAction | null } | null): System {
  let next = typed;
  return {
    async next() {
      if (next === null) throw new PersonNeeded(null);
      const { action } = next;
      next = null;
      return action;
    },
    close: async () => {},
  };
}
