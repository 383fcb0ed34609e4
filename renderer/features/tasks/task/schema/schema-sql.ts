import type { SqlDialect } from "#shared/sql/lex.ts";
import { writtenName, writtenTable } from "#shared/sql/written-name.ts";
import type { SchemaPath } from "../../../../ui/schema-tree/schema-path.ts";

/** A path of the schema as SQL names it: the table, the column, or the way to a field inside a JSON column. */
export function nameInSql({ table, column, field }: SchemaPath, dialect: SqlDialect): string {
  if (column === null) return writtenTable(table, dialect);
  const name = writtenName(column, dialect);
  if (field === null) return name;
  const steps = field.map((step) => `'${step.replaceAll("'", "''")}'`);
  const ways = steps.map((step, at) => (at === steps.length - 1 ? ` ->> ${step}` : ` -> ${step}`));
  return `${name}${ways.join("")}`;
}

/** A query that shows what is at a path: rows of the table, or the values of the column or field by how often they occur. */
export function sampleSql(path: SchemaPath, dialect: SqlDialect): string {
  const table = writtenTable(path.table, dialect);
  if (path.column === null) return `SELECT *\nFROM ${table}\nLIMIT 20;`;
  const name = nameInSql(path, dialect);
  // A json value (unlike jsonb) cannot be grouped; as text it can.
  const value = path.field === null && dialect === "postgresql" ? `${name}::text` : name;
  return `SELECT ${value} AS value, COUNT(*) AS times\nFROM ${table}\nGROUP BY 1\nORDER BY 2 DESC, 1\nLIMIT 20;`;
}

/** Two queries: how many rows there are and in how many the value is missing, and the most frequent values. */
export function valuesSql(path: SchemaPath, dialect: SqlDialect): [counts: string, values: string] {
  const [table, name] = [writtenTable(path.table, dialect), nameInSql(path, dialect)];
  return [`SELECT COUNT(*), COUNT(*) - COUNT(${name}) FROM ${table}`, sampleSql(path, dialect)];
}
