import { describe, expect, it } from "vitest";
import type { TestRun } from "../../../../renderer/data/task-tests.ts";
import { answerTexts } from "../../../../renderer/features/tasks/task/tests/answers.ts";
import { scriptCompletions } from "../../../../renderer/features/tasks/task/tests/script-completions.ts";
import { passedCount, testOutcome } from "../../../../renderer/features/tasks/task/tests/test-outcomes.ts";
import { EvaluatorProfile, profilesFor } from "../../../../shared/domain/test-script.ts";

const told = (index: number | null, status: "passed" | "failed"): TestRun["tests"][number] => ({
  type: "test",
  test: { index, status, message: null, traceback: [], stdout: "", elapsedMs: 1 },
  statements: [],
  more: 0,
});

const run = (change: Partial<TestRun>): TestRun => ({
  ...{ taskId: 1, phase: 1, indexes: null, sql: ["SELECT 1"], profile: "conv", scripts: ["a", "b", "c"] },
  ...{ state: "running", serial: 1, startedAt: 0, loading: null, answer: null, elapsedMs: 0, error: null },
  tests: [told(0, "passed"), told(1, "failed")],
  ...change,
});

describe("the status of a test", () => {
  const at = (index: number | null, script: string | undefined) => ({
    taskId: 1,
    phase: 1 as const,
    index,
    script,
  });

  it("is what the last run said of the script as it is now", () => {
    expect(testOutcome(run({}), at(0, "a"))).toMatchObject({ test: { status: "passed" } });
    expect(testOutcome(run({}), at(0, "a, edited"))).toBeNull();
    expect(testOutcome(run({}), at(2, "c"))).toBe("running");
    expect(testOutcome(run({ indexes: [0, 1] }), at(2, "c"))).toBeNull();
    expect(testOutcome(run({ state: "cancelled" }), at(2, "c"))).toBeNull();
    expect(testOutcome(run({}), { ...at(0, "a"), phase: 2 })).toBeNull();
    expect(passedCount(run({}))).toEqual({ passed: 1, total: 2 });
  });

  it("is of the default test where the phase has none of its own, then and now", () => {
    const without = run({ scripts: [], tests: [told(null, "failed")] });
    expect(testOutcome(without, at(null, undefined))).toMatchObject({ test: { status: "failed" } });
    expect(testOutcome(run({ tests: [told(null, "failed")] }), at(null, undefined))).toBeNull();
  });
});

describe("the answers that tests run on", () => {
  const texts = (kind: Parameters<typeof answerTexts>[0], ...gold: string[]) =>
    answerTexts(kind, gold, "SELECT 2", "postgresql");

  it("are the gold, wrong answers made of it, or SQL of the person's own", () => {
    expect(texts("gold", "SELECT 1", "SELECT 3")).toEqual(["SELECT 1", "SELECT 3"]);
    expect(texts("nothing", "DELETE FROM t WHERE a")).toEqual(["SELECT 1"]);
    expect(texts("everyRow", "DELETE FROM t WHERE a")).toEqual(["DELETE FROM t "]);
    expect(texts("own")).toEqual(["SELECT 2"]);
  });

  it("are none where the gold gives none of the kind", () => {
    expect(texts("gold")).toBeNull();
    expect(texts("everyRow", "SELECT 1")).toBeNull();
    expect(texts("emptyResult", "DELETE FROM t")).toBeNull();
    expect(answerTexts("own", [], " ", "postgresql")).toBeNull();
  });
});

describe("what is offered in a script", () => {
  it("are names that its evaluator hands over", () => {
    for (const profile of EvaluatorProfile.options)
      for (const { label, kind, insert } of scriptCompletions(profile))
        if (kind === "name" && insert.includes("(")) expect(profilesFor(insert), label).toContain(profile);
  });
});
