import type { DatabaseLoading } from "#shared/contract/databases.ts";
import type { TaskRunEvent } from "#shared/contract/task-runs.ts";
import type { Finding } from "#shared/domain/finding.ts";
import type { TaskSettings } from "#shared/domain/project.ts";
import type { Task } from "#shared/domain/task.ts";
import type { TaskRun } from "#shared/domain/task-run.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { type CheckTools, checkTask } from "../checks/check-task.ts";
import { createTaskRunner, goldAnswer, taskLimits } from "../evaluation/phases.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import type { TaskDatabase } from "../task-databases/task-databases.ts";

/** A task whose gold is run or checked, on what and under which evaluator. */
export interface GoldRequest {
  task: Task;
  settings: TaskSettings;
  profile: EvaluatorProfile;
  signal?: AbortSignal | undefined;
  /** Hears of loading, phases and findings as they come. */
  emit?(event: TaskRunEvent): void;
}

/** The database of a task, loaded; reports its loading. Rejects with `TaskEngineProblem`. */
export function openTaskDatabase(
  { databases }: TaskTools,
  {
    task: { database },
    settings,
    signal,
    emit,
  }: Pick<GoldRequest, "task" | "settings" | "signal"> & {
    emit?(event: DatabaseLoading): void;
  },
): Promise<TaskDatabase> {
  return databases.open(settings, database, {
    signal,
    onLoading: (progress) => emit?.({ type: "loading", database, ...progress }),
  });
}

/** Runs a task's gold with the task's tests on its database. */
export async function runGold(
  { tests, underWay }: TaskTools,
  { task, settings, profile, signal, emit }: GoldRequest,
  { engine, template }: TaskDatabase,
): Promise<TaskRun> {
  const answer = goldAnswer(task);
  underWay.begin({ task, profile, answer });
  try {
    return await createTaskRunner({ engine, tests, limits: taskLimits(settings.timeLimitMs) }).run(
      { task, template, profile, answer, whose: "gold" },
      { signal, onPhase: (phase) => emit?.({ type: "phase", phase }) },
    );
  } finally {
    underWay.done({ task, profile, answer });
  }
}

/** Checks the gold and the tests of a task on its data. */
export async function checkGold(
  { tests, underWay }: TaskTools,
  { task, settings, profile, known, signal, emit }: GoldRequest & Pick<CheckTools, "known">,
  { engine, template }: TaskDatabase,
): Promise<Finding[]> {
  const limits = taskLimits(settings.timeLimitMs);
  const state = await engine.open(template);
  underWay.begin({ task, profile, check: true });
  try {
    const tester = { compile: tests.compile, runner: createTaskRunner({ engine, tests, limits }) };
    return await checkTask(
      task,
      { state, profile, tester, limits: limits.statement, ...(known && { known }) },
      {
        ...(signal === undefined ? {} : { signal }),
        onFinding: (finding) => emit?.({ type: "finding", finding }),
      },
    );
  } finally {
    underWay.done({ task, profile, check: true });
    await state.close();
  }
}
