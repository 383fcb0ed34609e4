import { z } from "zod";

/** What a judge (a language model with a protocol, as ROSE's) says of an item; null: it said nothing of that. No person's opinion. */
export const JudgeLabel = z.object({
  /** ROSE names a judge ROSE_model-yymm. */
  judge: z.string(),
  /** Whether it holds the prediction for right. */
  score: z.boolean().nullable(),
  /** Whether it holds the gold for wrong, and the question for ambiguous (ROSE §5.2.2). */
  goldX: z.boolean().nullable(),
  ambQ: z.boolean().nullable(),
});
export type JudgeLabel = z.infer<typeof JudgeLabel>;
