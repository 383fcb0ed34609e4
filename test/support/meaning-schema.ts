import type { DatabaseSchema } from "#shared/domain/schema.ts";
import { readColumnMeanings } from "#shared/formats/column-meanings.ts";

/** A schema of the tables and columns that a file of column meanings names; their types are not known. */
export function schemaOfMeanings(text: string, dbId: string): DatabaseSchema {
  const tables = new Map<string, DatabaseSchema["tables"][number]>();
  for (const { table, column, text: description } of readColumnMeanings(text, `${dbId}.json`).meanings) {
    const known = tables.get(table) ?? { name: table, kind: "table", columns: [], description: "" };
    const declared = { declaredType: "", primaryKey: false, notNull: false, references: null };
    known.columns.push({ name: column, ...declared, description });
    tables.set(table, known);
  }
  return { dbId, tables: [...tables.values()] };
}
