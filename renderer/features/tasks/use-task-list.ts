import { useCallback, useMemo, useState } from "react";
import { type TaskFilter, TaskSort } from "#shared/contract/tasks.ts";
import { usePreference } from "../../data/preferences.ts";
import { useTaskIds } from "../../data/tasks.ts";
import { isFiltered } from "../../ui/filters.ts";
import type { ListStep } from "../../ui/list-steps.ts";
import { usePlaceInList } from "../../ui/use-place-in-list.ts";

const noIds: readonly number[] = [];
const fileOrder: TaskSort = { by: "file", descending: false };

/** The tasks as filtered and sorted, and the place of the task on screen among them. */
export interface TaskList {
  ids: readonly number[];
  /** Place of the task among `ids`, or -1. */
  index: number;
  taskId: number | null;
  loading: boolean;
  error: unknown;
  filter: TaskFilter;
  setFilter(filter: TaskFilter): void;
  sort: TaskSort;
  setSort(sort: TaskSort): void;
  /** Asks for the ids anew, so that findings and runs that came since count. */
  refresh(): void;
  step(step: ListStep): boolean;
  goToIndex(index: number): void;
  /** Shows a task, taking the filter away where it hides the task. */
  open(taskId: number): void;
}

/** Walks the tasks of a project; the place is remembered across starts and follows the address. */
export function useTaskList(
  projectId: number,
  asked: number | null,
  onTask: (taskId: number) => void,
): TaskList {
  const [filter, setFilter] = useState<TaskFilter>({});
  const [sort, setSort] = usePreference("tasks.sort", TaskSort, fileOrder);
  const [generation, setGeneration] = useState(0);
  const answer = useTaskIds(projectId, filter, sort, generation);
  const ids = answer.data ?? noIds;
  const place = usePlaceInList({
    ids,
    isFormer: answer.isPlaceholderData,
    asked,
    memoryKey: `tasks.task.${projectId}`,
    onPlace: onTask,
  });
  const { index, id: taskId, has, show, step, goToIndex } = place;
  const open = useCallback(
    (next: number) => {
      if (!has(next)) setFilter((before) => (isFiltered(before) ? {} : before));
      show(next);
    },
    [has, show],
  );
  const refresh = useCallback(() => setGeneration((before) => before + 1), []);
  const { error } = answer;
  const loading = answer.isPending;
  return useMemo(
    () => ({
      ids,
      index,
      taskId,
      loading,
      error,
      filter,
      setFilter,
      sort,
      setSort,
      refresh,
      step,
      goToIndex,
      open,
    }),
    [ids, index, taskId, loading, error, filter, sort, setSort, refresh, step, goToIndex, open],
  );
}
