import { useMutation } from "@tanstack/react-query";
import { useCallback } from "react";
import type { ReadingsOfTasksEvent, TaskReadings } from "#shared/contract/task-runs.ts";
import type { Reading } from "#shared/domain/reading.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { useClient } from "./client.ts";
import { useOneStream } from "./streams.ts";

interface ReadingsOfTasksResults {
  /** Those that have run, in their order; another run goes on behind them. */
  tasks: readonly TaskReadings[];
  /** How many are to run in all. */
  total: number;
}

/** Runs the readings of many tasks; after a cancel it goes on with those that have not run. Leaving stops it. */
export function useReadingsOfTasks() {
  const client = useClient();
  const { streamed: run = null, start, cancel } = useOneStream<ReadingsOfTasksResults>();
  const done = run?.tasks;
  const go = useCallback(
    (taskIds: readonly number[], profile: EvaluatorProfile) => {
      const known = new Set(done?.map(({ taskId }) => taskId));
      const rest = taskIds.filter((taskId) => !known.has(taskId));
      return start<ReadingsOfTasksEvent>({
        first: { tasks: done ?? [], total: taskIds.length },
        events: (signal) => client.taskRuns.readingsOfTasks({ taskIds: rest, profile }, { signal }),
        after: ({ tasks }, event) => (event.type === "task" ? { tasks: [...tasks, event.task] } : {}),
      });
    },
    [client, start, done],
  );
  return { run, start: go, cancel };
}

/** The readings of a task from now on, one list for each ambiguity, and the revision that they are based on. */
export interface ReadingsChange {
  taskId: number;
  baseRevision: number;
  readings: Reading[][];
}

/** Stores readings of many tasks at once. */
export function useSetReadings(projectId: number) {
  const client = useClient();
  return useMutation({
    mutationFn: (changes: readonly ReadingsChange[]) =>
      client.tasks.setReadings({
        projectId,
        changes: changes.map((change) => ({ ...change, saveId: crypto.randomUUID() })),
      }),
  });
}
