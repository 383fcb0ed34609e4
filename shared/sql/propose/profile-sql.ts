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

/** The queries for one column, its names quoted whatever they hold; read-only. */
export function profileSql(table: string, column: string, dialect: SqlDialect): ProfileSql {
  const [source, name] = [quotedName(table), quotedName(column)];
  const { value, isText } = text[dialect](name);
  return {
    counts: `SELECT COUNT(*), COUNT(*) - COUNT(${name}) FROM ${source}`,
    values: `SELECT ${value}, COUNT(*) FROM ${source} WHERE ${isText} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${profiledValues}`,
  };
}

function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The profile that the rows of both queries tell. */
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
