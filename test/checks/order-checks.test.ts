import { describe, expect, it } from "vitest";
import { boatTask, checkBench, followUp, ordered, queryTask } from "./fixture.ts";
import { quicklyFixed } from "./quickly-fixed.ts";

const bench = checkBench();

describe("the order that the gold has and the test asks for", () => {
  it("finds nothing in a sound task", async () => {
    expect(await bench.check(boatTask)).toEqual([]);
  });

  it("unordered-under-ordered-test: an ordered test of a gold without ORDER BY is an error, with the field to set", async () => {
    const task = queryTask("SELECT name FROM boat", { conditions: ordered });
    const found = await bench.check(task);
    expect(found).toMatchObject([
      {
        rule: "unordered-under-ordered-test",
        severity: "error",
        where: { kind: "gold", statement: 0 },
        fix: { description: "Set conditions.order to false." },
      },
    ]);
    expect(await bench.rules(quicklyFixed(task, found[0]))).toEqual([]);
    expect(await bench.rules(queryTask("SELECT count(*) FROM boat", { conditions: ordered }))).toEqual([]);
  });

  it("unordered-under-ordered-test: one evaluator reads the conditions of phase 1 for phase 2, the others its own", async () => {
    const task = { ...boatTask, followUp: followUp("SELECT name FROM boat", { conditions: null }) };
    const [finding] = await bench.check(task, { profile: "conv" });
    expect(finding?.rule).toEqual("unordered-under-ordered-test");
    expect(await bench.rules(quicklyFixed(task, finding), { profile: "conv" })).not.toContain(finding?.rule);
    expect(await bench.rules(task, { profile: "adk" })).toEqual([]);
  });

  it("order-leaves-ties: different rows that the ORDER BY leaves equal under an ordered test", async () => {
    const gold = "SELECT name, length_m FROM boat WHERE length_m < 10 ORDER BY length_m";
    const [finding, ...rest] = await bench.check(queryTask(gold, { conditions: ordered }));
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({
      rule: "order-leaves-ties",
      severity: "warning",
      where: { range: { from: gold.indexOf("length_m", 60), to: gold.length } },
      evidence: {
        kind: "rows",
        rows: [
          ["tBrim", "d9.00"],
          ["tDunlin", "d9.00"],
          ["tFulmar", "d9.00"],
        ],
      },
    });
    const equalRows = "SELECT length_m FROM boat WHERE length_m < 10 ORDER BY length_m";
    expect(await bench.rules(queryTask(equalRows, { conditions: ordered }))).toEqual([]);
  });

  it("ordered-under-unordered-test: an ORDER BY that no test looks at, with the field to set", async () => {
    const task = queryTask("SELECT name FROM boat ORDER BY name");
    const found = await bench.check(task);
    expect(found).toMatchObject([
      { rule: "ordered-under-unordered-test", fix: { description: "Set conditions.order to true." } },
    ]);
    const fixed = quicklyFixed(task, found[0]);
    expect(fixed).toEqual({ ...task, conditions: ordered });
    expect(await bench.rules(fixed)).toEqual([]);
  });

  it("speaks of no order where the task's own tests are run", async () => {
    const task = queryTask("SELECT name FROM boat ORDER BY name", {
      category: "Management",
      instanceId: "boats_M_2",
      tests: ["def test_case(pred_sqls, sol_sqls, db_name, conn):\n    pass\n"],
    });
    expect(await bench.rules(task)).not.toContain("ordered-under-unordered-test");
  });
});

describe("ties at a LIMIT", () => {
  const gold = "SELECT name FROM boat WHERE length_m IS NOT NULL ORDER BY length_m LIMIT 2";

  it("limit-through-tie: names the rows that tie and how many the LIMIT lets through", async () => {
    const finding = (await bench.check(queryTask(gold))).find(({ rule }) => rule === "limit-through-tie");
    expect(finding).toMatchObject({
      severity: "warning",
      where: { range: { from: gold.indexOf("LIMIT"), to: gold.length } },
      evidence: { rows: [["tBrim"], ["tDunlin"], ["tFulmar"]] },
    });
    expect(finding?.message).toContain("3 different rows tie at the LIMIT, which returns 2 of them");
  });

  it.each([
    ["that ends between two values", gold.replace("LIMIT 2", "LIMIT 3")],
    ["that a second key settles", gold.replace("length_m LIMIT", "length_m, name LIMIT")],
    ["beyond the last row", gold.replace("LIMIT 2", "LIMIT 20")],
  ])("limit-through-tie: says nothing of a LIMIT %s", async (_, sql) => {
    expect(await bench.rules(queryTask(sql))).not.toContain("limit-through-tie");
  });

  it.each([
    ["a CTE", `WITH short AS (${gold}), other AS (SELECT 1) SELECT count(*), max(name) FROM short`],
    ["a subquery", `SELECT max(name) FROM (${gold}) AS short`],
    ["grouped rows", "SELECT berth FROM boat GROUP BY berth ORDER BY count(*) LIMIT 1"],
    ["a compound", "SELECT name, 1 AS n FROM boat UNION SELECT name, 2 FROM boat ORDER BY n LIMIT 3"],
    ["an OFFSET", "SELECT name FROM boat ORDER BY length_m NULLS LAST OFFSET 1 LIMIT 10"],
    ["FETCH FIRST", "SELECT name FROM boat ORDER BY berth FETCH FIRST 1 ROW ONLY"],
    ["no ORDER BY at all", "SELECT name FROM boat LIMIT 2"],
  ])("limit-through-tie: sees through %s", async (_, sql) => {
    expect(await bench.rules(queryTask(sql))).toContain("limit-through-tie");
  });
});

describe("NULLs that sort first", () => {
  it("nulls-sort-first: descending in PostgreSQL, with NULLS LAST to insert behind the key", async () => {
    const gold = "SELECT name, length_m FROM boat ORDER BY length_m DESC, name";
    const task = queryTask(gold, { conditions: ordered });
    const found = await bench.check(task);
    expect(found).toMatchObject([
      {
        rule: "nulls-sort-first",
        fix: { description: 'Add NULLS LAST after "length_m DESC".' },
        evidence: {
          rows: [
            ["tCurlew", null],
            ["tEider", "d15.25"],
            ["tAlk", "d12.50"],
            ["tBrim", "d9.00"],
            ["tDunlin", "d9.00"],
          ],
        },
      },
    ]);
    const fixed = quicklyFixed(task, found[0]);
    expect(fixed.goldSql).toEqual([
      "SELECT name, length_m FROM boat ORDER BY length_m DESC NULLS LAST, name",
    ]);
    expect(await bench.rules(fixed)).not.toContain("nulls-sort-first");
  });

  it.each([
    ["ascending", "SELECT name, length_m FROM boat ORDER BY length_m, name"],
    ["with NULLS LAST", "SELECT name, length_m FROM boat ORDER BY length_m DESC NULLS LAST, name"],
    ["without a NULL", "SELECT name, id FROM boat ORDER BY id DESC"],
    [
      "inside, where no LIMIT cuts",
      "SELECT max(name) FROM (SELECT name FROM boat ORDER BY length_m DESC) AS b",
    ],
  ])("nulls-sort-first: says nothing %s", async (_, sql) => {
    expect(await bench.rules(queryTask(sql, { conditions: ordered }))).toEqual([]);
  });

  it("nulls-sort-first: a LIMIT inside a query lets them through", async () => {
    const sql = "SELECT count(*) FROM (SELECT name FROM boat ORDER BY length_m DESC LIMIT 1) AS b";
    expect(await bench.rules(queryTask(sql))).toEqual(["nulls-sort-first"]);
  });
});
