import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Client, useClient } from "./client.ts";
import { keys } from "./keys.ts";

/** Every change of a task and of its status, each the newest first; asked for only while it is looked at. */
export function useTaskHistory(taskId: number, enabled: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: [...keys.task(taskId), "history"],
    queryFn: async ({ signal }) => {
      const [changes, states] = await Promise.all([
        client.tasks.history({ taskId }, { signal }),
        client.tasks.statusHistory({ taskId }, { signal }),
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
