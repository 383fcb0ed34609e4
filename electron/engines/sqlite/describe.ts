import type { DatabaseSync } from "node:sqlite";
import type { DatabaseSchema, SchemaColumn, SchemaTable } from "#shared/domain/schema.ts";

type TableRow = { name: string; type: string };
type ColumnRow = { name: string; type: string; pk: number; notnull: number };
type KeyRow = { id: number; from: string; table: string; to: string | null; seq: number };

/** Tables and views with columns, keys and references, in the order they were created; descriptions are left to the caller. */
export function describeDatabase(handle: DatabaseSync, dbId: string): DatabaseSchema {
  const tables = handle
    .prepare(
      `SELECT l.name, l.type FROM pragma_table_list AS l LEFT JOIN sqlite_schema AS s ON s.name = l.name
       WHERE l.schema = 'main' AND l.type IN ('table', 'view', 'virtual') AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       ORDER BY s.rowid`,
    )
    .all() as TableRow[];
  return { dbId, tables: tables.map((table) => describeTable(handle, table)) };
}

function describeTable(handle: DatabaseSync, { name, type }: TableRow): SchemaTable {
  const references = referencesOf(handle, name);
  const columns = columnsOf(handle, name).map(
    (column): SchemaColumn => ({
      name: column.name,
      declaredType: column.type,
      primaryKey: column.pk > 0,
      notNull: column.notnull !== 0,
      references: references.get(column.name.toLowerCase()) ?? null,
      description: "",
    }),
  );
  return { name, kind: type === "view" ? "view" : "table", columns, description: "" };
}

/** A view over a table that is gone has no columns to list: it is listed without any. */
function columnsOf(handle: DatabaseSync, table: string): ColumnRow[] {
  try {
    return handle
      .prepare(`SELECT name, type, pk, "notnull" FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid`)
      .all(table) as ColumnRow[];
  } catch {
    return [];
  }
}

function referencesOf(handle: DatabaseSync, table: string): Map<string, { table: string; column: string }> {
  const keys = handle
    .prepare(`SELECT id, seq, "from", "table", "to" FROM pragma_foreign_key_list(?)`)
    .all(table) as KeyRow[];
  const references = new Map<string, { table: string; column: string }>();
  for (const key of keys) {
    const column = key.to ?? primaryKeyOf(handle, key.table)[key.seq];
    if (column !== undefined) references.set(key.from.toLowerCase(), { table: key.table, column });
  }
  return references;
}

/** A foreign key that names no column means the primary key of the other table. */
function primaryKeyOf(handle: DatabaseSync, table: string): string[] {
  return columnsOf(handle, table)
    .filter(({ pk }) => pk > 0)
    .sort((one, other) => one.pk - other.pk)
    .map(({ name }) => name);
}
