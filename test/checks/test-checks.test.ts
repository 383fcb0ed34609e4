import { describe, expect, it } from "vitest";
import type { Task } from "#shared/domain/task.ts";
import { boatTask, checkBench, followUp, managementTask, queryTask } from "./fixture.ts";

const bench = checkBench({ scripts: true });

/** A test script whose body is these lines. */
function script(...lines: string[]): string {
  return [
    "def test_case(pred_sqls, sol_sqls, db_name, conn):",
    ...lines.map((line) => `    ${line}`),
    "",
  ].join("\n");
}

const ask = (sql: string) => `rows, error, timeout = execute_queries(["${sql}"], db_name, conn)`;
const update = "UPDATE boat SET note = 'long' WHERE length_m > 12";
const noted = "SELECT count(*) FROM boat WHERE note = 'long'";

/** The management task that marks long boats, with this test. */
function marked(test: string, rest: Partial<Task> = {}): Task {
  return managementTask(update, { tests: [test], ...rest });
}

const sound = marked(script(ask(noted), "assert rows[0][0] == 2"));

describe("whether the gold passes its tests", () => {
  it("finds nothing in sound tasks", async () => {
    expect(await bench.check(boatTask)).toEqual([]);
    expect(await bench.check(sound)).toEqual([]);
  });

  it("test-does-not-compile: with the line", async () => {
    const test = script("rows = [1", "assert rows");
    const [finding] = await bench.check(marked(test));
    expect(finding).toMatchObject({ rule: "test-does-not-compile", severity: "error", where: { index: 0 } });
    expect(finding?.message).toMatch(/Test 1 of phase 1 does not compile, line 2: .*never closed/);
  });

  it("gold-fails-its-test: the line of the assertion, and what it says", async () => {
    const test = script(ask(noted), "assert rows[0][0] == 3, 'three are long'");
    const [finding] = await bench.check(marked(test));
    const from = test.indexOf("    assert");
    expect(finding).toMatchObject({
      rule: "gold-fails-its-test",
      severity: "error",
      where: { kind: "test", index: 0, range: { from, to: test.length - 1 } },
    });
    expect(finding?.message).toContain("three are long");
  });

  it("gold-fails-its-test: one evaluator runs the default test unless the id holds _M_, and says so", async () => {
    const [finding] = await bench.check({ ...sound, instanceId: "M_1" });
    expect(finding?.rule).toBe("gold-fails-its-test");
    expect(finding?.message).toContain("conv looks for _M_ in the id M_1");
    expect(await bench.rules({ ...sound, instanceId: "M_1" }, { profile: "adk" })).toEqual([]);
  });

  it("gold-fails-its-test: in the follow-up, on the state of phase 1", async () => {
    const again = (count: number) =>
      followUp(noted, {
        tests: [
          script(
            "rows, error, timeout = execute_queries(pred_sqls, db_name, conn)",
            `assert rows[0][0] == ${count}`,
          ),
        ],
      });
    expect(await bench.check({ ...sound, followUp: again(0) })).toMatchObject([
      { rule: "gold-fails-its-test", where: { kind: "follow-up", inside: { kind: "test", index: 0 } } },
    ]);
    expect(await bench.rules({ ...sound, followUp: again(2) })).toEqual([]);
  });

  it("verdicts-differ: a gold that passes only because times of day do not count, or the like", async () => {
    const gold = "SELECT name FROM boat WHERE length_m > 10 ORDER BY random()";
    const rules = await bench.rules(
      queryTask(gold, { conditions: { decimals: null, distinct: false, order: false } }),
    );
    expect(rules).not.toContain("verdicts-differ");
    // Counting takes longer than the clock's smallest step, so that no two runs read the same time.
    const later = "FROM boat WHERE (SELECT count(*) FROM generate_series(1, 100000)) > 0";
    const clock = `SELECT clock_timestamp()::text, name ${later}`;
    expect(await bench.rules(queryTask(clock))).toContain("gold-fails-its-test");
    const days = `SELECT clock_timestamp(), name ${later}`;
    expect(await bench.rules(queryTask(days))).toContain("verdicts-differ");
  });

  it("phase-not-tested: a management task without a test", async () => {
    expect(await bench.rules(managementTask(update))).toEqual(["phase-not-tested"]);
  });
});

describe("answers that should fail", () => {
  it.each([
    ["test-passes-on-nothing", update, script("assert True")],
    ["test-passes-on-every-row", update, script(ask(noted), "assert rows[0][0] >= 2")],
    [
      "test-passes-on-empty-result",
      "SELECT name FROM boat WHERE length_m > 12",
      script(
        "rows, error, timeout = execute_queries(pred_sqls, db_name, conn)",
        "assert not error",
        "assert all(len(row[0]) > 0 for row in rows if row[0] != 1)",
        "assert len(rows) != 1",
      ),
    ],
  ])("%s: an error that shows the answer", async (rule, gold, test) => {
    const found = (await bench.check(managementTask(gold, { tests: [test] }))).filter(
      (one) => one.rule === rule,
    );
    expect(found).toMatchObject([
      { severity: "error", where: { kind: "test", index: 0 }, evidence: { kind: "sql" } },
    ]);
  });

  it("test-passes-on-every-row: keeps the conditions that join tables", async () => {
    const gold =
      "UPDATE boat b SET note = 'sailed' FROM trip t WHERE t.boat_id = b.id AND t.sailed_on < '2024-01-01'";
    const test = script(
      ask("SELECT count(*) FROM boat WHERE note = 'sailed'"),
      "assert rows[0][0] in (2, 3)",
    );
    const [finding] = await bench.check(managementTask(gold, { tests: [test] }));
    expect(finding).toMatchObject({
      rule: "test-passes-on-every-row",
      evidence: { sql: "UPDATE boat b SET note = 'sailed' FROM trip t WHERE t.boat_id = b.id" },
    });
  });
});

describe("tests that check the text of the SQL", () => {
  const run = "rows, error, timeout = execute_queries(pred_sqls, db_name, conn)";
  it.each([
    [
      "a respelled gold fails",
      script("assert 'SET note' in pred_sqls[0]", ask(noted), "assert rows[0][0] == 2"),
      "warning",
    ],
    ["the words alone pass", script("assert 'update boat' in ' '.join(pred_sqls).lower()"), "warning"],
    ["harmless so far", script("assert len(pred_sqls) == 1", ask(noted), "assert rows[0][0] == 2"), "info"],
  ])("test-reads-sql-text: %s", async (_, test, severity) => {
    const found = (await bench.check(marked(test))).filter(({ rule }) => rule === "test-reads-sql-text");
    const from = test.indexOf("pred_sqls", 40);
    expect(found).toMatchObject([
      { severity, where: { kind: "test", index: 0, range: { from, to: from + 9 } } },
    ]);
  });

  it.each([
    ["runs it", script(run, ask(noted), "assert rows[0][0] == 2")],
    [
      "runs its last statement",
      script(run.replace("pred_sqls", "[pred_sqls[-1]]"), ask(noted), "assert rows[0][0] == 2"),
    ],
    [
      "names it in a string or comment",
      script("# pred_sqls[0]", ask(noted), "assert rows[0][0] == 2, 'pred_sqls[0] is wrong'"),
    ],
  ])("test-reads-sql-text: says nothing of a test that %s", async (_, test) => {
    expect(await bench.rules(marked(test))).toEqual([]);
  });
});

describe("duplicates that the test ignores", () => {
  it("distinct-not-tested: the gold without its DISTINCT passes although it gives other rows", async () => {
    const gold = "SELECT DISTINCT berth FROM boat";
    const found = await bench.check(queryTask(gold));
    expect(found).toMatchObject([
      {
        rule: "distinct-not-tested",
        where: { range: { from: 7, to: 15 } },
        evidence: { kind: "sql", sql: "SELECT  berth FROM boat" },
      },
    ]);
    expect(found[0]?.message).toContain("returns 6 rows instead of 3");
    expect(await bench.rules(queryTask("SELECT DISTINCT name FROM boat"))).toEqual([]);
    expect(await bench.rules(queryTask("SELECT count(DISTINCT berth) FROM boat"))).toEqual([]);
  });

  it("distinct-not-tested: UNION that might be UNION ALL", async () => {
    const gold = "SELECT berth FROM boat UNION SELECT berth FROM boat";
    expect(await bench.rules(queryTask(gold))).toEqual(["distinct-not-tested"]);
  });

  it("duplicates-not-tested: rows that the gold gives more than once", async () => {
    expect(await bench.check(queryTask("SELECT berth FROM boat"))).toMatchObject([
      { rule: "duplicates-not-tested", evidence: { rows: [["tA"], ["tB"], ["tC"]] } },
    ]);
    expect(await bench.rules(queryTask("SELECT berth, name FROM boat"))).toEqual([]);
  });
});
