import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { TaskDetails } from "#shared/contract/tasks.ts";
import type { StatusAndAssignee } from "#shared/domain/task-status.ts";
import { useClient } from "./client.ts";
import { errorText } from "./faults.ts";
import { keys } from "./keys.ts";
import { beginSave } from "./saves.ts";

/** Puts a task elsewhere or gives it to somebody: shown at once, offered again in the status bar where it does not get through. */
export function useSetTaskStatus({
  taskId,
  projectId,
}: TaskDetails): (change: Partial<StatusAndAssignee>) => void {
  const client = useClient();
  const queries = useQueryClient();
  return useCallback(
    (change) => {
      const handle = beginSave("status of the task");
      queries.setQueryData<TaskDetails>(keys.task(taskId), (view) => view && { ...view, ...change });
      const send = () =>
        client.tasks.setStatus({ projectId, taskIds: [taskId], ...change }).then(
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
export function useSetTaskStatuses(projectId: number) {
  const client = useClient();
  return useMutation({
    mutationFn: ({ taskIds, ...change }: { taskIds: readonly number[] } & Partial<StatusAndAssignee>) =>
      client.tasks.setStatus({ projectId, taskIds: [...taskIds], ...change }),
  });
}
