import { crc32 } from "node:zlib";
import type Database from "better-sqlite3";

/** The checksum of a table is an index on it by this name, and of the form that `sumOf` gives it. */
const prefix = "row_sum_of_";

/**
 * Makes `row_sum(...)` known to a connection: the CRC-32 of the values of a row, which the indexes of `sumRows` hold.
 * `onRow` is called for each row and may throw.
 */
export function defineRowSum(connection: Database.Database, onRow?: () => void): void {
  connection.function("row_sum", { deterministic: true, varargs: true }, (...values: unknown[]) => {
    onRow?.();
    return crc32(JSON.stringify(values));
  });
}

/**
 * Gives every row of every table a checksum: an index on `row_sum` of all its columns. SQLite maintains it with each change, whoever
 * writes, and its integrity check finds a row that its checksum does not fit. Part of the transaction of a migration.
 */
export function sumRows(connection: Database.Database): void {
  connection.exec(
    "CREATE TABLE IF NOT EXISTS schema_sum (sum INTEGER NOT NULL) STRICT; DELETE FROM schema_sum",
  );
  for (const table of tablesOf(connection)) connection.exec(sumOf(connection, table));
  connection.prepare("INSERT INTO schema_sum VALUES (?)").run(schemaSum(connection));
}

/** Takes the checksums away, so that a migration can change the tables. */
export function dropRowSums(connection: Database.Database): void {
  const names = connection
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND substr(name, 1, ?) = ?")
    .pluck()
    .all(prefix.length, prefix) as string[];
  for (const name of names) connection.exec(`DROP INDEX ${name}`);
}

/**
 * What is damaged in a workspace, in SQLite's words: [] where every row fits its checksum, every index its table, and the tables are
 * as they were made. A workspace of before the checksums is checked as far as SQLite can.
 */
export function findDamage(connection: Database.Database): string[] {
  let found: { integrity_check: string }[];
  try {
    found = connection.pragma("integrity_check(20)") as typeof found;
  } catch (error) {
    // An index whose expression was damaged calls a function that nobody defined.
    if ((error as { code?: unknown }).code !== "SQLITE_ERROR") throw error;
    return [(error as Error).message];
  }
  const problems = found.map(({ integrity_check }) => integrity_check).filter((problem) => problem !== "ok");
  if (!tablesOf(connection).includes("schema_sum")) return problems;
  const sum = connection.prepare("SELECT sum FROM schema_sum").pluck().get();
  return sum === schemaSum(connection) ? problems : [...problems, "its tables are not as they were made"];
}

const tablesOf = (connection: Database.Database): string[] =>
  connection
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_'")
    .pluck()
    .all() as string[];

function sumOf(connection: Database.Database, table: string): string {
  const columns = connection.prepare("SELECT name FROM pragma_table_info(?)").pluck().all(table) as string[];
  return `CREATE INDEX ${prefix}${table} ON ${table} (row_sum(${columns.map((name) => `"${name}"`).join(", ")}))`;
}

/** A checksum of the version and of the statements that made the tables, indexes and triggers. */
function schemaSum(connection: Database.Database): number {
  const made = connection.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name");
  return crc32(JSON.stringify([connection.pragma("user_version", { simple: true }), made.raw().all()]));
}
