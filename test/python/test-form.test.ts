import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestOutcome } from "#shared/domain/task-run.ts";
import { type TestCheck, type TestForm, unchangedProbe } from "#shared/domain/test-form.ts";
import { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { writeTestForm } from "#shared/formats/test-form/write-test-form.ts";
import type { DatabaseState, Engine } from "../../electron/engines/engine.ts";
import { riverWatchForm } from "../shared/formats/test-form/river-watch-form.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { packTasks } from "../tasks/river-watch-pack.ts";
import { mustRun, openState, packDump } from "../tasks/river-watch-run.ts";
import { callOf, databaseOf, type Interpreters, startInterpreters, testLimits } from "./support.ts";

/** A check of the form, changed so that the state does not hold it, and a part of what the test says then. */
const broken: [change: Partial<TestCheck> & Pick<TestCheck, "kind">, says: string][] = [
  [{ kind: "object-exists", object: "table", name: "watch_list", columns: null }, "there is no such table"],
  [{ kind: "object-exists", object: "view", name: "watch_list", columns: ["name"] }, "it has the columns"],
  [
    { kind: "object-exists", object: "function", name: "no_such", columns: null },
    "there is no such function",
  ],
  [{ kind: "row-count", table: "watch_list", count: 23 }, "24 rows instead of 23"],
  [{ kind: "row-count", table: "no_such", count: 0 }, "this does not run: SELECT COUNT(*) FROM no_such"],
  [
    { kind: "query-returns", sql: "SELECT 1 WHERE false", expected: { kind: "some-rows" } },
    "there are no rows",
  ],
  [{ kind: "query-returns", sql: "SELECT 1", expected: { kind: "no-rows" } }, "there are rows: [(1,)]"],
  [{ kind: "value-within", sql: "SELECT 2.0 / 3", value: "0.667", tolerance: "0.0001" }, "instead of"],
  [{ kind: "unchanged", table: "agency", rows: 1, fingerprint: "" }, "a table was changed"],
];

let engine: Engine;
let state: DatabaseState;
let interpreters: Interpreters;

beforeAll(async () => {
  const folder = temporaryFolder();
  engine = openEmbeddedEngine("pglite", folder);
  state = await openState(engine, packDump(folder));
  interpreters = startInterpreters(folder);
  // The first interpreter makes the snapshot that the others start from.
  expect(await interpreters.runner.compile(writeTestForm(riverWatchForm, "postgresql"))).toBeNull();
  for (const { instanceId, goldSql } of packTasks())
    if (/_M_[12]$/.test(instanceId)) await mustRun(state, goldSql);
});
afterAll(async () => {
  await interpreters.runner.close();
  await engine.close();
});

async function outcomeOf(form: TestForm, profile: EvaluatorProfile = "agent"): Promise<TestOutcome> {
  const call = callOf(writeTestForm(form, "postgresql"), { profile });
  return interpreters.runner.run(call, databaseOf(state), { limits: testLimits });
}

/** Rows that a check expects of "SELECT 1.5 AS a, 'x' UNION ALL SELECT 2.5, NULL". */
function rowsCheck(rows: [string, string | null][], isOrdered: boolean, tolerance = "0"): TestForm {
  const sql = "SELECT 1.5 AS a, 'x' AS b UNION ALL SELECT 2.5, NULL ORDER BY a";
  const expected = rows.map(([number, text]) => [{ number }, text === null ? null : { text }]);
  return {
    checks: [
      { kind: "query-returns", sql, expected: { kind: "rows", rows: expected, isOrdered, tolerance } },
    ],
  };
}

describe("F1: scripts of a form, run by the evaluators", () => {
  it.each(EvaluatorProfile.options)("F1: pass under %s where every check holds", async (profile) => {
    const [counted] = (await mustRun(state, [unchangedProbe("agency")]))?.rows ?? [];
    const [rows, fingerprint] = (counted ?? []).map((cell) => cell?.slice(1) ?? "");
    const unchanged: TestCheck = {
      kind: "unchanged",
      table: "agency",
      rows: Number(rows),
      fingerprint: fingerprint ?? "",
    };
    const outcome = await outcomeOf({ checks: [...riverWatchForm.checks, unchanged] }, profile);
    expect(outcome).toMatchObject({ status: "passed", message: null });
  });

  it.each(broken)("F1: fail where one does not: %j", async (check, says) => {
    const outcome = await outcomeOf({ checks: [check as TestCheck] });
    expect(outcome.status).toBe("failed");
    expect(outcome.message).toContain(says);
  });

  it.each<[string, TestForm, boolean]>([
    [
      "the same rows in their order",
      rowsCheck(
        [
          ["1.50", "x"],
          ["2.5", null],
        ],
        true,
      ),
      true,
    ],
    [
      "another order where it counts",
      rowsCheck(
        [
          ["2.5", null],
          ["1.5", "x"],
        ],
        true,
      ),
      false,
    ],
    [
      "another order where it does not",
      rowsCheck(
        [
          ["2.5", null],
          ["1.5", "x"],
        ],
        false,
      ),
      true,
    ],
    [
      "a number within the tolerance",
      rowsCheck(
        [
          ["1.51", "x"],
          ["2.49", null],
        ],
        true,
        "0.01",
      ),
      true,
    ],
    [
      "a number beyond it",
      rowsCheck(
        [
          ["1.52", "x"],
          ["2.5", null],
        ],
        true,
        "0.01",
      ),
      false,
    ],
    [
      "NULL for a text",
      rowsCheck(
        [
          ["1.5", null],
          ["2.5", null],
        ],
        true,
      ),
      false,
    ],
    [
      "a row too many",
      rowsCheck(
        [
          ["1.5", "x"],
          ["2.5", null],
          ["2.5", null],
        ],
        false,
      ),
      false,
    ],
  ])("F1: compare rows by value: %s", async (_, form, passes) => {
    expect((await outcomeOf(form)).status).toBe(passes ? "passed" : "failed");
  });

  it("F1: know an unchanged table again in any time zone, and a changed one", async () => {
    const probed = async (before: string[]) =>
      JSON.stringify((await mustRun(state, [...before, unchangedProbe("visit")]))?.rows);
    const there = await probed([]);
    expect(await probed(["SET TIME ZONE 'Asia/Tokyo'"])).toBe(there);
    expect(
      await probed(["UPDATE visit SET ended_at = ended_at + interval '1 second' WHERE visit_id = 1"]),
    ).not.toBe(there);
  });

  it("F1: tell a text from a number, and true from 1", async () => {
    const expected = (rows: { text: string }[] | true[]) => ({
      kind: "rows" as const,
      rows: [rows],
      isOrdered: true,
      tolerance: "0",
    });
    const check = (sql: string, rows: { text: string }[] | true[]): TestForm => ({
      checks: [{ kind: "query-returns", sql, expected: expected(rows) }],
    });
    expect((await outcomeOf(check("SELECT 1", [{ text: "1" }]))).status).toBe("failed");
    expect((await outcomeOf(check("SELECT 1", [true]))).status).toBe("failed");
    expect((await outcomeOf(check("SELECT DATE '2024-05-03'", [{ text: "2024-05-03" }]))).status).toBe(
      "passed",
    );
  });
});
