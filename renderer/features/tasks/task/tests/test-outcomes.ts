import type { Phase } from "#shared/domain/task.ts";
import type { TestScript } from "#shared/domain/test-script.ts";
import type { TestRun } from "../../../../data/task-tests.ts";

export type TestReport = TestRun["tests"][number];

/** The status of a test: what the last run said of it, whether it is being run, or null where nothing is known of the script as it is. */
export function testOutcome(
  run: TestRun | null,
  at: { taskId: number; phase: Phase; index: number | null; script: TestScript | undefined },
): TestReport | "running" | null {
  if (run === null || run.taskId !== at.taskId || run.phase !== at.phase) return null;
  const { index } = at;
  if (index !== null && run.scripts[index] !== at.script) return null;
  if (index === null && run.scripts.length > 0) return null;
  const outcome = run.tests.find(({ test }) => test.index === index);
  if (outcome !== undefined) return outcome;
  const isAsked = run.indexes === null || (index !== null && run.indexes.includes(index));
  return run.state === "running" && isAsked ? "running" : null;
}

/** How many tests ran and passed. */
export function passedCount({ tests }: TestRun): { passed: number; total: number } {
  return { passed: tests.filter(({ test }) => test.status === "passed").length, total: tests.length };
}
