import type { Change } from "#shared/contract/changes.ts";
import type {
  ColumnLookEvent,
  SqlStart,
  TaskRunEvent,
  TaskSchemaEvent,
  TaskSqlEvent,
  TaskTestsEvent,
} from "#shared/contract/task-runs.ts";
import type { Phase, Task } from "#shared/domain/task.ts";
import type { EvaluatorProfile, TestScript } from "#shared/domain/test-script.ts";
import { lookAtColumn } from "../runners/column-profiles.ts";
import { defaultTaskLimits } from "../runners/phases.ts";
import { runTexts } from "../runners/run-texts.ts";
import { stateSchema } from "../runners/state-schema.ts";
import type { TaskTools } from "../runners/task-tools.ts";
import { putTaskFindings } from "../store/task-findings.ts";
import { putTaskRun } from "../store/task-runs.ts";
import { type StoredTask, taskById } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { projectOf } from "./project-of.ts";
import { checkGold, openDatabase, runGold, type TaskWork } from "./run-task.ts";
import { runTests } from "./run-tests.ts";
import type { ServerPasswords } from "./server-passwords.ts";
import { streamOf } from "./stream-of.ts";
import { unknownTask } from "./unknown-task.ts";

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

interface ColumnsInput {
  taskId: number;
  columns: { table: string; column: string }[];
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
  const settingsOf = (projectId: number) => projectOf(workspace, projectId).taskSettings;
  return {
    run: (input: RunInput, { signal }: CallContext) =>
      streamOf<TaskRunEvent>(signal, (emit, signal) => run(dependencies, input, emit, signal)),

    runSql: (input: { taskId: number; sql: string[]; start: SqlStart }, { signal }: CallContext) =>
      streamOf<TaskSqlEvent>(signal, (emit, signal) => runSql(dependencies, input, emit, signal)),

    runTests: ({ taskId, ...input }: TestsInput, { signal }: CallContext) =>
      streamOf<TaskTestsEvent>(signal, (emit, signal) => {
        const { projectId, revision } = storedTask(workspace, taskId);
        return runTests(tools, {
          ...{ ...input, task: revision.task, settings: settingsOf(projectId) },
          ...{ emit, signal },
        });
      }),

    schema: ({ taskId }: { taskId: number }, { signal }: CallContext) =>
      streamOf<TaskSchemaEvent>(signal, (emit, signal) => readSchema(dependencies, taskId, emit, signal)),

    lookAtColumns: (input: ColumnsInput, { signal }: CallContext) =>
      streamOf<ColumnLookEvent>(signal, (emit, signal) => lookAtColumns(dependencies, input, emit, signal)),

    compileTest: ({ script }: { script: TestScript }) => tools.tests.compile(script),

    async server({ projectId }: { projectId: number }) {
      const settings = settingsOf(projectId);
      return {
        canKeepPassword: passwords.canKeep,
        hasPassword: (await passwords.get(settings.serverUrl)) !== null,
        problem: await tools.databases.serverProblem(settings),
      };
    },

    async setServerPassword(input: { projectId: number; password: string; keep: boolean }) {
      const { serverUrl } = settingsOf(input.projectId);
      await passwords.set(serverUrl, input.password === "" ? null : input.password, input.keep);
    },
  };
}

function storedTask(workspace: Workspace, taskId: number): StoredTask {
  const stored = workspace.read((db) => taskById(db, taskId));
  if (stored === null) throw unknownTask(taskId);
  return stored;
}

async function run(
  dependencies: Dependencies,
  { taskId, profile, checks }: RunInput,
  emit: (event: TaskRunEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const { workspace, tools } = dependencies;
  const stored = storedTask(workspace, taskId);
  const settings = projectOf(workspace, stored.projectId).taskSettings;
  const work: TaskWork = { task: stored.revision.task, settings, profile, signal, emit };
  emit({ type: "step", step: "open" });
  const database = await openDatabase(tools, work);
  emit({ type: "step", step: "run" });
  const found = await runGold(tools, work, database);
  await keepRun(dependencies, stored, found);
  if (checks) {
    emit({ type: "step", step: "check" });
    await keepFindings(dependencies, stored, await checkGold(tools, work, database));
  }
  emit({ type: "done", run: found });
}

/** Keeps a run of a task at the revision that was run, and tells of it. */
export async function keepRun(
  { workspace, now, publish }: Pick<Dependencies, "workspace" | "now" | "publish">,
  { taskId, projectId, revision: { revision } }: StoredTask,
  run: Parameters<typeof putTaskRun>[2],
): Promise<void> {
  await workspace.write((db) => putTaskRun(db, { taskId, revision, at: now().toISOString() }, run));
  publish({ type: "task-run", projectId, taskId });
}

/** Keeps what the checks found at the revision that was checked, and tells of it. */
export async function keepFindings(
  { workspace, now, publish }: Pick<Dependencies, "workspace" | "now" | "publish">,
  { taskId, projectId, revision: { revision } }: StoredTask,
  findings: Parameters<typeof putTaskFindings>[2],
): Promise<void> {
  const look = { taskId, origin: "check" as const, revision, at: now().toISOString() };
  await workspace.write((db) => putTaskFindings(db, look, findings));
  publish({ type: "task-findings", projectId, taskId });
}

async function runSql(
  { workspace, tools }: Dependencies,
  { taskId, sql, start }: { taskId: number; sql: string[]; start: SqlStart },
  emit: (event: TaskSqlEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const stored = storedTask(workspace, taskId);
  const { task } = stored.revision;
  const settings = projectOf(workspace, stored.projectId).taskSettings;
  const { engine, template } = await openDatabase(tools, { task, settings, signal, emit });
  const state = await engine.open(template);
  try {
    const dialect = engine.kind === "sqlite" ? ("sqlite" as const) : ("postgresql" as const);
    const options = { limits: defaultTaskLimits.statement, dialect, signal };
    const before = await runTexts(state, textsBefore(task, start), options);
    const failedBefore = before.failed === null ? null : (before.statements.at(-1) ?? null);
    const statements = failedBefore === null ? (await runTexts(state, sql, options)).statements : [];
    emit({ type: "done", failedBefore, statements });
  } finally {
    await state.close();
  }
}

async function readSchema(
  { workspace, tools }: Dependencies,
  taskId: number,
  emit: (event: TaskSchemaEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const { projectId, revision } = storedTask(workspace, taskId);
  const settings = projectOf(workspace, projectId).taskSettings;
  const { engine, template } = await openDatabase(tools, { task: revision.task, settings, signal, emit });
  const state = await engine.open(template);
  try {
    const schema = await stateSchema(state, {
      ...{ database: revision.task.database, limits: defaultTaskLimits.statement, signal },
      dialect: engine.kind === "sqlite" ? "sqlite" : "postgresql",
    });
    emit({ type: "done", schema });
  } finally {
    await state.close();
  }
}

async function lookAtColumns(
  { workspace, tools }: Dependencies,
  { taskId, columns }: ColumnsInput,
  emit: (event: ColumnLookEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const { projectId, revision } = storedTask(workspace, taskId);
  const settings = projectOf(workspace, projectId).taskSettings;
  const { engine, template } = await openDatabase(tools, { task: revision.task, settings, signal, emit });
  const state = await engine.open(template);
  const dialect = engine.kind === "sqlite" ? ("sqlite" as const) : ("postgresql" as const);
  try {
    for (const column of columns) {
      const look = await lookAtColumn(state, column, {
        dialect,
        limits: defaultTaskLimits.statement,
        signal,
      });
      if ("profile" in look) emit({ type: "profile", profile: look.profile });
      else emit({ type: "unread", ...column, reason: look.unread });
    }
    emit({ type: "done" });
  } finally {
    await state.close();
  }
}

/** What brings a pristine database to where the statements are to start. */
function textsBefore(task: Task, start: SqlStart): string[] {
  if (start === "template") return [];
  const first = [...task.preprocessSql, ...task.goldSql];
  return start === "phase1" ? first : [...first, ...(task.followUp?.goldSql ?? [])];
}
