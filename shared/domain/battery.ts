import { z } from "zod";

/** What a question to the user simulator should be about, as files and people say it. */
export const ExpectedAction = z.discriminatedUnion("action", [
  /** An ambiguity by its number in the task's list, 1-based; `term`: which it was, should the list have changed since. */
  z.object({
    action: z.literal("AMB"),
    ambiguity: z.number().int().positive(),
    term: z.string().optional(),
  }),
  /** A part of the gold by its SQL text. */
  z.object({ action: z.literal("LOC"), node: z.string().min(1) }),
  /** Nothing that a user would answer. */
  z.object({ action: z.literal("UNA") }),
]);
export type ExpectedAction = z.infer<typeof ExpectedAction>;

/** A question of the annotator's own with which the user simulator is tried. */
export const OwnQuestion = z.object({
  phase: z.literal([1, 2]),
  question: z.string().min(1),
  /** One action for each thing that it asks. */
  expected: z.array(ExpectedAction).min(1),
});
export type OwnQuestion = z.infer<typeof OwnQuestion>;

/** How an annotator has changed the battery that is made from a task: questions of their own, and made ones that they left out. */
export const BatteryChanges = z.object({
  own: z.array(OwnQuestion),
  leftOut: z.array(OwnQuestion.omit({ expected: true })),
});
export type BatteryChanges = z.infer<typeof BatteryChanges>;

/** A battery as it is made. */
export const unchangedBattery: BatteryChanges = { own: [], leftOut: [] };
