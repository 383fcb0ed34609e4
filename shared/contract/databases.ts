import { z } from "zod";
import { Cell } from "../domain/cell.ts";
import { DatabaseSchema } from "../domain/schema.ts";
import { base } from "./base.ts";

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
