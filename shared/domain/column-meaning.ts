import { z } from "zod";

/** What a column means; for a JSONB column also what its fields mean. */
export const ColumnMeaning = z.object({
  /** `db|table|column`, as the file writes it. */
  key: z.string(),
  database: z.string(),
  table: z.string(),
  column: z.string(),
  text: z.string(),
  /** The fields of a JSONB column: their path inside the value, and their meaning. */
  fields: z.array(z.object({ path: z.array(z.string()), text: z.string() })),
});
export type ColumnMeaning = z.infer<typeof ColumnMeaning>;
