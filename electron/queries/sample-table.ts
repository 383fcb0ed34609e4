import type { Cell } from "#shared/domain/cell.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { quotedName, writtenTableSql } from "#shared/sql/propose/profile-sql.ts";
import type { QuerySession } from "../engines/engine.ts";
import type { SampleRequest, TableSample } from "./query-protocol.ts";

/** How many values of a column are shown, from how many rows they are taken, and how long they may be. */
const sample = { values: 5, rows: 10_000, length: 200 };

/** A few distinct values of a column; PostgreSQL compares as text, since not every type has an order. */
const valuesSql: Record<SqlDialect, (table: string, column: string) => string> = {
  sqlite: (table, column) =>
    `SELECT DISTINCT ${column} FROM (SELECT ${column} FROM ${table} LIMIT ${sample.rows})
     WHERE length(${column}) <= ${sample.length} LIMIT ${sample.values}`,
  postgresql: (table, column) =>
    `SELECT ${column} FROM (
       SELECT ${column}, row_number() OVER (PARTITION BY ${column}::text) AS nth
       FROM (SELECT ${column} FROM ${table} LIMIT ${sample.rows}) AS first_rows
     ) AS numbered WHERE nth = 1 AND length(${column}::text) <= ${sample.length} LIMIT ${sample.values}`,
};

/** Counts the rows of a table and takes a few distinct values of each column; throws `StatementError`. */
export async function sampleTable(
  session: QuerySession,
  { database, table, limits }: SampleRequest,
): Promise<TableSample> {
  const dialect = dialectOf(database.engine);
  const { tables } = await session.describe();
  const columns = tables.find(({ name }) => name === table)?.columns ?? [];
  const read = async (sql: string) => {
    const found: Cell[][] = [];
    const { rows } = await session.query(sql, limits);
    for await (const row of rows) found.push(row);
    return found;
  };
  const find = writtenTableSql(table, dialect);
  const written = find === null ? null : (await read(find))[0]?.[0]?.slice(1);
  const source = written ?? quotedName(table);
  const [[count] = []] = await read(`SELECT count(*) FROM ${source}`);
  const sampled: TableSample["columns"] = [];
  for (const { name } of columns) {
    const values = await read(valuesSql[dialect](source, quotedName(name)));
    sampled.push({ name, values: values.map(([value]) => value ?? null) });
  }
  return { rows: Number(count?.slice(1) ?? 0), columns: sampled };
}
