import { describe, expect, test } from "vitest";
import type { TaskRunState } from "../../../../renderer/data/task-runs.ts";
import type { TaskScratchState } from "../../../../renderer/data/task-scratch.ts";
import { shownRun } from "../../../../renderer/features/tasks/task/run/shown-run.ts";
import { scratchMarks } from "../../../../renderer/features/tasks/task/scratch/scratch-marks.ts";
import { firstEntry, runEntries, statementPair } from "../../../../renderer/results/run-entries.ts";
import { statementText } from "../../../../renderer/results/run-words.ts";
import type { PhaseResult, StatementPreview, TestOutcome } from "../../../../shared/domain/task-run.ts";

const statement: StatementPreview = {
  sql: "SELECT 1",
  command: "SELECT",
  status: "ok",
  columns: [{ name: "a", declaredType: "integer" }],
  rows: [["i1"]],
  rowCount: 1,
  truncated: false,
  affected: null,
  notices: [],
  error: null,
  elapsedMs: 1,
};
const passed: TestOutcome = {
  index: null,
  status: "passed",
  message: null,
  traceback: [],
  stdout: "",
  elapsedMs: 1,
};

const phaseRun = (phase: 1 | 2, change: Partial<PhaseResult> = {}): PhaseResult => ({
  phase,
  start: "template",
  choice: "default",
  passed: true,
  passedFixed: true,
  reason: null,
  steps: [
    { step: "answer", statements: [statement, { ...statement, rowCount: 2 }] },
    { step: "gold", statements: [statement, { ...statement, rowCount: 3 }] },
  ],
  tests: [passed],
  fixedTests: [],
  elapsedMs: 5,
  ...change,
});

describe("the lines of a run", () => {
  test("are each phase, its statements in the order they ran, and its tests", () => {
    const entries = runEntries([phaseRun(1), phaseRun(2, { steps: [], fixedTests: [passed] })]);
    expect(entries.map(({ kind }) => kind).join(" ")).toBe(
      "phase statement statement statement statement test phase test test",
    );
    expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
  });

  test("begin with what failed, and with the first phase where nothing did", () => {
    const failed = { ...passed, index: 0, status: "failed" as const, message: "no" };
    const entries = runEntries([phaseRun(1), phaseRun(2, { steps: [], tests: [passed, failed] })]);
    expect(entries[firstEntry(entries)]).toMatchObject({ kind: "test", test: { message: "no" } });
    expect(firstEntry(runEntries([phaseRun(1)]))).toBe(0);
    expect(firstEntry([])).toBe(-1);
  });

  test("lay the answer beside the gold's statement of the same place", () => {
    const second = runEntries([phaseRun(1)]).filter((entry) => entry.kind === "statement")[3];
    if (second === undefined) throw new Error("there are four statements");
    expect(statementPair(second).map(({ title, statement: { rowCount } }) => [title, rowCount])).toEqual([
      ["answer", 2],
      ["gold", 3],
    ]);
  });

  test("show a statement alone where there is nothing to lay beside it", () => {
    const steps = [{ step: "preprocess" as const, statements: [statement] }];
    const [, alone] = runEntries([phaseRun(1, { steps })]);
    expect(alone?.kind === "statement" && statementPair(alone)).toHaveLength(1);
  });
});

test("what a statement did is said in a few words", () => {
  expect(statementText(statement)).toBe("1 row");
  expect(statementText({ ...statement, rowCount: 1200, truncated: true })).toBe("at least 1,200 rows");
  expect(statementText({ ...statement, columns: [], affected: 3 })).toBe("3 rows changed");
  expect(statementText({ ...statement, columns: [] })).toBe("done");
  expect(statementText({ ...statement, status: "timeout" })).toBe("stopped at the time limit");
});

describe("the run on screen", () => {
  const kept = (profile: "conv" | "adk", at: string) => ({
    run: {
      instanceId: "t",
      profile,
      engine: "pglite" as const,
      answer: "gold" as const,
      phases: [phaseRun(1), phaseRun(2)],
      elapsedMs: 9,
    },
    at,
    isCurrent: true,
  });
  const live = (change: Partial<TaskRunState>): TaskRunState => ({
    taskId: 1,
    profile: "conv",
    checks: false,
    serial: 3,
    state: "running",
    startedAt: 0,
    loading: null,
    step: "run",
    phases: [],
    findings: [],
    run: null,
    error: null,
    ...change,
  });

  test("is the one that is kept under the evaluator, none where there is none", () => {
    expect(shownRun(1, undefined, [kept("adk", "b"), kept("conv", "a")], "conv")?.stored?.at).toBe("a");
    expect(shownRun(1, undefined, [kept("adk", "b")], "conv")).toBe(null);
  });

  test("keeps the phases of the run before until they have come again", () => {
    const again = phaseRun(1, { elapsedMs: 77 });
    const shown = shownRun(1, live({ phases: [again] }), [kept("conv", "a")], "conv");
    expect(shown?.phases.map((phase) => [phase.phase, shown.isOld(phase)])).toEqual([
      [1, false],
      [2, true],
    ]);
    expect(shown?.phases[0]).toBe(again);
  });

  test("keeps what the run before gave where it was stopped, so that nothing vanishes", () => {
    const stopped = live({ state: "cancelled", phases: [phaseRun(1)] });
    const shown = shownRun(1, stopped, [kept("conv", "a")], "conv");
    expect(shown?.phases.map((phase) => [phase.phase, shown.isOld(phase)])).toEqual([
      [1, false],
      [2, true],
    ]);
  });

  test("has only its own phases once it has ended", () => {
    const shown = shownRun(1, live({ state: "done", phases: [phaseRun(1)] }), [kept("conv", "a")], "conv");
    expect(shown?.phases).toHaveLength(1);
  });

  test("is of another evaluator only where that one is asked for", () => {
    expect(shownRun(1, live({ profile: "adk" }), [kept("conv", "a")], "conv")?.live).toBe(null);
  });
});

describe("an error of scratch SQL", () => {
  const sql = "SELECT 1; SELECT nope FROM t";
  const failed: StatementPreview = {
    ...statement,
    sql: "SELECT nope FROM t",
    status: "error",
    error: { message: 'column "nope" does not exist', kind: "sql", offset: 7 },
  };
  const run: TaskScratchState = {
    taskId: 1,
    sql: [sql],
    start: "template",
    state: "done",
    serial: 1,
    startedAt: 0,
    loading: null,
    failedBefore: null,
    statements: [statement, failed],
    error: null,
  };

  test("is marked at its token in the text that was written", () => {
    const [mark] = scratchMarks(sql, run, "postgresql");
    expect(sql.slice(mark?.from, mark?.to)).toBe("nope");
  });

  test("is marked no more once the text has changed", () => {
    expect(scratchMarks(`${sql} `, run, "postgresql")).toEqual([]);
  });
});
