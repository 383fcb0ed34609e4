import { useMemo } from "react";
import type { QueueFilter } from "#shared/contract/queue.ts";
import { lastInList } from "#shared/settings/view-state.ts";
import { useQueueIds } from "../../data/queue.ts";
import { type ListPosition, useListFilter, useListPosition } from "../../ui/use-list-position.ts";

/** The queue as filtered and the position of the item on screen in it. */
export interface ReviewQueue extends Omit<ListPosition, "id"> {
  itemId: number | null;
  filter: QueueFilter;
  setFilter(filter: QueueFilter): void;
  /** Asks for the ids anew, so that what was labelled since leaves a filtered list. */
  refresh(): void;
}

/** Walks the queue of a project; the position is remembered across starts and follows the address. */
export function useReviewQueue(
  projectId: number,
  asked: number | null,
  onItem: (itemId: number) => void,
): ReviewQueue {
  const { filter, setFilter, generation, refresh } = useListFilter<QueueFilter>();
  const position = useListPosition({
    answer: useQueueIds(projectId, filter, generation),
    setFilter,
    asked,
    memoryKey: lastInList("review.item", projectId),
    onPosition: onItem,
  });
  return useMemo(() => {
    const { id: itemId, ...list } = position;
    return { ...list, itemId, filter, setFilter, refresh };
  }, [position, filter, setFilter, refresh]);
}
