import { performance } from "node:perf_hooks";
import type { TestRunEvent } from "#shared/contract/task-runs.ts";
import type { TaskSettings } from "#shared/domain/project.ts";
import { taskLimits } from "../evaluation/phases.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import { type AnswerTestRequest, testAnswer } from "../evaluation/test-answer.ts";
import { openTaskDatabase } from "./run-task.ts";

interface TestsWork extends AnswerTestRequest {
  settings: TaskSettings;
  signal: AbortSignal;
  emit(event: TestRunEvent): void;
}

/** Runs test scripts of a task on an answer, on the task's database; each part is reported as it comes. */
export async function runTests(tools: TaskTools, work: TestsWork): Promise<void> {
  const { task, settings, signal, emit } = work;
  const startedAt = performance.now();
  const { engine, template } = await openTaskDatabase(tools, { task, settings, signal, emit });
  const limits = taskLimits(settings.timeLimitMs);
  await testAnswer({ engine, tests: tools.tests, limits }, template, work, {
    signal,
    onAnswer: (steps, failed) => emit({ type: "answer", steps, failed }),
    onTest: (tested) => emit({ type: "test", ...tested }),
  });
  emit({ type: "done", elapsedMs: performance.now() - startedAt });
}
