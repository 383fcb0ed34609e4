import { z } from "zod";

/** A set of items that belong together: imported prediction files, their databases, and everybody's verdicts on them. */
export const Project = z.object({
  id: z.number().int(),
  name: z.string().min(1).max(200),
  /** The folder in which the databases are looked up by db_id. */
  databasesDir: z.string(),
  createdAt: z.string(),
  itemCount: z.number().int().nonnegative(),
});
export type Project = z.infer<typeof Project>;
