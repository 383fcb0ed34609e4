import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { QueueFilter } from "#shared/contract/queue.ts";
import { useIndexOf, useQueueIds } from "../../data/queue.ts";
import { useMemory } from "../../ui/remember.tsx";
import { isFiltered } from "./queue/filter-chips.ts";
import { type QueueStep, stepIndex } from "./queue/queue-steps.ts";

/** How long the place must rest before the address names it, in milliseconds: browsers limit how often it may change. */
const addressRestMs = 200;

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
  step(step: QueueStep): boolean;
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
  const memory = useMemory();
  const placeKey = `review.item.${projectId}`;
  const [filter, setFilter] = useState<QueueFilter>({});
  const [generation, setGeneration] = useState(0);
  const [chosen, setChosen] = useState<number | null>(() => asked ?? rememberedItem(memory.get(placeKey)));
  const answer = useQueueIds(projectId, filter, generation);
  const ids = answer.data ?? noIds;
  const indexOf = useIndexOf(ids);

  useFollowedAddress(asked, chosen, setChosen, onItem);

  const found = chosen === null ? -1 : indexOf(chosen);
  // While another filter is asked for, the item on screen stays, wherever it will stand.
  const itemId = found >= 0 || answer.isPlaceholderData ? chosen : (ids[0] ?? null);
  const index = itemId === null ? -1 : indexOf(itemId);

  const latest = useRef({ ids, index, indexOf, filter });
  useLayoutEffect(() => {
    latest.current = { ids, index, indexOf, filter };
  });
  const show = useCallback(
    (next: number) => {
      setChosen(next);
      memory.set(placeKey, next);
    },
    [memory, placeKey],
  );
  const goToIndex = useCallback(
    (to: number) => {
      const next = latest.current.ids[to];
      if (next !== undefined) show(next);
    },
    [show],
  );
  const step = useCallback(
    (kind: QueueStep) => {
      const to = stepIndex(kind, latest.current.index, latest.current.ids.length);
      if (to !== null) goToIndex(to);
      return to !== null;
    },
    [goToIndex],
  );
  const open = useCallback(
    (next: number) => {
      if (latest.current.indexOf(next) < 0 && isFiltered(latest.current.filter)) setFilter({});
      show(next);
    },
    [show],
  );
  const refresh = useCallback(() => setGeneration((before) => before + 1), []);
  const { error } = answer;
  const loading = answer.isPending;
  return useMemo(
    () => ({ ids, index, itemId, loading, error, filter, setFilter, refresh, step, goToIndex, open }),
    [ids, index, itemId, loading, error, filter, refresh, step, goToIndex, open],
  );
}

/** Follows an address that another place wrote, and writes the item on screen into it once the place rests. */
function useFollowedAddress(
  asked: number | null,
  chosen: number | null,
  setChosen: (itemId: number) => void,
  onItem: (itemId: number) => void,
): void {
  const written = useRef(asked);
  useEffect(() => {
    if (asked !== null && asked !== written.current) {
      written.current = asked;
      setChosen(asked);
    }
  }, [asked, setChosen]);
  useEffect(() => {
    if (chosen === null || chosen === written.current) return;
    const timer = setTimeout(() => {
      written.current = chosen;
      onItem(chosen);
    }, addressRestMs);
    return () => clearTimeout(timer);
  }, [chosen, onItem]);
}

function rememberedItem(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
