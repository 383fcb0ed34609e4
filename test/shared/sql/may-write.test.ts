import { describe, expect, it } from "vitest";
import { mayWrite } from "#shared/sql/may-write.ts";

describe("whether a text may write", () => {
  it.each([
    "SELECT 1",
    "-- a note\nWITH a AS (SELECT 1) SELECT * FROM a; VALUES (1);",
    "(SELECT 1) UNION (SELECT 2)",
    "SELECT 'DELETE FROM t'",
    'SELECT "update" FROM t',
    "",
  ])("no: %s", (sql) => {
    expect(mayWrite([sql], "postgresql")).toBe(false);
  });

  it.each([
    "UPDATE t SET a = 1",
    "SELECT 1; DROP TABLE t",
    "WITH gone AS (DELETE FROM t RETURNING *) SELECT * FROM gone",
    "SELECT * INTO u FROM t",
    "SELECT nextval('s')",
    "DO $$ BEGIN END $$",
    "BEGIN; SELECT 1; COMMIT",
    "EXPLAIN ANALYZE DELETE FROM t",
  ])("yes: %s", (sql) => {
    expect(mayWrite([sql], "postgresql")).toBe(true);
  });

  it("what is too long to be read, in one text or in all", () => {
    const [half, whole] = [`SELECT 1 -- ${"-".repeat(130_000)}`, `SELECT 1 -- ${"-".repeat(260_000)}`];
    expect(mayWrite([half], "sqlite")).toBe(false);
    expect(mayWrite([half, half], "sqlite")).toBe(true);
    expect(mayWrite([whole], "sqlite")).toBe(true);
  });
});
