import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { TaskView } from "#shared/contract/tasks.ts";
import type { TaskState } from "#shared/domain/task-status.ts";
import { useClient } from "./client.ts";
import { errorText } from "./faults.ts";
import { keys } from "./keys.ts";
import { beginSave } from "./saves.ts";

/** Puts a task elsewhere or gives it to somebody: shown at once, offered again in the status bar where it does not get through. */
export function useSetTaskState({ taskId, projectId }: TaskView): (change: Partial<TaskState>) => void {
  const client = useClient();
  const queries = useQueryClient();
  return useCallback(
    (change) => {
      const handle = beginSave("status of the task");
      queries.setQueryData<TaskView>(keys.task(taskId), (view) => view && { ...view, ...change });
      const send = () =>
        client.tasks.setState({ projectId, taskIds: [taskId], ...change }).then(
          () => handle.done(),
          (error: unknown) =>
            handle.failed(errorText(error), () => {
              handle.again();
              void send();
            }),
        );
      void send();
    },
    [client, queries, taskId, projectId],
  );
}

/** Puts many tasks elsewhere or gives them to somebody; answers how many that changed. */
export function useSetTaskStates(projectId: number) {
  const client = useClient();
  return useMutation({
    mutationFn: ({ taskIds, ...change }: { taskIds: readonly number[] } & Partial<TaskState>) =>
      client.tasks.setState({ projectId, taskIds: [...taskIds], ...change }),
  });
}
