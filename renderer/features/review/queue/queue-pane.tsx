import type { RefObject } from "react";
import { errorText } from "../../../data/faults.ts";
import { useQueueRows } from "../../../data/queue.ts";
import { useVerdictForm } from "../../../data/settings.ts";
import { FilterBar } from "../../../ui/filter-bar.tsx";
import { FilterChipRow } from "../../../ui/filter-chip-row.tsx";
import { FilteredList, useShownRange } from "../../../ui/filtered-list.tsx";
import { isFiltered } from "../../../ui/filters.ts";
import type { ReviewQueue } from "../use-review-queue.ts";
import { filterChips } from "./filter-chips.ts";
import { QueueFilterFields } from "./queue-filter-fields.tsx";
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
  const form = useVerdictForm(projectId);
  return (
    <section aria-label="Queue" className="flex min-h-0 flex-1 flex-col bg-panel">
      <div className="flex h-10 shrink-0 items-center gap-1 border-b px-2">
        <FilterBar
          filter={filter}
          onFilter={setFilter}
          searchLabel="Search questions, SQL, notes"
          searchField={searchField}
          open={filtersOpen}
          onOpenChange={onFiltersOpen}
        >
          <QueueFilterFields projectId={projectId} filter={filter} onFilter={setFilter} />
        </FilterBar>
      </div>
      {isFiltered(filter) && (
        <FilterChipRow
          chips={filterChips(filter, form)}
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
  const { ids, index, goToIndex, setFilter, error } = queue;
  const [{ first, last }, onRange] = useShownRange();
  const rowAt = useQueueRows(projectId, ids, first, last);
  const { labels } = useVerdictForm(projectId);
  return (
    <FilteredList
      label="Items"
      noun="item"
      failure={error ? { title: "The queue could not be read.", text: errorText(error) } : null}
      loading={queue.loading}
      count={ids.length}
      selected={index}
      onSelect={goToIndex}
      onRange={onRange}
      renderRow={(at) => <QueueLine row={rowAt(at)} labels={labels} />}
      onRefresh={queue.refresh}
      onClear={() => setFilter({})}
    />
  );
}
