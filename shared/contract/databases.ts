import { z } from "zod";
import { Cell } from "../domain/cell.ts";
import { DatabaseSchema } from "../domain/schema.ts";
import { base } from "./base.ts";

/** A database is being loaded for the first time; bytes of its source, and statements so far. Comes in streams of whatever waits for it. */
export const DatabaseLoading = z.object({
  type: z.literal("loading"),
  database: z.string(),
  doneBytes: z.number(),
  totalBytes: z.number(),
  statement: z.number().int(),
});
export type DatabaseLoading = z.infer<typeof DatabaseLoading>;

const Database = z.object({ projectId: z.number().int(), dbId: z.string() });

export const databases = {
  /** The schema of a database; NOT_FOUND where its file is missing. */
  schema: base.input(Database).output(DatabaseSchema),
  /** How many rows a table has, and up to `count` distinct sample values of each column. */
  sample: base.input(Database.extend({ table: z.string() })).output(
    z.object({
      rows: z.number().int(),
      columns: z.array(z.object({ name: z.string(), values: z.array(Cell) })),
    }),
  ),
};
