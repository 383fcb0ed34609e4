import { describe, expect, it } from "vitest";
import { boatTask, checkBench, followUp, managementTask, queryTask } from "./fixture.ts";

const bench = checkBench();

describe("whether the gold runs", () => {
  it("gold-fails: with the engine's words and the place they speak of", async () => {
    const gold = "SELECT name, lenght_m FROM boat";
    expect(await bench.check(queryTask(gold))).toMatchObject([
      {
        rule: "gold-fails",
        severity: "error",
        where: { kind: "gold", statement: 0, range: { from: 13, to: 21 } },
        evidence: { kind: "text", text: expect.stringContaining("lenght_m") },
      },
    ]);
  });

  it("gold-fails: names the statement of several", async () => {
    const task = managementTask(["CREATE TABLE pier (id int)", "INSERT INTO pear VALUES (1)"]);
    expect(await bench.check(task)).toMatchObject([{ rule: "gold-fails", where: { statement: 1 } }]);
  });

  it("gold-fails: a follow-up runs on what phase 1 left behind", async () => {
    const uses = followUp("SELECT count(*) FROM long_boat");
    const made = managementTask("CREATE VIEW long_boat AS SELECT * FROM boat WHERE length_m > 10", {
      followUp: uses,
    });
    expect(await bench.rules(made)).toEqual([]);
    expect(await bench.check({ ...boatTask, followUp: uses })).toMatchObject([
      { rule: "gold-fails", where: { kind: "follow-up", inside: { kind: "gold", statement: 0 } } },
    ]);
  });

  it("preprocess-fails, clean-up-fails: with the text of the list that fails", async () => {
    const broken = ["SELECT 1", "DROP TABLE pier"];
    expect(await bench.check({ ...boatTask, preprocessSql: broken })).toMatchObject([
      { rule: "preprocess-fails", where: { kind: "field", path: ["preprocess_sql", 1] } },
    ]);
    expect(await bench.check({ ...boatTask, cleanUpSql: broken })).toMatchObject([
      { rule: "clean-up-fails", where: { kind: "field", path: ["clean_up_sqls", 1] } },
    ]);
    expect(
      await bench.rules({ ...boatTask, preprocessSql: ["CREATE TABLE pier (id int)"], cleanUpSql: broken }),
    ).toEqual([]);
  });

  it("gold-withheld: says that nothing was run", async () => {
    expect(await bench.check({ ...boatTask, goldSql: [] })).toMatchObject([
      { rule: "gold-withheld", severity: "info" },
    ]);
  });
});

describe("whether the gold returns rows", () => {
  it("gold-empty: an error where the default test fails empty results, else a warning", async () => {
    const gold = "SELECT name FROM boat WHERE length_m > 99";
    expect(await bench.check(queryTask(gold))).toMatchObject([{ rule: "gold-empty", severity: "error" }]);
    const own = managementTask(gold, { tests: ["def test_case(p, s, d, c): pass"] });
    expect(await bench.check(own)).toMatchObject([{ rule: "gold-empty", severity: "warning" }]);
    expect(await bench.rules(managementTask("DELETE FROM trip"))).not.toContain("gold-empty");
  });

  it("gold-only-nulls: an aggregate over nothing", async () => {
    const gold = "SELECT max(length_m), min(name) FROM boat WHERE id > 99";
    expect(await bench.rules(queryTask(gold))).toEqual(["gold-only-nulls"]);
    expect(await bench.rules(queryTask("SELECT max(length_m), NULL FROM boat"))).toEqual([]);
  });
});

describe("values that the gold reads beside the data", () => {
  it.each([
    ["gold-reads-clock", "SELECT name FROM boat WHERE id < 9 AND now() > '2020-01-01'", "now"],
    ["gold-reads-clock", "SELECT count(*) FROM trip WHERE sailed_on < CURRENT_DATE", "CURRENT_DATE"],
    ["gold-reads-clock", "SELECT name, age('2001-01-01'::date) FROM boat", "age"],
    ["gold-reads-clock", "SELECT count(*) FROM trip WHERE sailed_on < 'today'::date", "'today'"],
    ["gold-reads-random", "SELECT name FROM boat ORDER BY random()", "random"],
    ["gold-reads-session", "SELECT name, current_user FROM boat", "current_user"],
  ])("%s: %s", async (rule, gold, word) => {
    const from = gold.indexOf(word);
    const findings = await bench.check(queryTask(gold));
    expect(findings.filter((finding) => finding.rule === rule)).toMatchObject([
      { severity: "warning", where: { range: { from, to: from + word.length } } },
    ]);
  });

  it("gold-reads-clock: in the body of a function, too", async () => {
    const gold = "CREATE FUNCTION today() RETURNS date AS $$ SELECT now()::date $$ LANGUAGE sql";
    expect(await bench.rules(managementTask(gold))).toContain("gold-reads-clock");
  });

  it("gold-reads-…: not in columns, strings and comments of such names, nor for age between two dates", async () => {
    const gold =
      "SELECT b.name AS now, 'now()' AS text, age('2001-01-01'::date, '2000-01-01'::date) /* random() */ FROM boat b";
    expect(await bench.rules(queryTask(gold))).toEqual([]);
  });
});
