import { type Cell, cellText } from "#shared/domain/cell.ts";
import { defaultRunLimits } from "#shared/domain/run-limits.ts";
import type { DatabaseSchema, SchemaTable } from "#shared/domain/schema.ts";
import type { QuerySession } from "../engine.ts";

/**
 * One row a column, in the order of the tables: table, kind ("view" or "table"), what is said of it; column, type, 1 where it
 * is in the primary key, 1 where it is NOT NULL, the table and column that it refers to, what is said of it. A table without
 * columns is one row whose column is NULL.
 */
export const schemaQuery = `
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
    ORDER BY n.nspname <> 'public', n.nspname, c.relname, a.attnum`;

/** The tables and views of an open database; throws `StatementError`. */
export async function readSchema(session: QuerySession, dbId: string): Promise<DatabaseSchema> {
  const found: Cell[][] = [];
  const { rows } = await session.query(schemaQuery, defaultRunLimits);
  for await (const row of rows) found.push(row);
  return { dbId, tables: tablesOf(found) };
}

/** The tables that the rows of such a query describe. */
export function tablesOf(rows: readonly Cell[][]): SchemaTable[] {
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

const textOf = (cell: Cell | undefined): string | null =>
  cell === null || cell === undefined ? null : cellText(cell);
