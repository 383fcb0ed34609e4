import { quotedName } from "../../sql/propose/profile-sql.ts";
import type { AimedRow, AimedUnit } from "./aimed-row.ts";

/**
 * The statements that insert units, those of tables in the given order, parents before children. Values are texts, which the
 * engine reads by the type of their column.
 */
export function insertSql(units: readonly AimedUnit[], order: readonly string[]): string[] {
  const rows = units.flatMap((unit) => unit.rows);
  return order.flatMap((table) => {
    const own = rows.filter((row) => row.table === table);
    return [...Map.groupBy(own, ({ values }) => Object.keys(values).join("\0")).values()].map(insert);
  });
}

function insert(rows: readonly AimedRow[]): string {
  const [{ table, values }] = rows as [AimedRow, ...AimedRow[]];
  const columns = Object.keys(values);
  const tuples = rows.map(
    (row) => `(${columns.map((name) => literal(row.values[name] ?? null)).join(", ")})`,
  );
  const name = table.split(".").map(quotedName).join(".");
  return `INSERT INTO ${name} (${columns.map(quotedName).join(", ")}) VALUES ${tuples.join(", ")}`;
}

function literal(value: string | null): string {
  return value === null ? "NULL" : `'${value.replaceAll("'", "''")}'`;
}
