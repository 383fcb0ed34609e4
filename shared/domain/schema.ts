import { z } from "zod";

/** A column of the database under test, with what helps a reviewer to read it. */
export const SchemaColumn = z.object({
  name: z.string(),
  /** The declared type as written, "" where the table gives none. */
  declaredType: z.string(),
  primaryKey: z.boolean(),
  notNull: z.boolean(),
  /** The column that this one refers to, or null. */
  references: z.object({ table: z.string(), column: z.string() }).nullable(),
  /** From the folder's description files, "" where there is none. */
  description: z.string(),
});
export type SchemaColumn = z.infer<typeof SchemaColumn>;

/** A table or a view, with what its description says; "" where there is none. */
export const SchemaTable = z.object({
  name: z.string(),
  kind: z.enum(["table", "view"]),
  columns: z.array(SchemaColumn),
  description: z.string(),
});
export type SchemaTable = z.infer<typeof SchemaTable>;

/** The tables and views of a database, in the order of its own. */
export const DatabaseSchema = z.object({ dbId: z.string(), tables: z.array(SchemaTable) });
export type DatabaseSchema = z.infer<typeof DatabaseSchema>;
