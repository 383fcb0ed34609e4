import { expect, test } from "vitest";
import type { TaskRunEvent } from "#shared/contract/task-runs.ts";
import type { PhaseResult } from "#shared/domain/task-run.ts";
import { Streams } from "../../../renderer/data/streams.ts";
import { afterTaskRunEvent, type TaskRunState } from "../../../renderer/data/task-runs.ts";

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

const first = {
  taskId: 7,
  profile: "conv",
  checks: true,
  step: null,
  phases: [],
  findings: [],
  run: null,
} as const;

/** What the window shows of a run, event by event. */
async function shownOf(events: TaskRunEvent[]): Promise<TaskRunState[]> {
  const runs = new Streams<
    number,
    Omit<TaskRunState, "serial" | "state" | "startedAt" | "loading" | "error">
  >();
  const shown: TaskRunState[] = [];
  runs.store.subscribe((all) => void shown.push(all.get(7) as TaskRunState));
  await runs.start<TaskRunEvent>(7, {
    first,
    async *events() {
      yield* events;
    },
    after: afterTaskRunEvent,
  });
  return shown;
}

test("a run is told as it goes: loading, steps, phases, findings, and the whole of it at the end", async () => {
  const run = { instanceId: "a", profile: "conv", engine: "pglite", answer: "gold", elapsedMs: 4 } as const;
  const finding = { rule: "r", severity: "info", where: { kind: "task" }, message: "m" } as const;
  const seen = await shownOf([
    { type: "step", step: "open" },
    loading,
    { type: "step", step: "run" },
    { type: "phase", phase: phase(1, true) },
    { type: "phase", phase: phase(2, false) },
    { type: "finding", finding },
    { type: "done", run: { ...run, phases: [phase(1, true), phase(2, false)] } },
  ]);
  expect(seen[0]).toMatchObject({ state: "running", step: null });
  expect(seen[2]?.loading).toEqual(loading);
  expect(seen[3]).toMatchObject({ loading: null, step: "run" });
  expect(seen[5]?.phases.map(({ passed }) => passed)).toEqual([true, false]);
  expect(seen[6]).toMatchObject({ state: "running", findings: [finding] });
  expect(seen[7]).toMatchObject({ state: "done", run: { answer: "gold" }, findings: [finding] });
});
