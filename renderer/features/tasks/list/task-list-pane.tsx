import type { RefObject } from "react";
import { errorText } from "../../../data/faults.ts";
import { useTaskRows } from "../../../data/tasks.ts";
import { FilterChipRow } from "../../../ui/filter-chip-row.tsx";
import { FilteredList, useShownRange } from "../../../ui/filtered-list.tsx";
import { isFiltered } from "../../../ui/filters.ts";
import type { TaskList } from "../use-task-list.ts";
import { FileFindings } from "./file-findings.tsx";
import { TaskFilterBar } from "./task-filter-bar.tsx";
import { TaskLine } from "./task-line.tsx";
import { TaskSortMenu } from "./task-sort-menu.tsx";
import { taskChips } from "./task-words.ts";

interface TaskListPaneProps {
  projectId: number;
  list: TaskList;
  searchField: RefObject<HTMLInputElement | null>;
  filtersOpen: boolean;
  onFiltersOpen(open: boolean): void;
}

/** The tasks of a project: search, filters, order, and the list itself. */
export function TaskListPane({
  projectId,
  list,
  searchField,
  filtersOpen,
  onFiltersOpen,
}: TaskListPaneProps) {
  const { filter, setFilter, sort, setSort, ids } = list;
  return (
    <section aria-label="Task list" className="flex min-h-0 flex-1 flex-col bg-panel">
      <div className="flex h-10 shrink-0 items-center gap-1 border-b px-2">
        <TaskFilterBar
          projectId={projectId}
          filter={filter}
          onFilter={setFilter}
          searchField={searchField}
          open={filtersOpen}
          onOpenChange={onFiltersOpen}
        />
        <TaskSortMenu sort={sort} onSort={setSort} onRefresh={list.refresh} />
      </div>
      {isFiltered(filter) && (
        <FilterChipRow
          chips={taskChips(filter)}
          found={ids.length}
          onFilter={setFilter}
          onRefresh={list.refresh}
        />
      )}
      <Lines projectId={projectId} list={list} />
      <FileFindings projectId={projectId} />
    </section>
  );
}

function Lines({ projectId, list }: { projectId: number; list: TaskList }) {
  const { ids, index, goToIndex, setFilter, error } = list;
  const [{ first, last }, onRange] = useShownRange();
  const rowAt = useTaskRows(projectId, ids, first, last);
  return (
    <FilteredList
      label="Tasks"
      noun="task"
      failure={error ? { title: "The list of tasks could not be read.", text: errorText(error) } : null}
      loading={list.loading}
      count={ids.length}
      selected={index}
      onSelect={goToIndex}
      onRange={onRange}
      renderRow={(at) => <TaskLine row={rowAt(at)} />}
      onRefresh={list.refresh}
      onClear={() => setFilter({})}
    />
  );
}
