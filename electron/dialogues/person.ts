import { leaksIn } from "#shared/dialogue/simulator/leaks-in.ts";
import type { System } from "#shared/dialogue/systems/system.ts";
import type { Dialogue, DialogueTurn, SimulatorAction, SystemAction } from "#shared/domain/dialogue.ts";
import type { SimulatorOfRun } from "./dialogue-job.ts";
import type { UserSimulator } from "./play-dialogue.ts";

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

/** What a person answers as the user, and what they say that it is about. */
export interface TypedAnswer {
  text: string;
  actions: SimulatorAction[];
}

/** A person as the user: gives the answer that was typed, and then waits for the next question. */
export function personSimulator(typed: TypedAnswer | null): SimulatorOfRun {
  let next = typed;
  const user: UserSimulator = {
    name: personAsUser,
    async answer(context, phase, question) {
      if (next === null) throw new PersonNeeded(question);
      const { text, actions } = next;
      next = null;
      return { text, actions, leaks: leaksIn(context, phase, text, actions) };
    },
  };
  return { name: personAsUser, begin: () => user };
}

/** What the user is called where a person is. */
export const personAsUser = "person";
