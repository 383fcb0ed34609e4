import { useCallback, useMemo, useState } from "react";
import type { QueueFilter } from "#shared/contract/queue.ts";
import { useQueueIds } from "../../data/queue.ts";
import { isFiltered } from "../../ui/filters.ts";
import type { ListStep } from "../../ui/list-steps.ts";
import { usePlaceInList } from "../../ui/use-place-in-list.ts";

const noIds: readonly number[] = [];

/** The queue as filtered and the place of the item on screen in it. */
export interface ReviewQueue {
  ids: readonly number[];
  /** Place of the item among `ids`, or -1. */
  index: number;
  itemId: number | null;
  loading: boolean;
  error: unknown;
  filter: QueueFilter;
  setFilter(filter: QueueFilter): void;
  /** Asks for the ids anew, so that what was labelled since leaves a filtered list. */
  refresh(): void;
  step(step: ListStep): boolean;
  goToIndex(index: number): void;
  /** Shows an item, taking the filter away where it hides the item. */
  open(itemId: number): void;
}

/** Walks the queue of a project; the place is remembered across starts and follows the address. */
export function useReviewQueue(
  projectId: number,
  asked: number | null,
  onItem: (itemId: number) => void,
): ReviewQueue {
  const [filter, setFilter] = useState<QueueFilter>({});
  const [generation, setGeneration] = useState(0);
  const answer = useQueueIds(projectId, filter, generation);
  const ids = answer.data ?? noIds;
  const {
    index,
    id: itemId,
    has,
    show,
    step,
    goToIndex,
  } = usePlaceInList({
    ids,
    isFormer: answer.isPlaceholderData,
    asked,
    memoryKey: `review.item.${projectId}`,
    onPlace: onItem,
  });
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
    () => ({ ids, index, itemId, loading, error, filter, setFilter, refresh, step, goToIndex, open }),
    [ids, index, itemId, loading, error, filter, refresh, step, goToIndex, open],
  );
}
