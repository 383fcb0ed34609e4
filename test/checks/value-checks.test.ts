import { describe, expect, it } from "vitest";
import { checkBench, managementTask, ordered, queryTask } from "./fixture.ts";

const bench = checkBench();

describe("numbers and dates stored as text", () => {
  it("numbers-as-text: an ORDER BY of numbers in text, with two values that it puts the wrong way round", async () => {
    const gold = "SELECT name FROM boat ORDER BY sail_no";
    const found = await bench.check(queryTask(gold, { conditions: ordered }));
    expect(found).toMatchObject([
      {
        rule: "numbers-as-text",
        severity: "warning",
        where: { kind: "gold", statement: 0, range: { from: 31, to: 38 } },
        evidence: { kind: "text", text: "in text order: 10, 101, 23, 45, 7, 9" },
      },
    ]);
    expect(found[0]?.message).toContain('as text "101" comes before "23"');
    expect(found[0]?.message).toContain("Cast it to numeric");
  });

  it.each([
    ["dates in text that are ordered", "SELECT name FROM boat ORDER BY built", "orders by built"],
    ["a comparison", "SELECT name FROM boat WHERE sail_no > '50'", "compares sail_no by >"],
    ["BETWEEN", "SELECT name FROM boat WHERE sail_no BETWEEN '5' AND '50'", "by BETWEEN"],
    ["a join", "SELECT b.name FROM boat b JOIN boat c ON b.sail_no < c.sail_no", "b.sail_no by <"],
    ["MAX", "SELECT max(b.sail_no) FROM boat b", "b.sail_no by MAX"],
    [
      "a CTE",
      "WITH late AS (SELECT name FROM boat WHERE built > '01.01.2000') SELECT count(*) FROM late",
      "dates",
    ],
  ])("numbers-as-text: %s", async (_, gold, said) => {
    const found = (await bench.check(queryTask(gold))).filter(({ rule }) => rule === "numbers-as-text");
    expect(found.map(({ message }) => message)).toEqual([expect.stringContaining(said)]);
  });

  it("numbers-as-text: in the query of a view, too", async () => {
    const gold = "CREATE VIEW far AS SELECT name FROM boat WHERE sail_no > '50'";
    expect(await bench.rules(managementTask(gold))).toEqual(["numbers-as-text"]);
  });

  it.each([
    ["a cast", "SELECT name FROM boat WHERE sail_no::int > 50"],
    ["words", "SELECT name FROM boat WHERE berth > 'A' AND name >= 'B'"],
    ["dates in their own type", "SELECT max(sailed_on) FROM trip WHERE sailed_on > '2023-01-01'"],
    [
      "text that sorts as it means",
      "SELECT id FROM trip WHERE to_char(sailed_on, 'MMDD') BETWEEN '0601' AND '0630'",
    ],
    ["equality", "SELECT name FROM boat WHERE sail_no = '9'"],
  ])("numbers-as-text: says nothing of %s", async (_, gold) => {
    expect(await bench.rules(queryTask(gold))).toEqual([]);
  });
});

describe("equality of floating point numbers", () => {
  it.each([
    ["a computed value", "SELECT name FROM boat WHERE draught * 3 = 0.3", "draught * 3 = 0.3"],
    ["an aggregate", "SELECT berth FROM boat GROUP BY berth HAVING sum(draught) = 3.3", "sum(draught) = 3.3"],
    [
      "a join",
      "SELECT b.name FROM boat b JOIN boat c ON b.draught = c.draught AND b.id < c.id",
      "b.draught = c.draught",
    ],
    ["IN", "SELECT name FROM boat WHERE draught + 0.1 IN (0.3, 0.4)", "draught + 0.1 IN (0.3, 0.4)"],
  ])("float-equality: %s, at the comparison", async (_, gold, text) => {
    const from = gold.indexOf(text);
    const found = (await bench.check(queryTask(gold))).filter(({ rule }) => rule === "float-equality");
    expect(found).toMatchObject([
      { severity: "warning", where: { range: { from, to: from + text.length } } },
    ]);
  });

  it.each([
    ["exact numbers", "SELECT name FROM boat WHERE length_m * 2 = 18"],
    ["a stored value against a literal", "SELECT name FROM boat WHERE draught = 1.1"],
    ["a value cast to numeric", "SELECT name FROM boat WHERE (draught * 3)::numeric = 3.3"],
    ["greater and less", "SELECT name FROM boat WHERE draught * 3 > 0.3"],
  ])("float-equality: says nothing of %s", async (_, gold) => {
    expect(await bench.rules(queryTask(gold))).not.toContain("float-equality");
  });
});
