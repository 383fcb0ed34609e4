import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { TaskFilter } from "#shared/contract/task-list.ts";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";

/** The statistics of the tasks that pass a filter; while those of another filter are asked for, the former stay on screen. */
export function useTaskStatistics(projectId: number, filter: TaskFilter) {
  const client = useClient();
  return useQuery({
    queryKey: [...keys.taskStatistics(projectId), filter],
    queryFn: ({ signal }) => client.tasks.statistics({ projectId, filter }, { signal }),
    placeholderData: keepPreviousData,
  });
}
