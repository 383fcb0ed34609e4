import { quotedName } from "../../sql/propose/profile-sql.ts";
import type { AimedRow, AimedUnit } from "./aimed-row.ts";

/**
 * The statements that write the rows of units: new ones into tables in the given order, parents before children, then changes
 * of rows that are there, and those that go. Values are texts, which the engine reads by the type of their column.
 */
export function rowSql(units: readonly AimedUnit[], order: readonly string[]): string[] {
  const rows = units.flatMap((unit) => unit.rows);
  const inserts = order.flatMap((table) => {
    const own = rows.filter((row) => row.table === table && row.at === null);
    return [...Map.groupBy(own, ({ values }) => Object.keys(values).join("\0")).values()].map(insert);
  });
  return [...inserts, ...rows.flatMap((row) => update(row))];
}

function insert(rows: readonly AimedRow[]): string {
  const [{ table, values }] = rows as [AimedRow, ...AimedRow[]];
  const columns = Object.keys(values);
  const tuples = rows.map(
    (row) => `(${columns.map((name) => sqlValue(row.values[name] ?? null)).join(", ")})`,
  );
  return `INSERT INTO ${tableName(table)} (${columns.map(quotedName).join(", ")}) VALUES ${tuples.join(", ")}`;
}

function update({ table, values, at }: AimedRow): string[] {
  if (at === null) return [];
  const set = Object.entries(values).map(([name, value]) => `${quotedName(name)} = ${sqlValue(value)}`);
  const where = Object.entries(at).map(([name, value]) => `${quotedName(name)} = ${sqlValue(value)}`);
  if (set.length === 0) return [`DELETE FROM ${tableName(table)} WHERE ${where.join(" AND ")}`];
  return [`UPDATE ${tableName(table)} SET ${set.join(", ")} WHERE ${where.join(" AND ")}`];
}

/** The name of a table of a schema, as SQL writes it. */
export function tableName(table: string): string {
  return table.split(".").map(quotedName).join(".");
}

/** A value as SQL writes it, of any type. */
export function sqlValue(value: string | null): string {
  return value === null ? "NULL" : `'${value.replaceAll("'", "''")}'`;
}
