import { useCallback } from "react";
import type { SqlStart, TaskSqlEvent } from "#shared/contract/task-runs.ts";
import type { StatementPreview } from "#shared/domain/task-run.ts";
import { useClient } from "./client.ts";
import { type Streamed, useOneStream } from "./streams.ts";

/** What statements that ran, or run, on a private state of a task's database gave until now. */
interface TaskScratchResults {
  taskId: number;
  sql: readonly string[];
  start: SqlStart;
  /** The statement of the gold that failed on the way to where they start, so that they did not run; else null. */
  failedBefore: StatementPreview | null;
  statements: readonly StatementPreview[];
}

export type TaskScratchState = Streamed<TaskScratchResults>;

/** Runs statements on a task's database, one run at a time; another one, `cancel`, or leaving stops the one before. */
export function useTaskScratch(taskId: number) {
  const client = useClient();
  const { streamed: run = null, start, cancel } = useOneStream<TaskScratchResults>();
  const runSql = useCallback(
    (sql: string[], from: SqlStart) =>
      start<TaskSqlEvent>({
        first: { taskId, sql, start: from, failedBefore: null, statements: [] },
        events: (signal) => client.taskRuns.runSql({ taskId, sql, start: from }, { signal }),
        after: (_, { failedBefore, statements }) => ({ failedBefore, statements }),
      }),
    [client, start, taskId],
  );
  return { run, start: runSql, cancel };
}
