import { describe, expect, it } from "vitest";
import { changedNames, dependsOnState, lostObjects, unmadeTables } from "#shared/sql/state-dependence.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";

const trees = (...sql: string[]) => sql.map((text) => parseTree(text, "postgresql"));

describe("changedNames", () => {
  it("names what statements create, alter, drop, fill, change or empty, without schema and quotes", () => {
    const names = changedNames(
      trees(
        'CREATE OR REPLACE VIEW public."Busy" AS SELECT 1; CREATE TABLE IF NOT EXISTS t1 (a int)',
        "CREATE FUNCTION f(a int) RETURNS int AS $$ SELECT 1 $$ LANGUAGE sql; CREATE UNIQUE INDEX CONCURRENTLY i1 ON t (a)",
        "ALTER TABLE ONLY t2 ADD COLUMN b int; DROP MATERIALIZED VIEW IF EXISTS m; TRUNCATE TABLE t3",
        "INSERT INTO s.t4 VALUES (1); WITH x AS (UPDATE t5 SET a = 1 RETURNING a) DELETE FROM t6 USING x; SELECT a INTO TEMP t7 FROM u",
      ),
    );
    expect([...names].sort()).toEqual(["busy", "f", "i1", "m", "t1", "t2", "t3", "t4", "t5", "t6", "t7"]);
  });

  it("names nothing of statements that only read", () => {
    expect(
      changedNames(
        trees("SELECT a FROM t WHERE created = 'CREATE TABLE x'", "EXPLAIN SELECT 1", "SET x = 1"),
      ),
    ).toEqual(new Set());
  });
});

describe("dependsOnState", () => {
  it("holds where the second phase names what the first one made, whatever its case and quotes", () => {
    const first = trees("CREATE FUNCTION spread(m jsonb) RETURNS numeric AS $$ SELECT 1 $$ LANGUAGE sql");
    expect(dependsOnState(first, trees("SELECT market, SPREAD(book) FROM markets"))).toBe(true);
    expect(dependsOnState(first, trees("SELECT market FROM markets -- spread"))).toBe(false);
  });
});

describe("what a follow-up does not find", () => {
  it("is temporary and ends with its session, with the statement that makes it", () => {
    const made = trees("SELECT 1", "CREATE TEMP TABLE card (a int)", "CREATE TABLE kept (a int)");
    const lost = lostObjects(made, trees("SELECT * FROM card JOIN kept USING (a)"));
    expect(lost).toMatchObject([{ name: "card", statement: 1 }]);
    expect(lostObjects(made, trees("SELECT * FROM kept"))).toEqual([]);
  });

  it("is a table that neither the database nor anybody before has; CTEs and tables of other schemas are none", () => {
    const after = trees(
      "WITH own AS (SELECT 1) SELECT * FROM own, river, made, other.far, nowhere",
      "SELECT * FROM later",
    );
    expect(unmadeTables(trees("CREATE VIEW made AS SELECT 1"), after, ["river"])).toEqual([
      "nowhere",
      "later",
    ]);
  });
});
