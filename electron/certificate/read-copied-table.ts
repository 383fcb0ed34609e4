import type { CopiedTable, SampledRow } from "#shared/certificate/aimed-rows/aimed-row.ts";
import type { ReadTable } from "#shared/certificate/aimed-rows/named-columns.ts";
import { tableName } from "#shared/certificate/aimed-rows/row-sql.ts";
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

/** Looks at a table: rows that pass the conditions of the texts, values of its columns, rows of one parent. */
export async function readCopiedTable(
  ask: AskDatabase,
  table: SchemaTable,
  read: ReadTable,
): Promise<CopiedTable> {
  const filters = read.filters.slice(0, 3).map(({ alias, conditions, order }) => ({
    alias,
    where: conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`,
    order: order ?? "ORDER BY 1",
  }));
  const from: CopiedFrom = { ask, table, name: tableName(table.name), filters };
  const rows: SampledRow[] = [];
  for (const { alias, where, order } of [...filters, { alias: "x", where: "", order: "ORDER BY 1" }])
    rows.push(
      ...rowsOf(await ask(`SELECT ${alias}.* FROM ${from.name} ${alias}${where} ${order} LIMIT ${mostRows}`)),
    );
  const families = await familiesIn(from);
  const related = Object.values(families).flatMap((family) => family.slice(0, mostRelated));
  const all = eachOnce([
    ...(await extremeRows(from, read)),
    ...(await lastInside(from, read)),
    ...rows,
    ...related,
  ]);
  const copied = all.length > 0 ? all : [await madeUpRow(ask, table)];
  return {
    rows: fullestFirst(copied, read).slice(0, mostSamples),
    families,
    values: await valuesIn(from),
    largestKey: await largestKey(from),
  };
}

interface CopiedFrom {
  ask: AskDatabase;
  table: SchemaTable;
  /** As SQL writes it. */
  name: string;
  filters: readonly { alias: string; where: string; order: string }[];
}

const unfiltered = { alias: "x", where: "", order: "" };

/** The rows with the largest and the smallest value of a column that counts: they pass a bound, or come first in an order. */
async function extremeRows(
  { ask, table, name, filters }: CopiedFrom,
  { columns }: ReadTable,
): Promise<SampledRow[]> {
  const [{ alias, where } = unfiltered] = filters;
  const found: SampledRow[] = [];
  for (const column of table.columns
    .filter((one) => isMeasure(one) && columns.has(one.name.toLowerCase()))
    .slice(0, 2)) {
    const own = `${alias}.${quotedName(column.name)}`;
    const known = where === "" ? ` WHERE ${own} IS NOT NULL` : `${where} AND ${own} IS NOT NULL`;
    for (const direction of ["ASC", "DESC"])
      found.unshift(
        ...rowsOf(
          await ask(
            `SELECT ${alias}.* FROM ${name} ${alias}${known} ORDER BY ${own} ${direction}, 1 LIMIT 1`,
          ),
        ),
      );
  }
  return found;
}

/** A row for a table that has none: a value of each type, and parents that are there. */
async function madeUpRow(ask: AskDatabase, { columns }: SchemaTable): Promise<SampledRow> {
  const row: Record<string, string | null> = {};
  for (const { name, declaredType, references } of columns) {
    const parent =
      references === null
        ? null
        : await ask(
            `SELECT ${quotedName(references.column)} AS k FROM ${tableName(references.table)} ORDER BY 1 LIMIT 1`,
          );
    row[name] = references === null ? valueFor(declaredType) : (rowsOf(parent)[0]?.k ?? null);
  }
  return row;
}

function valueFor(type: string): string {
  if (/bool/i.test(type)) return "1";
  if (/date|time/i.test(type)) return "2020-01-01";
  if (/json/i.test(type)) return "{}";
  return /int|numeric|decimal|real|double|float|serial|bit|money/i.test(type) ? "1" : "a";
}

/** The rows on either side of a limit, in the order of the texts: those that a tie swaps. */
async function lastInside({ ask, name, filters }: CopiedFrom, { limits }: ReadTable): Promise<SampledRow[]> {
  const found: SampledRow[] = [];
  for (const { alias, where, order } of filters.slice(0, 1))
    for (const limit of limits)
      found.push(
        ...rowsOf(
          await ask(`SELECT ${alias}.* FROM ${name} ${alias}${where} ${order} LIMIT 2 OFFSET ${limit - 1}`),
        ),
      );
  return found;
}

/** Rows without gaps in what the texts name come first: they pass more conditions, and give more to compute with. */
function fullestFirst(rows: readonly SampledRow[], { columns }: ReadTable): SampledRow[] {
  const gaps = (row: SampledRow) =>
    Object.entries(row).filter(([name, value]) => value === null && columns.has(name.toLowerCase())).length;
  return rows.toSorted((one, other) => gaps(one) - gaps(other));
}

async function valuesIn({ ask, table, name }: CopiedFrom): Promise<Record<string, string[]>> {
  const values: Record<string, string[]> = {};
  for (const column of table.columns) {
    const own = quotedName(column.name);
    const found = await ask(
      `SELECT DISTINCT ${own} FROM ${name} WHERE ${own} IS NOT NULL ORDER BY 1 LIMIT ${mostValues}`,
    );
    values[column.name] = rowsOf(found).flatMap((row) => row[column.name] ?? []);
  }
  return values;
}

/** For each foreign key the rows of the parent that has most of them. */
async function familiesIn({ ask, table, name, filters }: CopiedFrom): Promise<Record<string, SampledRow[]>> {
  const families: Record<string, SampledRow[]> = {};
  const [{ alias, where } = unfiltered] = filters;
  for (const column of table.columns.filter(({ references }) => references !== null)) {
    const own = `${alias}.${quotedName(column.name)}`;
    const biggest = `SELECT ${own} FROM ${name} ${alias}${where} GROUP BY ${own} ORDER BY COUNT(*) DESC, 1 LIMIT 1`;
    const found = await ask(
      `SELECT * FROM ${name} WHERE ${quotedName(column.name)} = (${biggest}) ORDER BY 1 LIMIT ${mostInFamily}`,
    );
    families[column.name] = rowsOf(found);
  }
  return families;
}

async function largestKey({ ask, table, name }: CopiedFrom): Promise<string | null> {
  const key = table.columns.findLast(
    ({ primaryKey, references, declaredType }) =>
      primaryKey && references === null && /int|serial|numeric/i.test(declaredType),
  );
  if (key === undefined) return null;
  const largest = await ask(`SELECT MAX(${quotedName(key.name)}) AS largest FROM ${name}`);
  return rowsOf(largest)[0]?.largest ?? null;
}

function isMeasure({ primaryKey, references, declaredType }: SchemaColumn): boolean {
  return (
    !primaryKey &&
    references === null &&
    /int|numeric|decimal|real|double|float|timestamp|date/i.test(declaredType)
  );
}

/** The rows of a result as text, by column. */
export function rowsOf(result: StatementResult | null): SampledRow[] {
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

/** Each row once. */
export function eachOnce(rows: readonly SampledRow[]): SampledRow[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}
