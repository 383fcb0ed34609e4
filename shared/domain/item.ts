import { z } from "zod";

/** One prediction to judge, as imported; `extra` holds the fields that Querent does not know, unchanged. */
export const Item = z.object({
  id: z.number().int(),
  projectId: z.number().int(),
  /** Position in the project, 0-based, in import order. */
  index: z.number().int().nonnegative(),
  /** Exactly as in the file (a number or a string); not unique within a file (ROSE repeats it per prediction). */
  questionId: z.union([z.number(), z.string(), z.null()]),
  dbId: z.string(),
  question: z.string(),
  evidence: z.string(),
  predictedSql: z.string(),
  goldSql: z.string(),
  /** The text-to-SQL system that wrote the prediction, where a file names it; several, one after the other, where more gave the same. */
  system: z.string().nullable(),
  extra: z.record(z.string(), z.unknown()),
});
export type Item = z.infer<typeof Item>;
