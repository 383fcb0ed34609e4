import { describe, expect, it } from "vitest";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { clockSplices } from "#shared/sql/mutate/pin-clock.ts";
import { spliced } from "#shared/sql/mutate/splice.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";

function pinned(sql: string, dialect: SqlDialect = "postgresql"): string {
  return spliced(sql, clockSplices(parseTree(sql, dialect), "2024-03-01T10:20:30Z"));
}

const now = "(TIMESTAMPTZ '2024-03-01T10:20:30.000Z')";

describe("a pinned clock", () => {
  it.each([
    ["SELECT now(), clock_timestamp()", `SELECT ${now}, ${now}`],
    ["SELECT CURRENT_DATE - 1", `SELECT ${now}::date - 1`],
    ["SELECT current_timestamp(0), LOCALTIMESTAMP", `SELECT ${now}, ${now}::timestamp`],
    ["SELECT age(d) FROM t", `SELECT age(${now}::date, d) FROM t`],
    ["SELECT 'today'::date, DATE 'yesterday'", "SELECT '2024-03-01'::date, DATE '2024-02-29'"],
    ["SELECT 'now'::timestamptz", "SELECT '2024-03-01T10:20:30.000Z'::timestamptz"],
  ])("stands in PostgreSQL's text for %s", (sql, expected) => {
    expect(pinned(sql)).toBe(expected);
  });

  it.each([
    ["SELECT date('now', '-1 day')", "SELECT date('2024-03-01 10:20:30', '-1 day')"],
    ["SELECT CURRENT_TIMESTAMP, CURRENT_DATE", "SELECT '2024-03-01 10:20:30', '2024-03-01'"],
    [
      "SELECT datetime(), strftime('%Y')",
      "SELECT datetime('2024-03-01 10:20:30'), strftime('%Y', '2024-03-01 10:20:30')",
    ],
  ])("stands in SQLite's text for %s", (sql, expected) => {
    expect(pinned(sql, "sqlite")).toBe(expected);
  });

  it("leaves everything else letter by letter", () => {
    const sql = "SELECT t.now, 'now()', \"now\"(), age(a, b) -- now()\nFROM now_and_then t";
    expect(pinned(sql)).toBe(sql);
  });
});
