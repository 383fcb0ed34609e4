import type { DatabaseSchema, SchemaColumn } from "../domain/schema.ts";
import type { SqlDialect } from "./lex.ts";
import { sqlReferences } from "./references.ts";

/** The tables, and the columns of tables, that statements use; each once, a table also where only its columns are named. */
export function usedColumns(
  statements: readonly string[],
  tables: readonly { name: string; columns: readonly string[] }[],
  dialect: SqlDialect,
): { table: string; column: string | null }[] {
  const schema: DatabaseSchema = {
    dbId: "",
    tables: tables.map(({ name, columns }) => ({
      ...{ name, kind: "table" as const, description: "" },
      columns: columns.map(columnCalled),
    })),
  };
  const used = new Map<string, { table: string; column: string | null }>();
  for (const sql of statements)
    for (const { table, column } of sqlReferences(sql, schema, dialect)) {
      used.set(JSON.stringify([table, null]), { table, column: null });
      used.set(JSON.stringify([table, column]), { table, column });
    }
  return [...used.values()];
}

const columnCalled = (name: string): SchemaColumn => ({
  ...{ name, declaredType: "", primaryKey: false, notNull: false },
  ...{ references: null, description: "" },
});
