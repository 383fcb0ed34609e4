import type { Cell } from "#shared/domain/cell.ts";
import type { RunLimits } from "#shared/domain/result.ts";
import type { QuerySession } from "../engines/engine.ts";
import type { TableSample } from "./query-protocol.ts";

/** How many values of a column are shown, from how many rows they are taken, and how long they may be. */
const sample = { values: 5, rows: 10_000, length: 200 };

/** Counts the rows of a table and takes a few distinct values of each column; throws `StatementError`. */
export async function sampleTable(
  session: QuerySession,
  table: string,
  limits: RunLimits,
): Promise<TableSample> {
  const { tables } = await session.describe();
  const columns = tables.find(({ name }) => name === table)?.columns ?? [];
  const read = async (sql: string) => readAll(session, sql, limits);
  const [[count] = []] = await read(`SELECT count(*) FROM ${quoted(table)}`);
  const sampled: TableSample["columns"] = [];
  for (const { name } of columns) {
    const column = quoted(name);
    const values = await read(
      `SELECT DISTINCT ${column} FROM (SELECT ${column} FROM ${quoted(table)} LIMIT ${sample.rows})
       WHERE length(${column}) <= ${sample.length} LIMIT ${sample.values}`,
    );
    sampled.push({ name, values: values.map(([value]) => value ?? null) });
  }
  return { rows: Number(count?.slice(1) ?? 0), columns: sampled };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

async function readAll(session: QuerySession, sql: string, limits: RunLimits): Promise<Cell[][]> {
  const found: Cell[][] = [];
  const { rows } = await session.query(sql, limits);
  for await (const row of rows) found.push(row);
  return found;
}
