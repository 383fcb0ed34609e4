import { useCallback, useEffect, useRef, useState } from "react";
import type { SqlStart, TaskSqlEvent } from "#shared/contract/task-runs.ts";
import type { StatementRun } from "#shared/domain/task-run.ts";
import { useClient } from "./client.ts";
import { wasCancelled } from "./faults.ts";

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
  failedBefore: StatementRun | null;
  statements: readonly StatementRun[];
  /** Why it could not be run at all, as it was thrown. */
  error: unknown;
}

/** Runs statements on a task's database, one run at a time; another one or `cancel` stops the one before. */
export function useTaskScratch(taskId: number) {
  const client = useClient();
  const [run, setRun] = useState<TaskScratchRun | null>(null);
  const end = useRef<AbortController>(null);
  useEffect(() => () => end.current?.abort(), []);
  const start = useCallback(
    async (sql: string[], from: SqlStart) => {
      end.current?.abort();
      const own = new AbortController();
      end.current = own;
      let now: TaskScratchRun = {
        taskId,
        sql,
        start: from,
        state: "running",
        startedAt: performance.now(),
        loading: null,
        failedBefore: null,
        statements: [],
        error: null,
      };
      const show = (next: Partial<TaskScratchRun>): void => {
        now = { ...now, ...next };
        if (end.current === own) setRun(now);
      };
      show({});
      try {
        const events = await client.taskRuns.runSql({ taskId, sql, start: from }, { signal: own.signal });
        for await (const event of events) {
          if (event.type === "loading") show({ loading: event });
          else {
            const { failedBefore, statements } = event;
            show({ state: "done", loading: null, failedBefore, statements });
          }
        }
      } catch (error) {
        show({ state: wasCancelled(error) ? "cancelled" : "failed", loading: null, error });
      }
    },
    [client, taskId],
  );
  const cancel = useCallback(() => end.current?.abort(), []);
  return { run, start, cancel };
}
