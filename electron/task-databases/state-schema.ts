import { type Cell, cellText } from "#shared/domain/cell.ts";
import type { DatabaseSchema, SchemaTable } from "#shared/domain/schema.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { DatabaseState, StatementLimits } from "../engines/engine.ts";
import { failureText } from "./run-texts.ts";

/** More columns than any database has that a person looks through. */
const mostColumns = 200_000;

/**
 * One row a column, in the order of the tables: table, kind ("view" or "table"), what is said of it; column, type, 1 where it
 * is in the primary key, 1 where it is NOT NULL, the table and column that it refers to (the column NULL where the key names
 * none), what is said of it. A table without columns is one row whose column is NULL.
 */
const queries: Record<SqlDialect, string> = {
  postgresql: `
    SELECT CASE WHEN n.nspname = 'public' THEN c.relname::text ELSE n.nspname || '.' || c.relname END,
      CASE WHEN c.relkind IN ('v', 'm') THEN 'view' ELSE 'table' END, obj_description(c.oid, 'pg_class'),
      a.attname::text, format_type(a.atttypid, a.atttypmod),
      CASE WHEN p.oid IS NULL THEN 0 ELSE 1 END, CASE WHEN a.attnotnull THEN 1 ELSE 0 END,
      f.other_table, f.other_column, col_description(c.oid, a.attnum)
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_constraint p ON p.conrelid = c.oid AND p.contype = 'p' AND a.attnum = ANY (p.conkey)
      LEFT JOIN LATERAL (
        SELECT o.relname::text AS other_table, b.attname::text AS other_column
        FROM pg_constraint k CROSS JOIN LATERAL unnest(k.conkey, k.confkey) AS u(own, other)
          JOIN pg_class o ON o.oid = k.confrelid JOIN pg_attribute b ON b.attrelid = o.oid AND b.attnum = u.other
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND u.own = a.attnum ORDER BY k.oid LIMIT 1
      ) f ON TRUE
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
      AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
    ORDER BY n.nspname <> 'public', n.nspname, c.relname, a.attnum`,
  sqlite: `
    SELECT l.name, CASE l.type WHEN 'view' THEN 'view' ELSE 'table' END, NULL,
      x.name, x.type, CASE WHEN x.pk > 0 THEN 1 ELSE 0 END, x."notnull", f."table", f."to", NULL
    FROM pragma_table_list AS l LEFT JOIN pragma_table_xinfo(l.name) AS x ON x.hidden <> 1
      LEFT JOIN pragma_foreign_key_list(l.name) AS f ON f."from" = x.name COLLATE NOCASE
    WHERE l.schema = 'main' AND l.type IN ('table', 'view', 'virtual') AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
    ORDER BY l.name, x.cid`,
};

/** The tables and views of a state of a task's database. Rejects with an `Error` that says why the database does not tell them. */
export async function stateSchema(
  state: DatabaseState,
  options: { database: string; dialect: SqlDialect; limits: StatementLimits; signal: AbortSignal },
): Promise<DatabaseSchema> {
  const { database, dialect, limits, signal } = options;
  const [result] = await state.run([queries[dialect]], {
    limits: { ...limits, rows: mostColumns },
    signal,
  });
  if (result?.status !== "ok")
    throw new Error(
      `The database does not tell its tables: ${result === undefined ? "it gave no answer" : failureText(result)}.`,
    );
  return { dbId: database, tables: withKeysNamed(tablesOf(result.rows)) };
}

function tablesOf(rows: readonly Cell[][]): SchemaTable[] {
  const tables = new Map<string, SchemaTable>();
  for (const row of rows) {
    const [table, kind, about, column, type, primary, notNull, otherTable, otherColumn, description] =
      row.map(textOf);
    const name = table ?? "";
    const found = tables.get(name) ?? {
      name,
      kind: kind === "view" ? "view" : "table",
      columns: [],
      description: about ?? "",
    };
    tables.set(name, found);
    // Of two keys on one column the first counts.
    if (column === null || column === undefined || found.columns.at(-1)?.name === column) continue;
    found.columns.push({
      name: column,
      declaredType: type ?? "",
      primaryKey: primary === "1",
      notNull: notNull === "1",
      references: otherTable == null ? null : { table: otherTable, column: otherColumn ?? "" },
      description: description ?? "",
    });
  }
  return [...tables.values()];
}

/** A foreign key of SQLite that names no column means the primary key of the other table. */
function withKeysNamed(tables: SchemaTable[]): SchemaTable[] {
  const keyOf = new Map(
    tables.map(({ name, columns }) => [
      name.toLowerCase(),
      columns.find(({ primaryKey }) => primaryKey)?.name,
    ]),
  );
  for (const { columns } of tables)
    for (const column of columns) {
      if (column.references?.column !== "") continue;
      const key = keyOf.get(column.references.table.toLowerCase());
      column.references = key === undefined ? null : { ...column.references, column: key };
    }
  return tables;
}

const textOf = (cell: Cell | undefined): string | null =>
  cell === null || cell === undefined ? null : cellText(cell);
