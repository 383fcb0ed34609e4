import { describe, expect, it } from "vitest";
import { checkBench, followUp, managementTask, ordered, queryTask } from "./fixture.ts";

const bench = checkBench();
/** What else such golds are told of is not asked here. */
const steady = /between-runs|depends-on/;
const stripping = /stripping/;

async function rulesLike(pattern: RegExp, ...args: Parameters<typeof bench.check>) {
  return (await bench.check(...args)).filter(({ rule }) => pattern.test(rule));
}

describe("whether the gold gives the same each time", () => {
  it("gold-differs-between-runs: an error with a row that only one run gives", async () => {
    expect(await rulesLike(steady, queryTask("SELECT id, random() FROM boat"))).toMatchObject([
      { rule: "gold-differs-between-runs", severity: "error", evidence: { kind: "rows" } },
    ]);
  });

  it("state-differs-between-runs: names the table in which the clock was written, be it by a DEFAULT", async () => {
    const gold = "INSERT INTO trip (boat_id, sailed_on) VALUES (6, '2024-02-01')";
    const [finding] = await rulesLike(steady, managementTask(gold));
    expect(finding).toMatchObject({ rule: "state-differs-between-runs", severity: "error" });
    expect(finding?.message).toContain("trip");
    const fixed =
      "INSERT INTO trip (boat_id, sailed_on, entered_at) VALUES (6, '2024-02-01', '2024-02-02 00:00+00')";
    expect(await rulesLike(steady, managementTask(fixed))).toEqual([]);
  });

  it("state-differs-between-runs: in a follow-up, on the state of phase 1", async () => {
    const task = managementTask("CREATE TABLE log (at timestamptz)", {
      followUp: followUp("INSERT INTO log VALUES (clock_timestamp())", { category: "Management" }),
    });
    expect(await rulesLike(steady, task)).toMatchObject([
      { rule: "state-differs-between-runs", where: { kind: "follow-up" } },
    ]);
  });

  it("gold-depends-on-plan: rows that another way of joining or sorting settles otherwise", async () => {
    const gold = "SELECT array_agg(b.name) FROM (SELECT berth AS name FROM boat GROUP BY berth) AS b";
    expect(await rulesLike(steady, queryTask(gold))).toMatchObject([{ rule: "gold-depends-on-plan" }]);
    const settled = gold.replace("b.name)", "b.name ORDER BY b.name)");
    expect(await rulesLike(steady, queryTask(settled))).toEqual([]);
  });

  it("gold-depends-on-time-zone: moments that become days in the session's zone", async () => {
    const gold = "SELECT entered_at::date AS day, count(*) FROM trip GROUP BY 1";
    expect(await rulesLike(steady, queryTask(gold))).toMatchObject([{ rule: "gold-depends-on-time-zone" }]);
    const inZone = gold.replace("entered_at::date", "(entered_at AT TIME ZONE 'UTC')::date");
    expect(await rulesLike(steady, queryTask(inZone))).toEqual([]);
  });

  it("gold-depends-on-…: the same moments and sums of floats are the same", async () => {
    const gold = "SELECT max(entered_at), sum(draught) FROM trip JOIN boat ON boat.id = boat_id";
    expect(await rulesLike(steady, queryTask(gold))).toEqual([]);
  });
});

describe("whether the gold changes what it should", () => {
  it("gold-changes-nothing: an UPDATE without a row", async () => {
    expect(await bench.rules(managementTask("UPDATE boat SET note = 'z' WHERE id = 99"))).toEqual([
      "gold-changes-nothing",
    ]);
    expect(await bench.rules(managementTask("UPDATE boat SET note = 'z' WHERE id = 1"))).toEqual([]);
  });

  it("query-changes-data: a query that writes", async () => {
    const gold = "WITH gone AS (DELETE FROM trip RETURNING id) SELECT count(*) FROM gone";
    expect(await bench.rules(queryTask(gold))).toContain("query-changes-data");
    expect(await bench.rules(managementTask(gold))).not.toContain("query-changes-data");
  });
});

describe("what the default test takes out of the gold", () => {
  it("comment-stripping-changes-gold: two dashes in a string", async () => {
    const gold = "SELECT name, 'no -- comment'\nFROM boat";
    expect(await rulesLike(stripping, queryTask(gold))).toMatchObject([
      {
        rule: "comment-stripping-changes-gold",
        severity: "error",
        where: { range: { from: gold.indexOf("--"), to: gold.indexOf("--") + 2 } },
      },
    ]);
    expect(await rulesLike(stripping, queryTask("SELECT name -- the name\nFROM boat"))).toEqual([]);
  });

  it("distinct-stripping-changes-gold: DISTINCT inside, and DISTINCT ON", async () => {
    const inside = "SELECT count(*) FROM (SELECT DISTINCT berth FROM boat) AS b";
    const first = "SELECT DISTINCT ON (berth) berth, name FROM boat ORDER BY berth, name";
    expect(await rulesLike(stripping, queryTask(inside))).toMatchObject([
      { rule: "distinct-stripping-changes-gold", severity: "warning" },
    ]);
    expect(await rulesLike(stripping, queryTask(first))).toMatchObject([
      { rule: "distinct-stripping-changes-gold", severity: "error" },
    ]);
    expect(await rulesLike(stripping, queryTask("SELECT DISTINCT berth FROM boat"))).toEqual([]);
    expect(await rulesLike(stripping, queryTask("SELECT count(DISTINCT berth) FROM boat"))).toEqual([]);
  });

  it("round-stripping-changes-gold: a rounded value that is compared, not one that is shown", async () => {
    const compared = "SELECT name FROM boat WHERE ROUND(length_m) = 15";
    expect(await rulesLike(stripping, queryTask(compared))).toMatchObject([
      { rule: "round-stripping-changes-gold", severity: "warning" },
    ]);
    const shown = "SELECT berth, ROUND(AVG(length_m), 1) FROM boat GROUP BY berth";
    expect(await rulesLike(stripping, queryTask(shown))).toEqual([]);
  });

  it("…-stripping-changes-gold: says nothing where the default test is not run", async () => {
    const own = managementTask("SELECT count(*) FROM (SELECT DISTINCT berth FROM boat) AS b", {
      tests: ["def test_case(p, s, d, c): pass"],
      conditions: ordered,
    });
    expect(await rulesLike(stripping, own)).toEqual([]);
  });
});
