import type { CopiedTable, SampledRow } from "#shared/certificate/aimed-rows/aimed-row.ts";
import type { ReadTable } from "#shared/certificate/aimed-rows/named-columns.ts";
import { cellTag, cellText } from "#shared/domain/cell.ts";
import type { SchemaColumn, SchemaTable } from "#shared/domain/schema.ts";
import { quotedName } from "#shared/sql/propose/profile-sql.ts";
import type { StatementResult } from "../engines/engine.ts";

/** Reads of a database; null for what does not run. */
export type AskDatabase = (sql: string) => Promise<StatementResult | null>;

/** So many rows of a table are copied, so many values of a column tried, so many rows with one parent. */
const mostRows = 2;
const mostValues = 6;
const mostSamples = 12;
const mostRelated = 7;
const mostInFamily = 14;

/** Looks at a table: rows that pass the conditions of the texts, values of the columns that they name, rows of one parent. */
export async function readCopiedTable(
  ask: AskDatabase,
  table: SchemaTable,
  read: ReadTable,
): Promise<CopiedTable> {
  const name = table.name.split(".").map(quotedName).join(".");
  const filters = read.filters.slice(0, 3).map(({ alias, conditions, order }) => ({
    alias,
    where: conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`,
    order: order ?? "ORDER BY 1",
  }));
  const rows: SampledRow[] = [];
  for (const { alias, where, order } of [...filters, { alias: "x", where: "", order: "ORDER BY 1" }])
    rows.push(
      ...rowsOf(await ask(`SELECT ${alias}.* FROM ${name} ${alias}${where} ${order} LIMIT ${mostRows}`)),
    );
  // What is largest counts most in a sum, passes a bound, and comes first in an order.
  const [{ alias: first, where: those } = { alias: "x", where: "" }] = filters;
  for (const column of table.columns
    .filter((one) => isMeasure(one) && read.columns.has(one.name.toLowerCase()))
    .slice(0, 2)) {
    const own = `${first}.${quotedName(column.name)}`;
    const known = those === "" ? ` WHERE ${own} IS NOT NULL` : `${those} AND ${own} IS NOT NULL`;
    for (const direction of ["ASC", "DESC"])
      rows.unshift(
        ...rowsOf(
          await ask(
            `SELECT ${first}.* FROM ${name} ${first}${known} ORDER BY ${own} ${direction}, 1 LIMIT 1`,
          ),
        ),
      );
  }
  const values: Record<string, string[]> = {};
  for (const column of table.columns)
    if (column.references === null) {
      const own = quotedName(column.name);
      const found = await ask(
        `SELECT DISTINCT ${own} FROM ${name} WHERE ${own} IS NOT NULL ORDER BY 1 LIMIT ${mostValues}`,
      );
      values[column.name] = rowsOf(found).flatMap((row) => row[column.name] ?? []);
    }
  const families: Record<string, SampledRow[]> = {};
  const [{ alias, where } = { alias: "x", where: "" }] = filters;
  for (const column of table.columns)
    if (column.references !== null) {
      const own = `${alias}.${quotedName(column.name)}`;
      const biggest = `SELECT ${own} FROM ${name} ${alias}${where} GROUP BY ${own} ORDER BY COUNT(*) DESC, 1 LIMIT 1`;
      const found = await ask(
        `SELECT * FROM ${name} WHERE ${quotedName(column.name)} = (${biggest}) ORDER BY 1 LIMIT ${mostInFamily}`,
      );
      families[column.name] = rowsOf(found);
    }
  const keys = table.columns.filter(({ primaryKey }) => primaryKey);
  const number = keys.findLast(
    ({ references, declaredType }) => references === null && /int|serial|numeric/i.test(declaredType),
  );
  const largest =
    number === undefined ? null : await ask(`SELECT MAX(${quotedName(number.name)}) AS largest FROM ${name}`);
  const largestKey = rowsOf(largest)[0]?.largest ?? null;
  return {
    rows: distinct([
      ...rows,
      ...Object.values(families).flatMap((family) => family.slice(0, mostRelated)),
    ]).slice(0, mostSamples),
    families,
    values,
    largestKey,
  };
}

function isMeasure({ primaryKey, references, declaredType }: SchemaColumn): boolean {
  return (
    !primaryKey &&
    references === null &&
    /int|numeric|decimal|real|double|float|timestamp|date/i.test(declaredType)
  );
}

function rowsOf(result: StatementResult | null): SampledRow[] {
  return (result?.rows ?? []).map((row) =>
    Object.fromEntries(
      row.map((cell, at) => [
        result?.columns[at]?.name ?? "",
        // Bytes are written as no text: what holds some is not copied.
        cell === null || cellTag(cell) === "b" || cellTag(cell) === "x" ? null : cellText(cell),
      ]),
    ),
  );
}

function distinct(rows: readonly SampledRow[]): SampledRow[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}
