import type { ColumnMeaning } from "../../domain/column-meaning.ts";
import type { DatabaseSchema, SchemaTable } from "../../domain/schema.ts";

/** The tables and columns that column meanings name; their types and keys are not known. */
export function meantSchema(meanings: readonly ColumnMeaning[], dbId: string): DatabaseSchema {
  const tables = new Map<string, SchemaTable>();
  for (const { table, column, text: description } of meanings) {
    const known = tables.get(table) ?? { name: table, kind: "table", columns: [], description: "" };
    const declared = { declaredType: "", primaryKey: false, notNull: false, references: null };
    known.columns.push({ name: column, ...declared, description });
    tables.set(table, known);
  }
  return { dbId, tables: [...tables.values()] };
}
