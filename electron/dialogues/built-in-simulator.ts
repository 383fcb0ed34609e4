import { builtInAnswer } from "#shared/dialogue/simulator/built-in-answer.ts";
import type { UserSimulator } from "./play-dialogue.ts";

/** The user simulator that answers by rule, offline. */
export const builtInSimulator: UserSimulator = {
  name: "built-in 1",
  answer: async (context, phase, question, earlier) => builtInAnswer(context, phase, question, earlier),
};
