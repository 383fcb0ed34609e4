import { cpSync, existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { cargoItems } from "./seed/cargo-items.ts";
import { companies } from "./seed/companies.ts";
import { fees } from "./seed/fees.ts";
import { inspections } from "./seed/inspections.ts";
import { portCalls } from "./seed/port-calls.ts";
import { berths, commodities, countries, ports, vesselTypes } from "./seed/reference-rows.ts";
import { schemaSql } from "./seed/schema.ts";
import { vessels } from "./seed/vessels.ts";

type Value = string | number | bigint | Uint8Array | null;

/** Raised whenever the rows or the descriptions change; kept in the database's user_version, so that an older copy is built anew. */
const seedVersion = 1;

/**
 * Writes the harbour's database to `file`, which must not exist yet. The content is the same on every machine and run,
 * and so are the bytes for one release of SQLite. Throws what node:sqlite throws when the file cannot be written.
 */
export function buildDatabase(file: string): void {
  const db = new DatabaseSync(file);
  try {
    // A half-built file is thrown away by whoever builds it, so nothing is gained by waiting for the disk.
    db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON; BEGIN");
    db.exec(schemaSql);
    for (const [table, rows] of tables()) insert(db, table, rows);
    db.exec(`COMMIT; PRAGMA user_version = ${seedVersion}`);
  } finally {
    db.close();
  }
}

/**
 * Puts the pack's databases into `targetDir` as `<db_id>/<db_id>.sqlite` with `<db_id>/database_description/` beside it,
 * as BIRD lays them out, and returns `targetDir`. Builds only where a current copy is missing; two callers at once are safe.
 */
export function installPack(targetDir: string, packDir: string = import.meta.dirname): string {
  const folder = path.join(targetDir, "harbour");
  const file = path.join(folder, "harbour.sqlite");
  if (isCurrent(file)) return targetDir;
  cpSync(path.join(packDir, "databases/harbour"), folder, { recursive: true });
  const partial = `${file}.${process.pid}.partial`;
  try {
    rmSync(partial, { force: true });
    buildDatabase(partial);
    // Last, and at once: a database that is there is whole and has its descriptions.
    renameSync(partial, file);
  } finally {
    rmSync(partial, { force: true });
  }
  return targetDir;
}

function isCurrent(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      return db.prepare("PRAGMA user_version").get()?.user_version === seedVersion;
    } finally {
      db.close();
    }
  } catch {
    return false; // not a database: it is replaced
  }
}

/** Every table with its rows, parents first. */
function tables(): [table: string, rows: object[]][] {
  const allCompanies = companies();
  const allVessels = vessels(allCompanies);
  const calls = portCalls(allVessels, allCompanies);
  return [
    ["country", countries],
    ["port", ports],
    ["company", allCompanies],
    ["vessel_type", vesselTypes],
    ["vessel", allVessels],
    ["berth", berths],
    ["port_call", calls.map((call) => call.row)],
    ["commodity", commodities],
    ["cargo_item", cargoItems(calls, allCompanies)],
    ["inspection", inspections(calls)],
    ["fee", fees(calls)],
  ];
}

function insert(db: DatabaseSync, table: string, rows: object[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const statement = db.prepare(
    `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
  );
  for (const row of rows) statement.run(...(Object.values(row) as Value[]));
}
