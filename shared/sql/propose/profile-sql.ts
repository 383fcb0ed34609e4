import { type Cell, cellText } from "../../domain/cell.ts";
import { type ColumnProfile, profiledValues } from "../../domain/column-profile.ts";
import type { SqlDialect } from "../lex.ts";

/** The two queries that make a column's profile; each reads the table once. */
export interface ProfileSql {
  /** One row: rows of the table, and rows in which the column is NULL. */
  counts: string;
  /** The most frequent values as text and how often each occurs. */
  values: string;
}

/** How a dialect reads a value as text, and which values are texts; JSON and arrays are not. */
const text: Record<SqlDialect, (column: string) => { value: string; isText: string }> = {
  postgresql: (column) => ({
    value: `${column}::text`,
    isText: `pg_typeof(${column})::text IN ('text', 'character varying', 'character', '"char"', 'name', 'citext')`,
  }),
  sqlite: (column) => ({ value: column, isText: `typeof(${column}) = 'text'` }),
};

/**
 * The query whose one row says how SQL writes a table that a schema calls by this name: in PostgreSQL "audit.log" may be a table
 * of the schema audit, or one whose own name holds a dot. null where the name is all there is.
 */
export function writtenTableSql(table: string, dialect: SqlDialect): string | null {
  if (dialect === "sqlite") return null;
  return (
    "SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace " +
    "WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND " +
    "CASE WHEN n.nspname = 'public' THEN c.relname::text ELSE n.nspname || '.' || c.relname END = " +
    `'${table.replaceAll("'", "''")}' ORDER BY n.nspname = 'public' DESC LIMIT 1`
  );
}

/** The queries for one column, its name quoted whatever it holds, of a table as SQL writes it; read-only. */
export function profileSql(source: string, column: string, dialect: SqlDialect): ProfileSql {
  // Behind the table's name SQLite cannot take a column that is not there for a text.
  const name = `t.${quotedName(column)}`;
  const { value, isText } = text[dialect](name);
  return {
    counts: `SELECT COUNT(*), COUNT(*) - COUNT(${name}) FROM ${source} AS t`,
    values: `SELECT ${value}, COUNT(*) FROM ${source} AS t WHERE ${isText} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${profiledValues}`,
  };
}

/** A name in double quotes, whatever it holds. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The profile that the rows of both queries give. */
export function readProfile(
  { table, column }: Pick<ColumnProfile, "table" | "column">,
  rows: { counts: readonly Cell[][]; values: readonly Cell[][] },
): ColumnProfile {
  const [all, nulls] = (rows.counts[0] ?? []).map((cell) => Number(cellText(cell)));
  const values = rows.values.map(([value, count]) => ({
    text: cellText(value ?? null),
    rows: Number(cellText(count ?? null)),
  }));
  return { table, column, rows: all ?? 0, nulls: nulls ?? 0, values };
}
