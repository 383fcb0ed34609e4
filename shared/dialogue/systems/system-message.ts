import { z } from "zod";
import { Protocol } from "../../domain/dialogue.ts";
import { Phase } from "../../domain/task.ts";

/** What a program under test is told, a line of JSON each; it answers `task` and `observation` with a line of its own, an action. */
export const SystemMessage = z.discriminatedUnion("type", [
  z
    .object({
      type: z.literal("task"),
      instanceId: z.string(),
      protocol: Protocol,
      database: z.string(),
      dialect: z.enum(["postgresql", "sqlite"]),
      question: z.string(),
      budget: z.number().describe("Turns (c) or coins (a)."),
      seed: z.number().int(),
      history: z
        .array(z.object({ question: z.string(), answer: z.string() }))
        .describe("What another system asked the user before, and was answered (--graft)."),
      given: z
        .object({ schema: z.string(), columnMeanings: z.string(), knowledge: z.string() })
        .nullable()
        .describe("c-Interact hands these over; in a-Interact they have to be asked for."),
    })
    .describe("The first line."),
  z
    .object({
      type: z.literal("observation"),
      text: z.string().describe("What the last action was answered."),
      refused: z.boolean().describe("The action was not possible, and the text says why."),
      phase: Phase,
      question: z.string().describe("The question of the phase: the follow-up once phase 1 is passed."),
      budget: z.number().describe("What is left."),
    })
    .describe("After each action."),
  z.object({ type: z.literal("end") }).describe("The dialogue has ended; nothing more is read."),
]);
export type SystemMessage = z.infer<typeof SystemMessage>;
