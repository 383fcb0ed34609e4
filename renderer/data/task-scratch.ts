import { useCallback, useEffect } from "react";
import type { SqlStart, TaskSqlEvent } from "#shared/contract/task-runs.ts";
import type { StatementPreview } from "#shared/domain/task-run.ts";
import { useClient } from "./client.ts";
import { useOneRun } from "./one-run.ts";

/** Statements that ran, or run, on a private state of a task's database. */
export interface TaskScratchRun {
  taskId: number;
  sql: readonly string[];
  start: SqlStart;
  state: "running" | "done" | "cancelled" | "failed";
  /** `performance.now()` at the start, in milliseconds. */
  startedAt: number;
  /** The database being loaded, or null while none is. */
  loading: Extract<TaskSqlEvent, { type: "loading" }> | null;
  /** The statement of the gold that failed on the way to where they start, so that they did not run; else null. */
  failedBefore: StatementPreview | null;
  statements: readonly StatementPreview[];
  /** Why it could not be run at all, as it was thrown. */
  error: unknown;
}

/** Runs statements on a task's database, one run at a time; another one, `cancel`, or leaving stops the one before. */
export function useTaskScratch(taskId: number) {
  const client = useClient();
  const { run, start, cancel } = useOneRun<TaskScratchRun>();
  useEffect(() => cancel, [cancel]);
  const runSql = useCallback(
    (sql: string[], from: SqlStart) =>
      start<TaskSqlEvent>({
        first: newRun(taskId, sql, from),
        events: (signal) => client.taskRuns.runSql({ taskId, sql, start: from }, { signal }),
        after: afterSqlEvent,
        ended: (before, state, error) => ({ ...before, state, loading: null, error }),
      }),
    [client, start, taskId],
  );
  return { run, start: runSql, cancel };
}

function newRun(taskId: number, sql: readonly string[], start: SqlStart): TaskScratchRun {
  return {
    taskId,
    sql,
    start,
    state: "running",
    startedAt: performance.now(),
    loading: null,
    failedBefore: null,
    statements: [],
    error: null,
  };
}

function afterSqlEvent(run: TaskScratchRun, event: TaskSqlEvent): TaskScratchRun {
  if (event.type === "loading") return { ...run, loading: event };
  const { failedBefore, statements } = event;
  return { ...run, state: "done", loading: null, failedBefore, statements };
}
