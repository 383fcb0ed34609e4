import type { DatabaseLoading } from "#shared/contract/databases.ts";
import type {
  ColumnProfilingEvent,
  FingerprintEvent,
  SqlStart,
  TaskSchemaEvent,
  TaskSqlEvent,
} from "#shared/contract/task-runs.ts";
import type { Task } from "#shared/domain/task.ts";
import type { StatementPreview } from "#shared/domain/task-run.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { DatabaseState, StatementLimits } from "../engines/engine.ts";
import { taskLimits } from "../evaluation/phases.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import type { Workspace } from "../store/workspace.ts";
import { profileColumn } from "../task-databases/column-profiles.ts";
import { runTexts } from "../task-databases/run-texts.ts";
import { stateSchema } from "../task-databases/state-schema.ts";
import { tableFingerprint } from "../task-databases/table-fingerprint.ts";
import type { CallContext } from "./call-context.ts";
import { eventStream } from "./event-queue.ts";
import { openTaskDatabase } from "./run-task.ts";
import { storedProject, storedTask } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  tools: TaskTools;
}

/** Statements for a task's database, and where they start. */
export interface SqlInput {
  taskId: number;
  sql: string[];
  start: SqlStart;
}

/** A table, written as in SQL, and where it is read. */
export interface TableInput {
  taskId: number;
  table: string;
  start: SqlStart;
}

/** Columns whose data is profiled. */
export interface ColumnsInput {
  taskId: number;
  columns: { table: string; column: string }[];
}

/** What is asked of a task's database beside its runs, each time on a private state: any SQL, its tables, the data of columns. */
export function createTaskSql(dependencies: Dependencies) {
  return {
    runSql: ({ taskId, sql, start }: SqlInput, { signal }: CallContext) =>
      eventStream<TaskSqlEvent>(signal, (emit, signal) =>
        onPrivateState(dependencies, { taskId, emit, signal }, async (state, task, options) => {
          const failedBefore = await bringTo(start, state, task, options);
          const statements = failedBefore === null ? (await runTexts(state, sql, options)).statements : [];
          emit({ type: "done", failedBefore, statements });
        }),
      ),

    schema: ({ taskId }: { taskId: number }, { signal }: CallContext) =>
      eventStream<TaskSchemaEvent>(signal, (emit, signal) =>
        onPrivateState(dependencies, { taskId, emit, signal }, async (state, { database }, options) => {
          emit({ type: "done", schema: await stateSchema(state, { database, ...options }) });
        }),
      ),

    fingerprint: ({ taskId, table, start }: TableInput, { signal }: CallContext) =>
      eventStream<FingerprintEvent>(signal, (emit, signal) =>
        onPrivateState(dependencies, { taskId, emit, signal }, async (state, task, options) => {
          const failedBefore = await bringTo(start, state, task, options);
          const found =
            failedBefore === null
              ? await tableFingerprint(state, table, options)
              : {
                  unread: `The gold statement before it does not run: ${failedBefore.error?.message ?? failedBefore.status}`,
                };
          emit("unread" in found ? { type: "unread", reason: found.unread } : { type: "done", ...found });
        }),
      ),

    profileColumns: ({ taskId, columns }: ColumnsInput, { signal }: CallContext) =>
      eventStream<ColumnProfilingEvent>(signal, (emit, signal) =>
        onPrivateState(dependencies, { taskId, emit, signal }, async (state, _task, options) => {
          for (const column of columns) {
            const outcome = await profileColumn(state, column, options);
            if ("profile" in outcome) emit({ type: "profile", profile: outcome.profile });
            else emit({ type: "unread", ...column, reason: outcome.unread });
          }
          emit({ type: "done" });
        }),
      ),
  };
}

interface Asked {
  taskId: number;
  /** Hears how far the database is loaded. */
  emit(event: DatabaseLoading): void;
  signal: AbortSignal;
}

/** How SQL runs on a state. */
interface StateOptions {
  dialect: SqlDialect;
  limits: StatementLimits;
  signal: AbortSignal;
}

/** Works on a private state of a task's database, and closes it. */
export async function onPrivateState(
  { workspace, tools }: Dependencies,
  { taskId, emit, signal }: Asked,
  work: (state: DatabaseState, task: Task, options: StateOptions) => Promise<void>,
): Promise<void> {
  const { projectId, revision } = await workspace.read((db) => storedTask(db, taskId));
  const { task } = revision;
  const settings = (await storedProject(workspace, projectId)).taskSettings;
  const { engine, template } = await openTaskDatabase(tools, { task, settings, signal, emit });
  const state = await engine.open(template);
  try {
    const limits = taskLimits(settings.timeLimitMs).statement;
    await work(state, task, { dialect: dialectOf(engine.kind), limits, signal });
  } finally {
    await state.close();
  }
}

/** Brings a pristine state to where statements are to start; the statement that failed on the way, or null. */
async function bringTo(
  start: SqlStart,
  state: DatabaseState,
  task: Task,
  options: StateOptions,
): Promise<StatementPreview | null> {
  const { failed, statements } = await runTexts(state, textsBefore(task, start), options);
  return failed === null ? null : (statements.at(-1) ?? null);
}

/** What brings a pristine database to where the statements are to start. */
function textsBefore(task: Task, start: SqlStart): string[] {
  if (start === "template") return [];
  const first = [...task.preprocessSql, ...task.goldSql];
  return start === "phase1" ? first : [...first, ...(task.followUp?.goldSql ?? [])];
}
