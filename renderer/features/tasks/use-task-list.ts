import { useMemo } from "react";
import { type TaskFilter, TaskSort } from "#shared/contract/task-list.ts";
import { lastInList, viewState } from "#shared/settings/view-state.ts";
import { useTaskIds } from "../../data/tasks.ts";
import { useViewState } from "../../data/view-state.ts";
import { type ListPosition, useListFilter, useListPosition } from "../../ui/use-list-position.ts";

const sortState = viewState<TaskSort>("tasks.sort", TaskSort, { by: "file", descending: false });

/** The tasks as filtered and sorted, and the position of the task on screen among them. */
export interface TaskList extends Omit<ListPosition, "id"> {
  taskId: number | null;
  filter: TaskFilter;
  setFilter(filter: TaskFilter): void;
  sort: TaskSort;
  setSort(sort: TaskSort): void;
  /** Asks for the ids anew, so that findings and runs that came since count. */
  refresh(): void;
}

/** Walks the tasks of a project; the position is remembered across starts and follows the address. */
export function useTaskList(
  projectId: number,
  asked: number | null,
  onTask: (taskId: number) => void,
): TaskList {
  const { filter, setFilter, generation, refresh } = useListFilter<TaskFilter>();
  const [sort, setSort] = useViewState(sortState);
  const position = useListPosition({
    answer: useTaskIds(projectId, filter, sort, generation),
    setFilter,
    asked,
    memoryKey: lastInList("tasks.task", projectId),
    onPosition: onTask,
  });
  return useMemo(() => {
    const { id: taskId, ...list } = position;
    return { ...list, taskId, filter, setFilter, sort, setSort, refresh };
  }, [position, filter, setFilter, sort, setSort, refresh]);
}
