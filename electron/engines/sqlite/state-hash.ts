import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { StateHash } from "../engine.ts";
import { type SqliteValue, sqliteCell } from "./cells.ts";

/** Hashes all rows of all tables (in any order, as often as they occur), the schema and the sequences. */
export function hashSqliteState(handle: DatabaseSync): StateHash {
  const tables: Record<string, string> = {};
  const names = handle
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )
    .all();
  for (const { name } of names) tables[String(name)] = hashTable(handle, String(name));
  const schema = handle
    .prepare(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name",
    )
    .all();
  const hasSequences =
    handle.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'").get() !== undefined;
  return {
    tables,
    schema: digest(JSON.stringify(schema)),
    sequences: hasSequences ? hashTable(handle, "sqlite_sequence") : "",
  };
}

/** The sum of the rows' hashes does not depend on their order. */
function hashTable(handle: DatabaseSync, table: string): string {
  const statement = handle.prepare(`SELECT * FROM "${table.replaceAll('"', '""')}"`);
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  let sum = 0n;
  let count = 0;
  for (const row of statement.iterate() as unknown as Iterable<SqliteValue[]>) {
    sum = BigInt.asUintN(128, sum + BigInt(`0x${digest(JSON.stringify(row.map(sqliteCell)))}`));
    count += 1;
  }
  return digest(`${count} ${sum}`);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
