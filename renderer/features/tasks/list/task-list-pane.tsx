import { type RefObject, useCallback, useState } from "react";
import { errorText } from "../../../data/faults.ts";
import { useTaskRows } from "../../../data/tasks.ts";
import { Button } from "../../../ui/button.tsx";
import { FilterChipRow } from "../../../ui/filter-chip-row.tsx";
import { FilterSearch } from "../../../ui/filter-search.tsx";
import { changedFilter, isFiltered } from "../../../ui/filters.ts";
import { InlineError } from "../../../ui/inline-error.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import type { TaskList } from "../use-task-list.ts";
import { FileFindings } from "./file-findings.tsx";
import { TaskFilters } from "./task-filters.tsx";
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
  const onText = useCallback(
    (text: string) => setFilter(changedFilter(filter, { text })),
    [filter, setFilter],
  );
  return (
    <section aria-label="Task list" className="flex min-h-0 flex-1 flex-col bg-panel">
      <div className="flex h-10 shrink-0 items-center gap-1 border-b px-2">
        <FilterSearch
          ref={searchField}
          label="Search ids, questions, gold SQL"
          keys="/"
          text={filter.text ?? ""}
          onText={onText}
        />
        <TaskFilters
          projectId={projectId}
          filter={filter}
          onFilter={setFilter}
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
  const { ids, index, goToIndex } = list;
  const [range, setRange] = useState({ first: 0, last: 40 });
  const rowAt = useTaskRows(projectId, ids, range.first, range.last);
  const onRange = useCallback((first: number, last: number) => setRange({ first, last }), []);
  if (list.error)
    return (
      <InlineError
        className="m-2"
        title="The list of tasks could not be read."
        actions={
          <Button size="sm" onClick={list.refresh}>
            Try again
          </Button>
        }
      >
        {errorText(list.error)}
      </InlineError>
    );
  if (list.loading) return <SkeletonLines lines={12} />;
  if (ids.length === 0)
    return (
      <div className="p-4 text-muted">
        No task passes these filters.
        <div className="mt-2">
          <Button size="sm" onClick={() => list.setFilter({})}>
            Clear all
          </Button>
        </div>
      </div>
    );
  return (
    <VirtualList
      label="Tasks"
      count={ids.length}
      rowHeight={44}
      selected={index}
      onSelect={goToIndex}
      onRange={onRange}
      renderRow={(at) => <TaskLine row={rowAt(at)} />}
    />
  );
}
