import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { readDump } from "../../electron/engines/dump/read-dump.ts";
import { databaseDump, installPack } from "../../tasks/river-watch/seed.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { columnMeaningsText, manifest } from "./river-watch-pack.ts";

/** The dump that every machine writes; changes only with the seed, and with it what the tasks' tests expect. */
const dumpSha256 = "61cde66cfd8cc46a893304b0607ec90314086cb5f47e9f44617c5cdb47087a62";

const folder = installPack(temporaryFolder());
let db: PGlite;

beforeAll(async () => {
  db = await PGlite.create();
  for await (const part of readDump(path.join(folder, "river_watch.sql"))) {
    if (part.kind === "rows")
      await db.query(part.copy.replace(/\bstdin\b/i, "'/dev/blob'"), [], {
        blob: new Blob([new Uint8Array(part.rows)]),
      });
    else if (!/^COPY\b/i.test(part.sql)) await db.exec(part.sql);
  }
});
afterAll(() => db.close());

/** The one number that a query gives. */
async function count(sql: string): Promise<number> {
  const { rows } = await db.query<unknown[]>(sql, [], { rowMode: "array" });
  return Number(rows[0]?.[0]);
}

async function tables(): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1",
  );
  return rows.map(({ name }) => name);
}

describe("the river-watch database", () => {
  it("is the dump that every machine writes", () => {
    expect(createHash("sha256").update(databaseDump()).digest("hex")).toBe(dumpSha256);
    expect(readFileSync(path.join(folder, "river_watch.sql"), "utf8")).toBe(databaseDump());
  });

  it("is installed beside its knowledge base and column meanings", () => {
    expect(readdirSync(folder).sort()).toEqual([
      "river_watch.sql",
      "river_watch_column_meaning_base.json",
      "river_watch_kb.jsonl",
    ]);
  });

  it("has at least 8 related tables and 10,000 to 20,000 rows", async () => {
    const names = await tables();
    let rows = 0;
    for (const name of names) rows += await count(`SELECT COUNT(*) FROM ${name}`);
    const related = await count("SELECT COUNT(DISTINCT conrelid) FROM pg_constraint WHERE contype = 'f'");
    expect([names.length, related]).toEqual([13, 10]);
    expect(rows).toBeGreaterThan(10_000);
    expect(rows).toBeLessThan(20_000);
  });

  it.each([
    ["an enum", "e"],
    ["an array", "_text"],
    ["JSON", "jsonb"],
    ["moments with a zone", "timestamptz"],
    ["exact decimals", "numeric"],
  ])("has columns of %s", async (_, type) => {
    const sql = `SELECT COUNT(*) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND '${type}' IN (t.typname, t.typtype::text)`;
    expect(await count(sql)).toBeGreaterThanOrEqual(2);
  });

  it.each([
    [
      "visits typed in twice",
      "SELECT COUNT(*) FROM (SELECT 1 FROM visit GROUP BY station_code, started_at HAVING COUNT(*) > 1) twice",
    ],
    ["flows in litres", "SELECT COUNT(*) FROM visit WHERE flow LIKE '% l/s'"],
    ["flows in cubic metres", "SELECT COUNT(*) FROM visit WHERE flow LIKE '% m3/s'"],
    ["altitudes in feet", "SELECT COUNT(*) FROM station WHERE altitude LIKE '% ft'"],
    [
      "dates with the day first",
      "SELECT COUNT(*) FROM outfall_inspection WHERE inspected_on ~ '^\\d\\d\\.\\d\\d\\.\\d{4}$'",
    ],
    [
      "dates with the name of the month",
      "SELECT COUNT(*) FROM outfall_inspection WHERE inspected_on ~ '^\\d+ [A-Z][a-z]{2} \\d{4}$'",
    ],
    ["days of opening in a third form", "SELECT COUNT(*) FROM station WHERE opened_on ~ '^\\d{4}-'"],
    [
      "one finding in several spellings",
      "SELECT COUNT(DISTINCT finding) FROM outfall_inspection WHERE LOWER(TRIM(finding)) = 'minor breach'",
    ],
    [
      "one owner in several spellings",
      "SELECT COUNT(DISTINCT owner_name) FROM outfall WHERE UPPER(TRIM(owner_name)) = 'DORREL DYE WORKS'",
    ],
    ["readings below the detection limit", "SELECT COUNT(*) FROM measurement WHERE qualifier = '<'"],
    ["lost readings", "SELECT COUNT(*) FROM measurement WHERE value IS NULL"],
    ["readings that nobody looked at", "SELECT COUNT(*) FROM measurement WHERE quality IS NULL"],
    ["penalties with a comma", "SELECT COUNT(*) FROM outfall_inspection WHERE penalty LIKE '%,%'"],
    ["penalties without their unit", "SELECT COUNT(*) FROM outfall_inspection WHERE penalty NOT LIKE '%EUR'"],
    ["logs without rain", "SELECT COUNT(*) FROM visit WHERE NOT field_log ? 'rain_mm_48h'"],
    ["revoked licences", "SELECT COUNT(*) FROM outfall WHERE (licence ->> 'max_load_kg_day')::numeric = 0"],
    [
      "outfalls never inspected",
      "SELECT COUNT(*) FROM outfall o WHERE NOT EXISTS (SELECT FROM outfall_inspection i WHERE i.outfall_id = o.outfall_id)",
    ],
    [
      "stations never repaired",
      "SELECT COUNT(*) FROM station s WHERE NOT EXISTS (SELECT FROM maintenance t WHERE t.station_code = s.station_code)",
    ],
    ["people of one name", "SELECT COUNT(*) - COUNT(DISTINCT full_name) FROM technician"],
    [
      "text beyond ASCII",
      "SELECT COUNT(*) FROM technician WHERE octet_length(full_name) > length(full_name)",
    ],
  ])("holds %s", async (_noise, sql) => {
    expect(await count(sql)).toBeGreaterThanOrEqual(2);
  });

  it("has incidents with equal numbers of fish on both sides of a LIMIT 10", async () => {
    const tenth =
      "SELECT fish_killed FROM incident WHERE fish_killed IS NOT NULL ORDER BY fish_killed DESC LIMIT 1 OFFSET 9";
    expect(await count(`SELECT COUNT(*) FROM incident WHERE fish_killed > (${tenth})`)).toBeLessThan(10);
    expect(await count(`SELECT COUNT(*) FROM incident WHERE fish_killed >= (${tenth})`)).toBeGreaterThan(10);
  });

  it("goes on with its sequences where its rows end", async () => {
    for (const [table, key] of [
      ["visit", "visit_id"],
      ["measurement", "measurement_id"],
    ])
      expect(await count(`SELECT nextval('${table}_${key}_seq') - MAX(${key}) FROM ${table}`)).toBe(1);
  });

  it("is described column by column, JSON field by field", async () => {
    const { meanings, problems } = readColumnMeanings(columnMeaningsText(), manifest.columnMeanings);
    const { rows } = await db.query<{ key: string; json: boolean }>(
      `SELECT 'river_watch|' || c.relname || '|' || a.attname AS key, a.atttypid = 'jsonb'::regtype AS json
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0`,
    );
    expect(problems).toEqual([]);
    expect(meanings.map(({ key }) => key).sort()).toEqual(rows.map(({ key }) => key).sort());
    const withFields = meanings.filter(({ fields }) => fields.length > 0).map(({ key }) => key);
    expect(withFields.sort()).toEqual(
      rows
        .filter(({ json }) => json)
        .map(({ key }) => key)
        .sort(),
    );
    expect(meanings.filter(({ text }) => text.length < 10)).toEqual([]);
  });
});
