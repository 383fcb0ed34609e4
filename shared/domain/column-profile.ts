import { z } from "zod";

/** What the data of one column looks like, so far as noise in it decides the SQL (BIRD-INTERACT appendix H.2). */
export const ColumnProfile = z.object({
  table: z.string(),
  column: z.string(),
  rows: z.number().int().nonnegative(),
  nulls: z.number().int().nonnegative(),
  /** Its most frequent values as text with how often each occurs, at most `profiledValues`; empty for columns that hold no text. */
  values: z.array(z.object({ text: z.string(), rows: z.number().int().positive() })),
});
export type ColumnProfile = z.infer<typeof ColumnProfile>;

/** So many different values of a column are looked at. */
export const profiledValues = 500;
