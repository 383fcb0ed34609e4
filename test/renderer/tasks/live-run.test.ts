import { expect, test } from "vitest";
import type { TaskRunEvent } from "#shared/contract/task-runs.ts";
import type { PhaseResult } from "#shared/domain/task-run.ts";
import { afterEvent, type LiveTaskRun } from "../../../renderer/data/task-runs.ts";

const fresh: LiveTaskRun = {
  taskId: 7,
  profile: "conv",
  checks: true,
  serial: 1,
  state: "running",
  startedAt: 0,
  loading: null,
  step: null,
  phases: [],
  findings: [],
  run: null,
  error: null,
};

const phase = (number: 1 | 2, passed: boolean): PhaseResult => ({
  phase: number,
  start: "template",
  choice: "default",
  passed,
  passedFixed: passed,
  reason: null,
  steps: [],
  tests: [],
  fixedTests: [],
  elapsedMs: 1,
});

const loading: TaskRunEvent = {
  type: "loading",
  database: "river_watch",
  doneBytes: 10,
  totalBytes: 100,
  statement: 3,
};

test("a run is told as it goes: loading, steps, phases, findings, and the whole of it at the end", () => {
  const run = { instanceId: "a", profile: "conv", engine: "pglite", answer: "gold", elapsedMs: 4 } as const;
  const finding = { rule: "r", severity: "info", where: { kind: "task" }, message: "m" } as const;
  const events: TaskRunEvent[] = [
    { type: "step", step: "open" },
    loading,
    { type: "step", step: "run" },
    { type: "phase", phase: phase(1, true) },
    { type: "phase", phase: phase(2, false) },
    { type: "finding", finding },
    { type: "done", run: { ...run, phases: [phase(1, true), phase(2, false)] } },
  ];
  const seen = events.map((_, at) => events.slice(0, at + 1).reduce(afterEvent, fresh));
  expect(seen[1]?.loading).toEqual(loading);
  expect(seen[2]).toMatchObject({ loading: null, step: "run" });
  expect(seen[4]?.phases.map(({ passed }) => passed)).toEqual([true, false]);
  expect(seen[5]).toMatchObject({ state: "running", findings: [finding] });
  expect(seen[6]).toMatchObject({ state: "done", run: { answer: "gold" }, findings: [finding] });
});
