import type { Change } from "#shared/contract/changes.ts";
import type { TaskRunEvent, TestRunEvent } from "#shared/contract/task-runs.ts";
import type { TaskSettings } from "#shared/domain/project.ts";
import type { Phase } from "#shared/domain/task.ts";
import type { EvaluatorProfile, TestScript } from "#shared/domain/test-script.ts";
import { taskLimits } from "../evaluation/phases.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import { type AnswerTestRequest, testAnswer } from "../evaluation/test-answer.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { databaseKnowledge } from "./database-knowledge.ts";
import { eventStream } from "./event-queue.ts";
import { checkGold, type GoldRequest, openTaskDatabase, runGold } from "./run-task.ts";
import { saveCheckFindings, saveTaskRun } from "./save-task-results.ts";
import type { ServerPasswords } from "./server-passwords.ts";
import { storedProject, storedTask } from "./stored-records.ts";
import { createTaskReadings } from "./task-readings.ts";
import { createTaskSql } from "./task-sql.ts";

interface Dependencies {
  workspace: Workspace;
  tools: TaskTools;
  passwords: ServerPasswords;
  now(): Date;
  publish(change: Change): void;
}

interface RunInput {
  taskId: number;
  profile: EvaluatorProfile;
  checks: boolean;
}

interface TestsInput {
  taskId: number;
  phase: Phase;
  indexes: number[] | null;
  sql: string[];
  profile: EvaluatorProfile;
}

/** A task's gold, and any SQL, run on private states of its database on the project's engine. */
export function createTaskRunsService(dependencies: Dependencies) {
  const { workspace, tools, passwords } = dependencies;
  const settingsOf = async (projectId: number) => (await storedProject(workspace, projectId)).taskSettings;
  return {
    run: (input: RunInput, { signal }: CallContext) =>
      eventStream<TaskRunEvent>(signal, (emit, signal) => run(dependencies, input, emit, signal)),

    ...createTaskSql(dependencies),
    ...createTaskReadings(dependencies),

    runTests: ({ taskId, ...input }: TestsInput, { signal }: CallContext) =>
      eventStream<TestRunEvent>(signal, async (emit, signal) => {
        const { projectId, revision } = await workspace.read((db) => storedTask(db, taskId));
        return runTests(tools, {
          ...{ ...input, task: revision.task, settings: await settingsOf(projectId) },
          ...{ emit, signal },
        });
      }),

    compileTest: ({ script }: { script: TestScript }) => tools.tests.compile(script),

    async server({ projectId }: { projectId: number }) {
      const settings = await settingsOf(projectId);
      return {
        canKeepPassword: passwords.canKeep,
        hasPassword: (await passwords.get(settings.serverUrl)) !== null,
        ...(await tools.databases.checkServer(settings)),
      };
    },

    async setServerPassword(input: { projectId: number; password: string; keep: boolean }) {
      const { serverUrl } = await settingsOf(input.projectId);
      await passwords.set(serverUrl, input.password === "" ? null : input.password, input.keep);
    },
  };
}

async function run(
  dependencies: Dependencies,
  { taskId, profile, checks }: RunInput,
  emit: (event: TaskRunEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const { workspace, tools } = dependencies;
  const stored = await workspace.read((db) => storedTask(db, taskId));
  const settings = (await storedProject(workspace, stored.projectId)).taskSettings;
  const work: GoldRequest = { task: stored.revision.task, settings, profile, signal, emit };
  emit({ type: "step", step: "open" });
  const database = await openTaskDatabase(tools, work);
  emit({ type: "step", step: "run" });
  const found = await runGold(tools, work, database);
  await saveTaskRun(dependencies, stored, found);
  if (checks) {
    emit({ type: "step", step: "check" });
    const known = await workspace.read((db) =>
      databaseKnowledge(db, { ...stored, database: work.task.database }),
    );
    await saveCheckFindings(dependencies, stored, await checkGold(tools, { ...work, known }, database));
  }
  emit({ type: "done", run: found });
}

interface TestsWork extends AnswerTestRequest {
  settings: TaskSettings;
  signal: AbortSignal;
  emit(event: TestRunEvent): void;
}

/** Runs test scripts of a task on an answer, on the task's database; each part is reported as it comes. */
async function runTests(tools: TaskTools, work: TestsWork): Promise<void> {
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
