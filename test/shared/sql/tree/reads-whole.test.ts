import { describe, expect, test } from "vitest";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { readsWhole } from "#shared/sql/tree/reads-whole.ts";
import { packTasks } from "../../../tasks/river-watch-pack.ts";

const reads = (sql: string) => readsWhole(parseTree(sql, "postgresql"));

describe("a text that is being typed", () => {
  test("reads as finished SQL in every gold of the pack", () => {
    const golds = packTasks().flatMap(({ goldSql, followUp }) => [...goldSql, ...(followUp?.goldSql ?? [])]);
    expect(golds.filter((sql) => !reads(sql))).toEqual([]);
  });

  test.each([
    "SELECT * FROM t",
    "SET standard_conforming_strings = ON",
    "SELECT count(*), now() FROM t",
    "DELETE FROM t;",
    "",
  ])("reads as finished SQL: %s", (sql) => expect(reads(sql)).toBe(true));

  test.each([
    "SELECT a FROM t WHERE",
    "SELECT a, FROM t",
    "SELECT a FROM t WHERE b >",
    "SELECT a FROM t WHERE b = AND c = 1",
    "SELECT a FROM t WHERE (b = 1",
    "SELECT a FROM t)",
    "SELECT 'open FROM t",
    "SELECT CASE WHEN a THEN END FROM t",
    "SELECT a FROM t GROUP BY",
    "SELECT a FROM t JOIN u ON",
    "SELECT",
  ])("does not read as finished SQL: %s", (sql) => expect(reads(sql)).toBe(false));
});
