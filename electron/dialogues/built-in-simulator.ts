import { builtInAnswer } from "#shared/dialogue/simulator/built-in-answer.ts";
import type { SimulatorOfRun } from "./dialogue-job.ts";
import type { UserSimulator } from "./play-dialogue.ts";

const user: UserSimulator = {
  name: "built-in 9",
  answer: async (context, phase, question, earlier) => builtInAnswer(context, phase, question, earlier),
};

/** The user simulator that answers by rule, offline; it is the same in every dialogue. */
export const builtInSimulator: UserSimulator & SimulatorOfRun = { ...user, begin: () => user };
