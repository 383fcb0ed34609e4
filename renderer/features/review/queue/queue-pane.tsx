import { RefreshCw } from "lucide-react";
import { type RefObject, useCallback, useEffect, useState } from "react";
import { errorText } from "../../../data/faults.ts";
import { useQueueRows } from "../../../data/queue.ts";
import { Button } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import type { ReviewQueue } from "../use-review-queue.ts";
import { changedFilter, filterChips, isFiltered } from "./filter-chips.ts";
import { QueueFilters } from "./queue-filters.tsx";
import { QueueLine } from "./queue-line.tsx";

const searchRestMs = 200;

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
  return (
    <section aria-label="Queue" className="flex min-h-0 flex-1 flex-col bg-panel">
      <div className="flex h-10 shrink-0 items-center gap-1 border-b px-2">
        <QueueSearch queue={queue} field={searchField} />
        <QueueFilters
          projectId={projectId}
          filter={filter}
          onFilter={setFilter}
          open={filtersOpen}
          onOpenChange={onFiltersOpen}
        />
      </div>
      {isFiltered(filter) && (
        <div className="flex shrink-0 flex-wrap items-center gap-1 border-b px-2 py-1.5">
          {filterChips(filter).map(({ key, name, value, without }) => (
            <Chip key={key} onRemove={() => setFilter(without)} removeLabel={`Remove filter ${name}`}>
              {name}: {value}
            </Chip>
          ))}
          <span className="flex-1 text-right text-sm whitespace-nowrap text-muted">{ids.length} found</span>
          <IconButton size="sm" icon={RefreshCw} label="Filter again" onClick={queue.refresh} />
        </div>
      )}
      <QueueList projectId={projectId} queue={queue} />
    </section>
  );
}

function QueueSearch({ queue, field }: { queue: ReviewQueue; field: RefObject<HTMLInputElement | null> }) {
  const { filter, setFilter } = queue;
  const [text, setText] = useState(filter.text ?? "");
  const [sent, setSent] = useState(filter.text ?? "");
  // The filter was changed elsewhere (a chip, "clear all"): the field follows.
  if ((filter.text ?? "") !== sent) {
    setSent(filter.text ?? "");
    setText(filter.text ?? "");
  }
  useEffect(() => {
    if (text === sent) return;
    const timer = setTimeout(() => {
      setSent(text);
      setFilter(changedFilter(filter, { text }));
    }, searchRestMs);
    return () => clearTimeout(timer);
  }, [text, sent, filter, setFilter]);
  return (
    <SearchField
      ref={field}
      label="Search questions, SQL, notes"
      placeholder="Search"
      keys="/"
      value={text}
      onChange={setText}
      className="flex-1"
    />
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
