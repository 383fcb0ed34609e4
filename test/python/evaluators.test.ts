import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { readTaskFile } from "#shared/formats/task-file.ts";
import type { DatabaseState } from "../../electron/engines/engine.ts";
import type { TestCall, TestDatabase } from "../../electron/python/test-runner.ts";
import { sharedData } from "../support/shared-data.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { openLab } from "./lab.ts";
import {
  callOf,
  databaseOf,
  type Interpreters,
  noDatabase,
  said,
  startInterpreters,
  statementLimits,
  testCase,
  testLimits,
} from "./support.ts";

let interpreters: Interpreters;
let state: DatabaseState;
const lab = openLab(temporaryFolder());
beforeAll(async () => {
  interpreters = startInterpreters(temporaryFolder());
  await interpreters.runner.compile("");
  state = await lab.state("pglite");
}, 240_000);
afterAll(async () => {
  await interpreters.runner.close();
  await lab.close();
});

function run(script: string, changed: Partial<TestCall> = {}, database: TestDatabase = databaseOf(state)) {
  return interpreters.runner.run(callOf(script, changed), database, { limits: testLimits });
}

/** What a script prints under each evaluator. */
async function printed(body: string, database?: TestDatabase): Promise<Record<EvaluatorProfile, string>> {
  const seen = { conv: "", agent: "", adk: "" };
  for (const profile of EvaluatorProfile.options) {
    const { stdout, message } = await run(testCase(body), { profile }, database);
    seen[profile] = message ?? stdout.trimEnd();
  }
  return seen;
}

const same = (text: string) => ({ conv: text, agent: text, adk: text });

describe("what a script finds around it", () => {
  it("is what its evaluator hands over (rule Y3)", async () => {
    const names =
      "execute_queries test_case_default ex_base remove_distinct remove_comments remove_round json Decimal date pred_query_result";
    const body = `print(*(n for n in "${names}".split() if n in globals()))`;
    expect(await printed(body)).toEqual({
      conv: "execute_queries test_case_default json pred_query_result",
      agent: "execute_queries test_case_default json Decimal date pred_query_result",
      adk: "execute_queries ex_base remove_distinct remove_comments remove_round pred_query_result",
    });
  });

  it("is none of the names of its own top level (rule Y4)", async () => {
    const script = `import fractions\n\ndef half():\n    return 0.5\n\n${testCase("assert fractions.Fraction(1, 2) == half()")}`;
    for (const profile of EvaluatorProfile.options)
      expect(await run(script, { profile })).toMatchObject({
        status: "error",
        message: expect.stringMatching(
          /^NameError: name 'fractions' is not defined – .* put fractions into the function$/,
        ),
        traceback: [{ line: 7, text: "    assert fractions.Fraction(1, 2) == half()" }],
      });
  });

  it("is nothing for a script that defines no test_case: it is passed over (rule Y4)", async () => {
    for (const profile of EvaluatorProfile.options)
      expect(await run("def check(): assert False", { profile })).toMatchObject({ status: "passed" });
  });

  it("is what it was given: SQL, the database's name, a connection", async () => {
    const body = "print(pred_sqls, sol_sqls, db_name, type(conn.cursor()).__name__)";
    const call = { predictedSql: ["a", "b"], goldSql: ["c"], database: "sea" };
    expect((await run(testCase(body), call)).stdout).toBe("['a', 'b'] ['c'] sea Cursor\n");
  });
});

describe("execute_queries (rule Y5)", () => {
  it("gives the rows of the last text and says that nothing failed", async () => {
    const body = `print(execute_queries(["SELECT 1", "SELECT id, value FROM reading ORDER BY 1"], db_name, conn))`;
    const rows = "[(1, Decimal('1.5')), (2, Decimal('2.25')), (3, None)]";
    expect(await printed(body)).toEqual({
      ...same(`(${rows}, False, False)`),
      adk: `(${rows}, None, False)`,
    });
  });

  it("takes a bare string for a list of its characters with conv, and for one text with the others", async () => {
    expect(await printed(`print(execute_queries("SELECT 1", db_name, conn))`)).toEqual({
      conv: "(None, True, False)",
      agent: "([(1,)], False, False)",
      adk: "([(1,)], None, False)",
    });
  });

  it("ends with the first text that fails; only adk forgets the rows from before it, and says what failed", async () => {
    const body = `print(execute_queries(["SELECT 1", "SELECT nothing", "SELECT 2"], db_name, conn))`;
    const failed = "([(1,)], True, False)";
    expect(await printed(body)).toEqual({
      ...same(failed),
      adk: `(None, 'column "nothing" does not exist', False)`,
    });
  });

  it("says so where a text took too long", async () => {
    const slow: TestDatabase = {
      ...noDatabase,
      execute: (sql, { signal }) =>
        state.run(sql, { limits: { timeMs: 200, rows: 10, cellBytes: 1000, memoryBytes: 2 ** 28 }, signal }),
    };
    const body = `print(execute_queries(["SELECT count(*) FROM generate_series(1, 1000000000000)"], db_name, conn))`;
    expect(await printed(body, slow)).toEqual({ ...same("(None, False, True)"), adk: "(None, None, True)" });
  });

  it.each([
    ["a change", "UPDATE reading SET value = value", "(None, False, False)"],
    [
      "a change that returns rows",
      "UPDATE reading SET value = value WHERE id = 1 RETURNING id",
      "([(1,)], False, False)",
    ],
    [
      "a change that begins with WITH, though it was made",
      "WITH x AS (SELECT 1) UPDATE reading SET value = value",
      "(None, True, False)",
    ],
    [
      "SELECT INTO, though the table is there",
      "SELECT 1 AS one INTO TEMP TABLE other",
      "(None, True, False)",
    ],
    ["a query behind a comment", "-- first\\nSELECT 1", "([(1,)], False, False)"],
    ["a comment alone", "-- nothing", "(None, True, False)"],
    ["nothing", "", "(None, True, False)"],
    ["several statements", "SELECT 1; SELECT 2", "([(2,)], False, False)"],
  ])("gives for %s what psycopg2 leads to", async (_, sql, shown) => {
    const { stdout } = await run(testCase(`print(execute_queries(["""${sql}"""], db_name, conn))`));
    expect(stdout.trimEnd()).toBe(shown);
  });

  it("passes over blank texts with adk only", async () => {
    expect(await printed(`print(execute_queries(["SELECT 1", "  "], db_name, conn))`)).toEqual({
      ...same("([(1,)], True, False)"),
      adk: "([(1,)], None, False)",
    });
  });

  it("may be under way when the test's time ends, and the database can be used at once", async () => {
    const endless = testCase(
      `execute_queries("SELECT count(*) FROM generate_series(1, 1000000000000)", db_name, conn)`,
    );
    const limits = { ...testLimits, timeMs: 1_000 };
    const outcome = await interpreters.runner.run(callOf(endless), databaseOf(state), { limits });
    expect(outcome).toMatchObject({ status: "timeout" });
    await state.reset();
    expect(
      (await run(testCase("print(execute_queries('SELECT count(*) FROM reading', db_name, conn))"))).stdout,
    ).toBe("([(3,)], False, False)\n");
  });

  it("leaves what it changed to the next script", async () => {
    await run(testCase(`execute_queries(["CREATE TABLE left_behind AS SELECT 7 AS seven"], db_name, conn)`));
    const { stdout } = await run(
      testCase(`print(execute_queries(["SELECT * FROM left_behind"], db_name, conn))`),
    );
    expect(stdout.trimEnd()).toBe("([(7,)], False, False)");
  });
});

describe("a connection", () => {
  it("has cursors, as scripts use them that come without helpers", async () => {
    const body = `
      with conn.cursor() as cursor:
          cursor.execute("SELECT id, value FROM reading ORDER BY id")
          assert [column[0] for column in cursor.description] == ["id", "value"]
          assert cursor.rowcount == 3 and cursor.fetchone()[0] == 1 and cursor.fetchmany(1)[0][0] == 2
          assert [row[0] for row in cursor] == [3] and cursor.fetchone() is None
          cursor.execute("UPDATE reading SET value = 0 WHERE id > 1")
          assert cursor.rowcount == 2 and cursor.description is None
      conn.commit()
      try:
          cursor.execute("SELECT nothing")
      except psycopg2.Error as error:
          assert "does not exist" in str(error)
      else:
          assert False, "it does not raise"`;
    expect(await run(testCase(body))).toMatchObject({ status: "passed", message: null });
  });
});

describe("soft exact match in a script", () => {
  const asked: unknown[] = [];
  const matching = (match: boolean): TestDatabase => ({
    ...noDatabase,
    async softExactMatch(...args) {
      asked.push(args);
      return match;
    },
  });

  it("is the host's, with the conditions that the script hands over", async () => {
    const body =
      "print(ex_base(pred_sqls, sol_sqls, db_name, conn, {'order': True, 'decimal': 3}), ex_base(pred_sqls, sol_sqls, db_name, conn))";
    expect((await run(testCase(body), { profile: "adk" }, matching(true))).stdout).toBe("1 1\n");
    expect(asked.splice(0)).toEqual([
      [["SELECT 1"], ["SELECT 1"], { decimals: 3, distinct: false, order: true }],
      [["SELECT 1"], ["SELECT 1"], { decimals: null, distinct: false, order: false }],
    ]);
  });

  it("fails a test as the default test once the SQL is rewritten", async () => {
    const call: Partial<TestCall> = {
      profile: "conv",
      predictedSql: ["SELECT DISTINCT ROUND(a, 2) FROM t -- all\n"],
    };
    const body = "test_case_default(pred_sqls, sol_sqls, db_name, conn)";
    expect(await run(testCase(body), call, matching(false))).toMatchObject({
      status: "failed",
      message: "the results differ: ex_base gives 0 instead of 1",
    });
    expect(asked.splice(0)).toEqual([[["SELECT a FROM t"], ["SELECT 1"], expect.anything()]]);
  });

  it("rewrites lists as the default test does", async () => {
    const body =
      "print(remove_comments(['/* a */ SELECT 1 -- b']), remove_distinct(['SELECT distinct a']), remove_round(['SELECT round(a, 1)']))";
    expect((await run(testCase(body), { profile: "adk" })).stdout).toBe(
      "['SELECT 1 -- b'] ['SELECT a'] ['SELECT a']\n",
    );
  });
});

describe("the names of the older evaluator", () => {
  it("stand ready where they are asked for", async () => {
    const body = `
      from datetime import datetime
      from decimal import Decimal
      rows, same_conn = perform_query_on_postgresql_databases("SELECT DATE '2024-05-06', 2.345", db_name, conn)
      assert same_conn is conn and preprocess_results(rows) == [("2024-05-06", Decimal("2.345"))]
      assert preprocess_results([(datetime(2024, 5, 6, 7, 8),)]) == [("2024-05-06",)] and preprocess_results(None) == []
      assert process_decimals(rows + [(1, 2.675)], 2) == [(date(2024, 5, 6), Decimal("2.35")), (1, 2.67)]
      assert check_sql_function_usage(["SELECT Round(x)", "-- LAG"], ["round", "lag"]) == 1
      assert check_sql_function_usage(["SELECT x"], ["round"]) == 0
      dear, cheap = ["SELECT * FROM reading a, reading b, reading c"], ["SELECT 1"]
      assert performance_compare_by_qep(dear, cheap, db_name, conn) == 1
      assert performance_compare_by_qep(cheap, dear, db_name, conn) == 0
      index = ["CREATE INDEX by_value ON reading (value)", "SELECT * FROM reading"]
      performance_compare_by_qep(index, cheap, db_name, conn)
      assert execute_queries("SELECT to_regclass('by_value')", db_name, conn)[0] == [(None,)], "the index is still there"`;
    expect(await run(testCase(body), { olderHelpers: true })).toMatchObject({
      status: "passed",
      message: null,
    });
  });
});

describe("how a test ends (rule Y7)", () => {
  it.each([
    ["returns", "return False", "passed", null],
    ["asserts with a text", "assert 1 == 2, 'not so'", "failed", "not so"],
    ["asserts without one", "assert 1 == 2", "failed", "assert 1 == 2"],
    ["raises an assertion", "raise AssertionError('by hand')", "failed", "by hand"],
    ["raises anything else", "1 / 0", "error", "ZeroDivisionError: division by zero"],
    ["raises without words", "raise KeyError", "error", "KeyError"],
  ])("when it %s", async (_, body, status, message) => {
    expect(await run(testCase(body))).toMatchObject({ index: 0, status, message });
  });

  it("with the lines of the script that were under way, the innermost last", async () => {
    const { traceback } = await run(
      testCase("def inner():\n    assert False, 'deep'\nsorted([1], key=lambda _: inner())"),
    );
    expect(traceback).toEqual([
      { line: 4, text: "    sorted([1], key=lambda _: inner())" },
      { line: 4, text: "    sorted([1], key=lambda _: inner())" },
      { line: 3, text: "        assert False, 'deep'" },
    ]);
  });

  it("before it begins, where it does not compile", async () => {
    expect(await run("def test_case(a, b, c, d):\n  x = 1\n    y = 2")).toMatchObject({
      status: "does-not-compile",
      message: "IndentationError: unexpected indent",
      traceback: [{ line: 3, text: "    y = 2" }],
    });
    expect(await run("raise SyntaxError('by hand')")).toMatchObject({ status: "error" });
  });
});

describe("compile", () => {
  it.each([
    ["what compiles", testCase("return 1"), null],
    ["nothing", "", null],
    ["a loop that would not end", "while True: pass", null],
    [
      "a wrong indent",
      "def test_case():\nreturn 1",
      {
        line: 2,
        message: "IndentationError: expected an indented block after function definition on line 1",
      },
    ],
    ["an open bracket", "x = (\n1", { line: 1, message: "SyntaxError: '(' was never closed" }],
    [
      "Python 2",
      "print 'x'",
      { line: 1, message: expect.stringMatching(/^SyntaxError: Missing parentheses/) },
    ],
    ["a NUL", "x = '\0'", { line: null, message: expect.stringMatching(/null bytes/) }],
    [
      "deep nesting",
      `x = ${"(".repeat(5000)}${")".repeat(5000)}`,
      { line: 1, message: "SyntaxError: too many nested parentheses" },
    ],
    ["SQL", "SELECT 1 FROM t", { line: 1, message: "SyntaxError: invalid syntax" }],
  ])("says of %s what Python says", async (_, script, said) => {
    expect(await interpreters.runner.compile(script)).toEqual(said);
  });
});

describe("published test scripts", () => {
  const title = (name: string) =>
    sharedData(`livesqlbench/${name}`) ? name : `${name} (skipped: ../shared/data is absent)`;

  type Trial = (profile: EvaluatorProfile, sql?: string[]) => Promise<ReturnType<typeof said>>;

  /** What the demo's own test says of the gold, or of other SQL, on its database with three rows a table. */
  async function withDemo(name: string, use: (trial: Trial) => Promise<void>): Promise<void> {
    const folder = sharedData(`livesqlbench/${name}`) ?? "";
    const { tasks } = readTaskFile(readFileSync(`${folder}/${name}_data.jsonl`, "utf8"), name);
    const task = tasks.map((read) => read.task).find(({ tests }) => tests.length > 0);
    const goldSql = task?.goldSql ?? [];
    const source = { kind: "sql-file", path: `${folder}/${name}_3rows_postgres.sql` } as const;
    const own = await lab.open("pglite", name, source);
    await use(async (profile, predictedSql = goldSql) => {
      await own.reset();
      await own.run(predictedSql, { limits: statementLimits });
      const call = { predictedSql, goldSql, profile, database: name };
      return said(await run(task?.tests[0] ?? "", call, databaseOf(own)));
    });
    await own.close();
  }

  it.skipIf(!sharedData("livesqlbench/alien"))(`of LiveSQLBench's ${title("alien")} run unmodified`, () =>
    withDemo("alien", async (trial) => {
      const passed = { status: "passed", message: null, stdout: "" };
      expect(await trial("agent")).toEqual(passed);
      expect(await trial("adk")).toEqual(passed);
      // It hands a bare string over.
      const failed = { status: "error", message: expect.stringMatching(/NoneType/) };
      expect(await trial("conv")).toMatchObject(failed);
    }),
  );

  it.skipIf(!sharedData("livesqlbench/archeology"))(
    `of LiveSQLBench's ${title("archeology")} run unmodified`,
    () =>
      withDemo("archeology", async (trial) => {
        // Three rows a table hold no scan of the kind that its test asks for.
        const failed = { status: "error", message: expect.stringMatching(/^IndexError/) };
        expect(await trial("agent")).toMatchObject(failed);
        const rows = "SELECT 'ASD996783' a, 'PR9945' b, 'SC5229' c, 1 d, 2 e, 3 f, 4 g, 5 h, 6 i";
        const view = [`CREATE VIEW view_premium_quality_scans AS ${rows}`];
        expect(await trial("agent", view)).toMatchObject({ status: "passed" });
      }),
  );
});
