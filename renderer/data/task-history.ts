import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { TaskView } from "#shared/contract/tasks.ts";
import type { TaskState } from "#shared/domain/task-status.ts";
import { type Client, useClient } from "./client.ts";
import { errorText } from "./faults.ts";
import { keys } from "./keys.ts";
import { beginSave } from "./saves.ts";

/** Every change of a task and of where it stands, each the newest first; asked for only while it is looked at. */
export function useTaskHistory(taskId: number, enabled: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: [...keys.task(taskId), "history"],
    queryFn: async ({ signal }) => {
      const [changes, states] = await Promise.all([
        client.tasks.history({ taskId }, { signal }),
        client.tasks.stateHistory({ taskId }, { signal }),
      ]);
      return { changes, states };
    },
    enabled,
  });
}

/** A revision never changes: it is asked for once. */
const revisionQuery = (client: Client, taskId: number, revision: number) =>
  queryOptions({
    queryKey: ["task-revision", taskId, revision],
    queryFn: ({ signal }) => client.tasks.revision({ taskId, revision }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: revision > 0,
  });

/** A task as it was at a revision; nothing is asked for revision 0. */
export function useTaskRevision(taskId: number, revision: number) {
  return useQuery(revisionQuery(useClient(), taskId, revision));
}

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
