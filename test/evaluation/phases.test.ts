import { describe, expect, it } from "vitest";
import type { Task } from "#shared/domain/task.ts";
import type { PhaseResult, StatementPreview } from "#shared/domain/task-run.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { createTaskRunner, goldAnswer, type TaskAnswer } from "../../electron/evaluation/phases.ts";
import { harbourRunner } from "../tasks/harbour-runner.ts";
import { followUp, managementTask, queryTask, script } from "../tasks/harbour-tasks.ts";

const harbour = harbourRunner("pglite");

/** The phases of a run of an answer: one text a phase, or the gold where none is given. */
async function phasesOf(
  task: Task,
  profile: EvaluatorProfile,
  answer?: [phase1: string | null, phase2?: string],
): Promise<PhaseResult[]> {
  const list = (text: string | null | undefined) => (text == null ? null : [text]);
  const given: TaskAnswer = answer ? { phase1: list(answer[0]), phase2: list(answer[1]) } : goldAnswer(task);
  return (
    await harbour.runner.run({ task, template: harbour.template, profile, answer: given, whose: "predicted" })
  ).phases;
}

async function verdictOf(task: Task, profile: EvaluatorProfile, answer?: string) {
  const [phase] = await phasesOf(task, profile, answer === undefined ? undefined : [answer]);
  return { passed: phase?.passed, passedFixed: phase?.passedFixed, reason: phase?.reason };
}

function statementsOf(run: PhaseResult | undefined, step: string): StatementPreview[] {
  return run?.steps.find((one) => one.step === step)?.statements ?? [];
}

const rename = (name: string) => `UPDATE ship SET name = '${name}' WHERE id = 1`;
const nameOfFirst = "SELECT name FROM ship WHERE id = 1";

describe("the state that phase 2 begins on", () => {
  const task = managementTask(rename("Gold"), {
    tests: [script("pass")],
    followUp: followUp(nameOfFirst, { category: "Query" }),
  });

  it.each([
    ["conv", "tGold"],
    ["agent", "tMine"],
    ["adk", "tMine"],
  ] as const)("J1: %s goes on from %s", async (profile, name) => {
    const asQuery = { ...task, instanceId: "harbour_1" };
    const [, second] = await phasesOf(asQuery, profile, [rename("Mine"), nameOfFirst]);
    expect(statementsOf(second, "answer")[0]?.rows).toEqual([[name]]);
    expect(second?.passed).toBe(true);
  });

  it("J1: is the template with agent after a question, whatever the answer to it did", async () => {
    const question = queryTask(nameOfFirst, { followUp: followUp(nameOfFirst) });
    const [, second] = await phasesOf(question, "agent", [rename("Mine"), nameOfFirst]);
    expect(second?.start).toBe("template");
    expect(statementsOf(second, "answer")[0]?.rows).toEqual([["tAnna"]]);
  });

  it("J1: is the snapshot with adk, on which nothing of the tests of phase 1 is left", async () => {
    const meddling = script("execute_queries(['DELETE FROM ship'], db_name, conn)");
    const [, second] = await phasesOf({ ...task, tests: [meddling] }, "adk", [rename("Mine"), nameOfFirst]);
    expect(statementsOf(second, "answer")[0]?.rows).toEqual([["tMine"]]);
  });

  it("J1: is what a phase 2 alone begins on, where phase 1 was not answered", async () => {
    const phases = await phasesOf(task, "conv", [null, nameOfFirst]);
    expect(phases.map(({ phase }) => phase)).toEqual([2]);
    expect(statementsOf(phases[0], "answer")[0]?.rows).toEqual([["tGold"]]);
  });
});

describe("the steps of a phase", () => {
  const task = managementTask(rename("Gold"), {
    instanceId: "harbour_M_1",
    preprocessSql: ["CREATE TABLE quay (id int)"],
    cleanUpSql: ["DROP TABLE quay"],
    tests: [script("pass")],
    followUp: followUp(rename("Later"), { category: "Management", tests: [script("pass")] }),
  });

  it("J2: conv prepares and cleans up, around phase 1 of the second phase too", async () => {
    const phases = await phasesOf(task, "conv");
    expect(phases.map(({ steps }) => steps.map(({ step }) => step))).toEqual([
      ["preprocess", "answer", "clean-up"],
      ["preprocess", "previous", "previous-clean-up", "answer", "clean-up"],
    ]);
    const statuses = phases.flatMap(({ steps }) => steps.flatMap(({ statements }) => statements));
    // The second clean-up finds nothing to drop any more, which no evaluator minds.
    expect(statuses.map(({ status }) => status)).toEqual([...Array(7).fill("ok"), "error"]);
    expect(phases.every(({ passed }) => passed)).toBe(true);
  });

  it("J2: adk runs the answers alone", async () => {
    const phases = await phasesOf(task, "adk");
    expect(phases.map(({ steps }) => steps.map(({ step }) => step))).toEqual([["answer"], ["answer"]]);
  });

  it("show each statement with its first rows", async () => {
    const [first] = await phasesOf(
      queryTask("SELECT generate_series(1, 500) AS n", { preprocessSql: ["SELECT 1; SELECT 2"] }),
      "conv",
    );
    expect(statementsOf(first, "preprocess").map(({ sql }) => sql)).toEqual(["SELECT 1", "SELECT 2"]);
    const [answer] = statementsOf(first, "answer");
    expect([answer?.rowCount, answer?.rows.length, answer?.columns[0]?.name]).toEqual([500, 100, "n"]);
    expect(statementsOf(first, "gold")).toHaveLength(1);
  });

  it("tell each phase as it ends", async () => {
    const told: number[] = [];
    const request = {
      task,
      template: harbour.template,
      profile: "conv",
      answer: goldAnswer(task),
      whose: "gold",
    } as const;
    await harbour.runner.run(request, { onPhase: ({ phase }) => told.push(phase) });
    expect(told).toEqual([1, 2]);
  });
});

describe("an answer", () => {
  const task = managementTask(rename("Gold"), { tests: [script("raise AssertionError('was run')")] });

  it("J4: that fails is tested by nothing", async () => {
    const [first] = await phasesOf(task, "conv", ["UPDATE boat SET name = ''"]);
    expect(first).toMatchObject({ passed: false, passedFixed: false, tests: [], fixedTests: [] });
    expect(first?.reason).toBe('The answer fails: relation "boat" does not exist.');
  });

  it.each([
    ["WITH one AS (SELECT 1) UPDATE ship SET name = 'Gold' WHERE id = 1", "conv", false],
    ["WITH one AS (SELECT 1) UPDATE ship SET name = 'Gold' WHERE id = 1", "adk", false],
    ["", "agent", false],
    ["-- nothing", "adk", false],
    ["  ", "adk", true],
  ] as const)(
    "J4: %j counts as failed with %s although the database runs it: %#",
    async (text, profile, passed) => {
      const changed = managementTask(rename("Gold"), { tests: [script("pass")] });
      const answer = { phase1: [rename("Gold"), text], phase2: null };
      const run = await harbour.runner.run({
        task: changed,
        template: harbour.template,
        profile,
        answer,
        whose: "predicted",
      });
      expect(run.phases[0]).toMatchObject({ passed, passedFixed: true });
      if (!passed)
        expect(run.phases[0]?.reason).toMatch(
          /^Fails only as shipped: The evaluator counts the answer as failed: /,
        );
    },
  );

  it("J4: that is empty does not pass", async () => {
    const answer = { phase1: [], phase2: null };
    const { phases } = await harbour.runner.run({
      task,
      template: harbour.template,
      profile: "agent",
      answer,
      whose: "predicted",
    });
    expect(phases[0]).toMatchObject({ passed: false, reason: "There is no answer." });
  });

  it("that takes too long is ended at its limit", async () => {
    const limits = {
      statement: { timeMs: 300, rows: 10_000, cellBytes: 2 ** 20, memoryBytes: 2 ** 28 },
      test: { timeMs: 5_000, memoryBytes: 2 ** 28 },
    };
    const endless = "WITH RECURSIVE n AS (SELECT 1 AS x UNION ALL SELECT x FROM n) SELECT count(*) FROM n";
    const { phases } = await createTaskRunner({ ...harbour, limits }).run({
      task: queryTask(nameOfFirst),
      template: harbour.template,
      profile: "conv",
      answer: { phase1: [endless], phase2: null },
      whose: "predicted",
    });
    expect(statementsOf(phases[0], "answer")[0]?.status).toBe("timeout");
    expect(phases[0]?.reason).toBe("The answer fails: stopped at the time limit of 0.3 s.");
  });

  it("is told what went wrong before it ran", async () => {
    const prepared = queryTask(nameOfFirst, { preprocessSql: ["DROP TABLE quay"] });
    const { reason } = await verdictOf(prepared, "conv", "SELECT 1");
    expect(reason).toContain('Before it, preprocess failed: table "quay" does not exist.');
  });
});

describe("own tests", () => {
  const emptied = script(
    "rows = execute_queries(['SELECT count(*) FROM ship'], db_name, conn)[0]",
    "assert rows == [(3,)], f'{rows[0][0]} ships are left'",
  );
  const meddling = script("execute_queries(['DELETE FROM ship'], db_name, conn)");

  it("J4, J5: see as shipped what the test before them did, and once fixed the state of the answer", async () => {
    const task = managementTask(rename("Gold"), { tests: [meddling, emptied] });
    const [first] = await phasesOf(task, "conv");
    expect(first?.tests.map(({ status }) => status)).toEqual(["passed", "failed"]);
    expect(first?.fixedTests.map(({ status }) => status)).toEqual(["passed", "passed"]);
    expect(first).toMatchObject({ passed: false, passedFixed: true });
    expect(first?.reason).toBe("Fails only as shipped: Test 2 fails: 0 ships are left");
  });

  it("J5: are asked once fixed where conv takes the default test for want of _M_ in the id", async () => {
    const task = managementTask(rename("Gold"), { instanceId: "harbour_1", tests: [emptied] });
    const { passed, passedFixed, reason } = await verdictOf(task, "conv");
    expect([passed, passedFixed]).toEqual([false, true]);
    expect(reason).toBe("Fails only as shipped: The gold returned no rows, which fails the test as shipped.");
  });

  it("get the soft exact match of the task's engine", async () => {
    const match = script("assert ex_base(pred_sqls, sol_sqls, db_name, conn, {'order': True}) == 1");
    const task = managementTask("SELECT name FROM ship ORDER BY id", { tests: [match] });
    expect(await verdictOf(task, "adk")).toMatchObject({ passed: true });
    expect(await verdictOf(task, "adk", "SELECT name FROM ship ORDER BY id DESC")).toMatchObject({
      passed: false,
    });
  });
});

describe("a management task without tests", () => {
  const task = managementTask(rename("Gold"));

  it.each(["conv", "agent"] as const)(
    "J5: passes under %s whatever was done, and once fixed only what leaves the gold's state",
    async (profile) => {
      expect(await verdictOf(task, profile)).toEqual({ passed: true, passedFixed: true, reason: null });
      expect(await verdictOf(task, profile, rename("Other"))).toEqual({
        passed: true,
        passedFixed: false,
        reason:
          "Passes as shipped, where nothing is tested: The answer leaves the database in a different state than the gold: the table ship.",
      });
    },
  );

  it("E1, J5: fails under adk even with its gold, since no rows are compared", async () => {
    const { passed, passedFixed, reason } = await verdictOf(task, "adk");
    expect([passed, passedFixed]).toEqual([false, true]);
    expect(reason).toMatch(/^Fails only as shipped: /);
  });

  it("J5: begins both sides apart, so that what adds is not added twice", async () => {
    const add = managementTask("INSERT INTO ship VALUES (4, 'Dora', 1, NULL) RETURNING id");
    expect(await verdictOf(add, "adk")).toMatchObject({ passed: false, passedFixed: true });
  });
});

describe("J6: two verdicts that differ, and why", () => {
  it.each([
    [
      "DISTINCT ON breaks when DISTINCT is taken out",
      queryTask("SELECT DISTINCT ON (tonnage) tonnage FROM ship"),
      undefined,
      [false, true],
      'Fails only as shipped: The answer fails: syntax error at or near "ON", after comments, DISTINCT and ROUND are removed as shipped.',
    ],
    [
      "a day is not a moment",
      queryTask("SELECT built FROM ship WHERE id = 1"),
      "SELECT built::date FROM ship WHERE id = 1",
      [true, false],
      "Passes as shipped: 1 row of the answer is not in the gold, 1 row of the gold is missing.",
    ],
    [
      "duplicates that were asked for",
      queryTask("SELECT tonnage FROM ship", {
        conditions: { decimals: null, distinct: true, order: false },
      }),
      "SELECT DISTINCT tonnage FROM ship",
      [true, false],
      "Passes as shipped: Some rows occur more or less often than in the gold.",
    ],
    [
      "an empty gold",
      queryTask("SELECT name FROM ship WHERE id = 9"),
      undefined,
      [false, true],
      "Fails only as shipped: The gold returned no rows, which fails the test as shipped.",
    ],
    [
      "rounding inside a sum",
      queryTask("SELECT sum(ROUND(tonnage * 3)) FROM ship"),
      "SELECT sum(tonnage * 3) FROM ship",
      [true, false],
      "Passes as shipped: 1 row of the answer",
    ],
  ])("%s", async (_, task, answer, verdicts, reason) => {
    const verdict = await verdictOf(task, "conv", answer);
    expect([verdict.passed, verdict.passedFixed]).toEqual(verdicts);
    expect(verdict.reason).toContain(reason);
  });

  it("nothing is said where both pass", async () => {
    expect(await verdictOf(queryTask(nameOfFirst), "conv")).toEqual({
      passed: true,
      passedFixed: true,
      reason: null,
    });
  });
});

describe("a run that is cancelled", () => {
  it("rejects with the reason, and the next one runs", async () => {
    const abort = new AbortController();
    const task = queryTask(nameOfFirst);
    const sleep = { phase1: ["SELECT count(*) FROM generate_series(1, 1000000000)"], phase2: null };
    const run = harbour.runner.run(
      { task, template: harbour.template, profile: "conv", answer: sleep, whose: "predicted" },
      { signal: abort.signal },
    );
    abort.abort(new Error("enough"));
    await expect(run).rejects.toThrow("enough");
    expect(await verdictOf(task, "conv")).toMatchObject({ passed: true });
  });

  it("keeps a session that runs one task after another from the tasks before", async () => {
    const session = await harbour.runner.open(harbour.template);
    const change = managementTask(rename("Gold"), { tests: [script("pass")] });
    const request = { profile: "conv", whose: "gold" } as const;
    await session.run({ ...request, task: change, answer: goldAnswer(change) });
    const ask = queryTask(nameOfFirst);
    const { phases } = await session.run({ ...request, task: ask, answer: goldAnswer(ask) });
    expect(statementsOf(phases[0], "answer")[0]?.rows).toEqual([["tAnna"]]);
    await session.close();
  });
});
