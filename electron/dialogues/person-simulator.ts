import { leaksIn } from "#shared/dialogue/simulator/leaks-in.ts";
import type { SimulatorAction } from "#shared/domain/dialogue.ts";
import type { SimulatorOfRun } from "./dialogue-job.ts";
import { PersonNeeded } from "./person-system.ts";
import type { UserSimulator } from "./play-dialogue.ts";

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
