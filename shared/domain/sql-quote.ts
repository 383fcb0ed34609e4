import { z } from "zod";

/** A stretch of SQL that somebody speaks of, found again by its tokens: which of its occurrences in its text, counted from 0. */
export const SqlQuote = z.object({
  /** The text that it is in: "gold-1" and so on of a task, "predicted" or "gold" of an item. */
  document: z.string().max(100),
  text: z.string().min(1).max(20_000),
  occurrence: z.number().int().nonnegative(),
  occurrences: z.number().int().positive(),
});
export type SqlQuote = z.infer<typeof SqlQuote>;
