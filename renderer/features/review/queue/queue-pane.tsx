import { type RefObject, useCallback, useState } from "react";
import { errorText } from "../../../data/faults.ts";
import { useQueueRows } from "../../../data/queue.ts";
import { Button } from "../../../ui/button.tsx";
import { FilterChipRow } from "../../../ui/filter-chip-row.tsx";
import { FilterSearch } from "../../../ui/filter-search.tsx";
import { changedFilter, isFiltered } from "../../../ui/filters.ts";
import { InlineError } from "../../../ui/inline-error.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import type { ReviewQueue } from "../use-review-queue.ts";
import { filterChips } from "./filter-chips.ts";
import { QueueFilters } from "./queue-filters.tsx";
import { QueueLine } from "./queue-line.tsx";

interface QueuePaneProps {
  projectId: number;
  queue: ReviewQueue;
  searchField: RefObject<HTMLInputElement | null>;
  filtersOpen: boolean;
  onFiltersOpen(open: boolean): void;
}

/** The items to judge: search, filters, and the list itself. */
export function QueuePane({ projectId, queue, searchField, filtersOpen, onFiltersOpen }: QueuePaneProps) {
  const { filter, setFilter, ids } = queue;
  const onText = useCallback(
    (text: string) => setFilter(changedFilter(filter, { text })),
    [filter, setFilter],
  );
  return (
    <section aria-label="Queue" className="flex min-h-0 flex-1 flex-col bg-panel">
      <div className="flex h-10 shrink-0 items-center gap-1 border-b px-2">
        <FilterSearch
          ref={searchField}
          label="Search questions, SQL, notes"
          keys="/"
          text={filter.text ?? ""}
          onText={onText}
        />
        <QueueFilters
          projectId={projectId}
          filter={filter}
          onFilter={setFilter}
          open={filtersOpen}
          onOpenChange={onFiltersOpen}
        />
      </div>
      {isFiltered(filter) && (
        <FilterChipRow
          chips={filterChips(filter)}
          found={ids.length}
          onFilter={setFilter}
          onRefresh={queue.refresh}
        />
      )}
      <QueueList projectId={projectId} queue={queue} />
    </section>
  );
}

function QueueList({ projectId, queue }: { projectId: number; queue: ReviewQueue }) {
  const { ids, index, goToIndex } = queue;
  const [range, setRange] = useState({ first: 0, last: 40 });
  const rowAt = useQueueRows(projectId, ids, range.first, range.last);
  const onRange = useCallback((first: number, last: number) => setRange({ first, last }), []);
  if (queue.error)
    return (
      <InlineError
        className="m-2"
        title="The queue could not be read."
        actions={
          <Button size="sm" onClick={queue.refresh}>
            Try again
          </Button>
        }
      >
        {errorText(queue.error)}
      </InlineError>
    );
  if (queue.loading) return <SkeletonLines lines={12} />;
  if (ids.length === 0)
    return (
      <div className="p-4 text-muted">
        No item passes these filters.
        <div className="mt-2">
          <Button size="sm" onClick={() => queue.setFilter({})}>
            Clear all
          </Button>
        </div>
      </div>
    );
  return (
    <VirtualList
      label="Items"
      count={ids.length}
      rowHeight={44}
      selected={index}
      onSelect={goToIndex}
      onRange={onRange}
      renderRow={(at) => <QueueLine row={rowAt(at)} />}
    />
  );
}
