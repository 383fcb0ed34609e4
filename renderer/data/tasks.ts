import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { TaskFilter, TaskRow, TaskSort } from "#shared/contract/task-list.ts";
import { useAnswer } from "./answers.ts";
import { type Client, useClient } from "./client.ts";
import { keys } from "./keys.ts";
import { useRowsByPage } from "./rows-by-page.ts";

/**
 * The ids of the tasks that pass a filter, in the order asked. Runs and findings leave them as they are until they are
 * asked for anew (`generation`): a list sorted by its runs must not move under the reader's eyes.
 */
const taskIdsQuery = (
  client: Client,
  projectId: number,
  filter: TaskFilter,
  sort: TaskSort,
  generation: number,
) =>
  queryOptions({
    queryKey: [...keys.taskIds(projectId), filter, sort, generation],
    queryFn: ({ signal }) => client.tasks.ids({ projectId, filter, sort }, { signal }),
  });

/** The list as filtered and sorted: while another one is asked for, the former ids stay on screen. */
export function useTaskIds(projectId: number, filter: TaskFilter, sort: TaskSort, generation: number) {
  return useQuery({
    ...taskIdsQuery(useClient(), projectId, filter, sort, generation),
    placeholderData: keepPreviousData,
  });
}

/** The lines of the list that are on screen, by their position in `ids`; undefined while they are on their way. */
export function useTaskRows(
  projectId: number,
  ids: readonly number[],
  first: number,
  last: number,
): (index: number) => TaskRow | undefined {
  const client = useClient();
  const load = (taskIds: number[]) => client.tasks.rows({ projectId, taskIds });
  return useRowsByPage({ queryKey: keys.taskRows(projectId), load }, ids, first, last);
}

/** How many tasks there are, of which kind, with what findings and runs. */
export const useTaskCounts = (projectId: number) =>
  useAnswer(keys.taskCounts(projectId), (client, options) => client.tasks.counts({ projectId }, options));

/** What the filters can offer, each value with how many tasks have it. */
export const useTaskFacets = (projectId: number) =>
  useAnswer(keys.taskFacets(projectId), (client, options) => client.tasks.facets({ projectId }, options));

/** One task whole, with its findings and newest runs. */
const taskQuery = (client: Client, taskId: number) =>
  queryOptions({
    queryKey: keys.task(taskId),
    queryFn: ({ signal }) => client.tasks.task({ taskId }, { signal }),
  });

/** The task on screen; the one before stays there until the next has come. */
export function useTask(taskId: number) {
  return useQuery({ ...taskQuery(useClient(), taskId), placeholderData: keepPreviousData });
}

/** What a project knows of one of its databases beside the tasks: knowledge, column meanings, schema; null asks nothing. */
export const useDatabaseKnowledge = (projectId: number, database: string | null) =>
  useAnswer(
    [...keys.knowledge(projectId), database],
    (client, options) => client.tasks.knowledge({ projectId, database: database ?? "" }, options),
    {
      enabled: database !== null,
    },
  );

/** Findings that belong to no task: of the files that were imported. */
export const useFileFindings = (projectId: number) =>
  useAnswer([...keys.tasks(projectId), "file-findings"], (client, options) =>
    client.tasks.fileFindings({ projectId }, options),
  );
