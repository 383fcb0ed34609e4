import { keepPreviousData } from "@tanstack/react-query";
import type { TaskFilter } from "#shared/contract/task-list.ts";
import { useAnswer } from "./answers.ts";
import { keys } from "./keys.ts";

/** The statistics of the tasks that pass a filter; while those of another filter are asked for, the former stay on screen. */
export const useTaskStatistics = (projectId: number, filter: TaskFilter) =>
  useAnswer(
    [...keys.taskStatistics(projectId), filter],
    (client, options) => client.tasks.statistics({ projectId, filter }, options),
    {
      placeholderData: keepPreviousData,
    },
  );
