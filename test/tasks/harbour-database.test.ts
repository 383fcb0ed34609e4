import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildDatabase, installPack } from "../../tasks/harbour/seed.ts";
import { packDir } from "./harbour-pack.ts";

/** The content of the database that every machine builds; changes only with the seed, together with its seedVersion. */
const contentSha256 = "8b0a4bd261eefbc22e064c108747fa48ce18612d42642dd7d4d9dd05b8ef93c0";

const run = promisify(execFile);

let folder: string;
let file: string;
let db: DatabaseSync;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "querent-harbour-"));
  file = path.join(folder, "harbour.sqlite");
  buildDatabase(file);
  db = new DatabaseSync(file, { readOnly: true });
});
afterAll(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

function names(type: "table" | "view"): string[] {
  const rows = db
    .prepare("SELECT name FROM sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .all(type);
  return rows.map((row) => String(row.name));
}

/** The one number that a query gives. */
function count(sql: string): number {
  return Number(Object.values(db.prepare(sql).get() ?? {})[0]);
}

/** A hash of every value of every table with its storage class, apart from how SQLite lays out the file. */
function contentHash(): string {
  const hash = createHash("sha256");
  for (const table of names("table")) {
    const statement = db.prepare(`SELECT * FROM ${table} ORDER BY rowid`);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    for (const row of statement.iterate() as unknown as Iterable<unknown[]>)
      hash.update(`${table} ${row.map(exactText).join("\u0001")}\n`);
  }
  return hash.digest("hex");
}

function exactText(value: unknown): string {
  return value instanceof Uint8Array
    ? `blob ${Buffer.from(value).toString("hex")}`
    : `${typeof value} ${value}`;
}

describe("the harbour database", () => {
  it("has the content that every machine builds", () => {
    expect(contentHash()).toBe(contentSha256);
  });

  it("is built with the same bytes twice", () => {
    const again = path.join(folder, "again.sqlite");
    buildDatabase(again);
    expect(readFileSync(again).equals(readFileSync(file))).toBe(true);
  });

  it("has at least 6 related tables, a view and 20,000 rows", () => {
    const tables = names("table");
    const related = tables.filter(
      (table) => db.prepare(`PRAGMA foreign_key_list(${table})`).all().length > 0,
    );
    const rows = tables.reduce((sum, table) => sum + count(`SELECT COUNT(*) FROM ${table}`), 0);
    expect(related.length).toBeGreaterThanOrEqual(6);
    expect(names("view")).toEqual(["call_stay"]);
    expect(rows).toBeGreaterThanOrEqual(20_000);
    for (const table of [...tables, "call_stay"])
      expect(count(`SELECT COUNT(*) FROM ${table}`)).toBeGreaterThan(10);
  });

  it("keeps every key it declares, for all its noise", () => {
    expect(db.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
    expect(db.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  });

  it.each([
    ["companies entered twice", "SELECT COUNT(*) - COUNT(DISTINCT UPPER(TRIM(name)) || role) FROM company"],
    ["names with a trailing space", "SELECT COUNT(*) FROM vessel WHERE name <> TRIM(name)"],
    ["vessels registered twice", "SELECT COUNT(imo_number) - COUNT(DISTINCT imo_number) FROM vessel"],
    ["draughts with a unit", "SELECT COUNT(*) FROM vessel WHERE draught LIKE '% m'"],
    ["draughts with a decimal comma", "SELECT COUNT(*) FROM vessel WHERE draught LIKE '%,%'"],
    ["amounts with a thousands separator", "SELECT COUNT(*) FROM fee WHERE amount LIKE '%,%'"],
    ["dates as DD/MM/YYYY", "SELECT COUNT(*) FROM inspection WHERE inspected_on LIKE '__/__/____'"],
    [
      "dates with the name of the month",
      "SELECT COUNT(*) FROM inspection WHERE inspected_on LIKE '% Mar ____'",
    ],
    [
      "one status in several spellings",
      "SELECT COUNT(DISTINCT status) FROM port_call WHERE LOWER(TRIM(status)) = 'completed'",
    ],
    [
      "fees billed twice",
      "SELECT COUNT(*) FROM (SELECT 1 FROM fee GROUP BY call_id, kind, amount HAVING COUNT(*) > 1)",
    ],
    ["NULL in keys that refer to other tables", "SELECT COUNT(*) FROM port_call WHERE next_port IS NULL"],
    ["integers beyond 2^53", "SELECT COUNT(*) FROM cargo_item WHERE bill_number > 9007199254740992"],
    ["bytes", "SELECT COUNT(*) FROM inspection WHERE typeof(report_digest) = 'blob'"],
    ["text beyond ASCII", "SELECT COUNT(*) FROM port WHERE length(CAST(name AS BLOB)) > length(name)"],
  ])("holds %s", (_noise, sql) => {
    expect(count(sql)).toBeGreaterThanOrEqual(3);
  });

  it("has ships of equal length on both sides of a LIMIT 5", () => {
    const fifth = "SELECT length_m FROM vessel ORDER BY length_m DESC LIMIT 1 OFFSET 4";
    expect(count(`SELECT COUNT(*) FROM vessel WHERE length_m > (${fifth})`)).toBeLessThan(5);
    expect(count(`SELECT COUNT(*) FROM vessel WHERE length_m >= (${fifth})`)).toBeGreaterThan(5);
  });

  it("is described column by column, in BIRD's form", () => {
    const descriptions = path.join(packDir, "databases/harbour/database_description");
    expect(readdirSync(descriptions).sort()).toEqual(
      [...names("table"), ...names("view")].map((name) => `${name}.csv`).sort(),
    );
    for (const name of [...names("table"), ...names("view")]) {
      const text = readFileSync(path.join(descriptions, `${name}.csv`), "utf8");
      const parsed = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
      const columns = db
        .prepare(`PRAGMA table_info(${name})`)
        .all()
        .map((column) => column.name);
      expect(parsed.errors).toEqual([]);
      expect(parsed.meta.fields).toEqual([
        "original_column_name",
        "column_name",
        "column_description",
        "data_format",
        "value_description",
      ]);
      expect(parsed.data.map((row) => row.original_column_name)).toEqual(columns);
      expect(parsed.data.filter((row) => row.column_description === "")).toEqual([]);
    }
  });
});

function writeOlderDatabase(at: string): void {
  const older = new DatabaseSync(at);
  older.exec("CREATE TABLE country (code TEXT PRIMARY KEY)");
  older.close();
}

describe("installing the pack", () => {
  it("puts the database where databases are looked up, with its descriptions beside it and nothing else", () => {
    const target = path.join(folder, "fresh");
    expect(installPack(target)).toBe(target);
    expect(readdirSync(path.join(target, "harbour")).sort()).toEqual([
      "database_description",
      "harbour.sqlite",
    ]);
  });

  it("leaves a current database alone", () => {
    const target = path.join(folder, "current");
    installPack(target);
    const before = statSync(path.join(target, "harbour/harbour.sqlite"));
    installPack(target);
    const after = statSync(path.join(target, "harbour/harbour.sqlite"));
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  });

  it("lets two processes install into one folder at once", async () => {
    const target = path.join(folder, "two-at-once");
    const seed = pathToFileURL(path.join(packDir, "seed.ts")).href;
    const script = `import(${JSON.stringify(seed)}).then((pack) => pack.installPack(${JSON.stringify(target)}))`;
    await Promise.all([1, 2].map(() => run(process.execPath, ["-e", script])));
    expect(readdirSync(path.join(target, "harbour")).sort()).toEqual([
      "database_description",
      "harbour.sqlite",
    ]);
    expect(readFileSync(path.join(target, "harbour/harbour.sqlite")).equals(readFileSync(file))).toBe(true);
  });

  it.each([
    ["a file that is no database", (at: string) => writeFileSync(at, "not a database")],
    ["a database of an older seed", writeOlderDatabase],
  ])("replaces %s", (_what, write) => {
    const target = mkdtempSync(path.join(folder, "stale-"));
    const stale = path.join(target, "harbour/harbour.sqlite");
    mkdirSync(path.dirname(stale));
    write(stale);
    installPack(target);
    expect(readFileSync(stale).equals(readFileSync(file))).toBe(true);
  });
});
