import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { loadModule } from "libpg-query";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedData } from "../../../support/shared-data.ts";
import { golds } from "../golds.ts";
import { generatedSql } from "./generated-sql.ts";
import { isPostgres, parserDifferences } from "./parser-facts.ts";

/** Every text of SQL in the JSON files of a folder: values of fields that hold SQL by their name. */
function sqlIn(folder: string): string[] {
  const found = new Set<string>();
  const visit = (value: unknown, field: string): void => {
    if (typeof value === "string") {
      if (/sql|solution|query|gold/i.test(field) && /\b(?:select|insert|update|delete|create)\b/i.test(value))
        found.add(value);
    } else if (typeof value === "object" && value !== null)
      for (const [key, inner] of Object.entries(value)) visit(inner, Array.isArray(value) ? field : key);
  };
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    if (/\.jsonl?$/.test(file))
      for (const value of valuesOf(readFileSync(path.join(folder, file), "utf8"))) visit(value, "");
  return [...found];
}

function valuesOf(text: string): unknown[] {
  const parsed = (json: string): unknown[] => {
    try {
      return [JSON.parse(json)];
    } catch {
      return [];
    }
  };
  const whole = parsed(text);
  return whole.length > 0 ? whole : text.split("\n").flatMap(parsed);
}

const differing = (texts: readonly string[]) =>
  texts
    .map((sql) => ({ sql, differences: parserDifferences(sql) }))
    .filter(({ differences }) => differences.length > 0);

describe("the span tree beside PostgreSQL's own parser: statement kinds, tables, columns, functions, literals", () => {
  beforeAll(() => loadModule());
  const packs = path.resolve(import.meta.dirname, "../../../../tasks");

  it("S2: agrees over the golds of the packs and our own", () => {
    const texts = [...golds, ...sqlIn(packs)].filter(isPostgres);
    expect(texts.length).toBeGreaterThan(100);
    expect(differing(texts)).toEqual([]);
  });

  const data = sharedData("");
  it.skipIf(data === null)(
    `S2: agrees over the golds of the benchmarks${data === null ? " (skipped: ../shared/data is absent)" : ""}`,
    { timeout: 120_000 },
    () => {
      const texts = sqlIn(data ?? "").filter(isPostgres);
      expect(texts.length).toBeGreaterThan(1_000);
      expect(differing(texts)).toEqual([]);
    },
  );

  it("S2: agrees over generated statements", { timeout: 120_000 }, () => {
    let read = 0;
    fc.assert(
      fc.property(generatedSql, (sql) => {
        if (isPostgres(sql)) read += 1;
        expect(parserDifferences(sql)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
    expect(read).toBeGreaterThan(900);
  });

  it.each([
    "INSERT INTO berths(code, depth) VALUES ('a', 1)",
    "INSERT INTO berths ((SELECT a FROM t) UNION SELECT b FROM u)",
    "INSERT INTO berths SELECT a FROM t FOR UPDATE RETURNING code",
    "EXPLAIN (COSTS OFF) (SELECT a FROM t)",
    "ALTER TABLE berths ADD COLUMN tags text[]; SELECT tags FROM berths",
    'SELECT U&"d\\0061ta", U&"\\+000061" FROM U&"\\0062"',
  ])("S2: agrees over what was once read otherwise: %s", (sql) => {
    expect(isPostgres(sql)).toBe(true);
    expect(parserDifferences(sql)).toEqual([]);
  });
});
