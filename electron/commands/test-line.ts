import { z } from "zod";
import { subTasks, type Task } from "#shared/domain/task.ts";
import type { PhaseResult, TaskRun } from "#shared/domain/task-run.ts";
import type { TaskAnswer } from "../evaluation/phases.ts";

/** A line of the output of `run-tests`. `index` counts a sub-task's own tests, null is the default test; times in milliseconds. */
export const TestLine = z.object({
  instance_id: z.string(),
  phase: z.union([z.literal(1), z.literal(2)]),
  passed: z.boolean(),
  passed_fixed: z.boolean(),
  tests: z.array(
    z.object({ index: z.number().nullable(), passed: z.boolean(), message: z.string().optional() }),
  ),
  /** Why no test ran: the answer failed, there is none, or there was no database to run it on. */
  error: z.string().optional(),
  elapsedMs: z.number(),
});
export type TestLine = z.infer<typeof TestLine>;

/** What one task came to: a line for each phase, and in the same order why it failed or why its verdicts differ. */
export const TestedTask = z.object({ lines: z.array(TestLine), reasons: z.array(z.string().nullable()) });
export type TestedTask = z.infer<typeof TestedTask>;

/** The lines of a task; `error` says why it could not be run at all. */
export function testedTask(
  { task, answer }: { task: Task; answer: TaskAnswer },
  run: TaskRun | null,
  error: string | null,
): TestedTask {
  const tested = subTasks(task).map(({ phase }) => {
    const done = run?.phases.find((one) => one.phase === phase);
    if (done) return { line: lineOf(task, done), reason: done.reason };
    const isAnswered = (phase === 1 ? answer.phase1 : answer.phase2) !== null;
    const reason =
      isAnswered && error !== null ? error : "There is no answer to this phase in the predictions.";
    const failed = { passed: false, passed_fixed: false, tests: [], error: reason, elapsedMs: 0 };
    return { line: { instance_id: task.instanceId, phase, ...failed }, reason };
  });
  return { lines: tested.map(({ line }) => line), reasons: tested.map(({ reason }) => reason) };
}

function lineOf({ instanceId }: Task, run: PhaseResult): TestLine {
  const error = run.tests.length === 0 && !run.passed ? run.reason : null;
  return {
    instance_id: instanceId,
    phase: run.phase,
    passed: run.passed,
    passed_fixed: run.passedFixed,
    tests: run.tests.map(({ index, status, message }) => ({
      index,
      passed: status === "passed",
      ...(message !== null && { message }),
    })),
    ...(error !== null && { error }),
    elapsedMs: Math.round(run.elapsedMs * 1000) / 1000,
  };
}
