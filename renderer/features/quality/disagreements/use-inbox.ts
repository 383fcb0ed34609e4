import { useMemo, useState } from "react";
import type { InboxFilter } from "#shared/contract/disagreements.ts";
import { lastInList } from "#shared/settings/view-state.ts";
import { useInboxIds } from "../../../data/disagreements.ts";
import { type PositionInIds, usePositionInIds } from "../../../ui/use-position-in-ids.ts";

/** The inbox as filtered, and the item of it that is on screen. */
export interface Inbox extends Pick<PositionInIds, "index" | "step" | "goToIndex" | "show"> {
  ids: readonly number[];
  itemId: number | null;
  loading: boolean;
  error: unknown;
  filter: InboxFilter;
  setFilter(filter: InboxFilter): void;
  /** Asks for the ids anew, so that what was settled since leaves the list. */
  refresh(): void;
}

const none: readonly number[] = [];

/** Walks the inbox of a project; the position is remembered across starts and follows the address. */
export function useInbox(projectId: number, asked: number | null, onItem: (itemId: number) => void): Inbox {
  const [filter, setFilter] = useState<InboxFilter>({ state: "open", about: "people" });
  const [generation, setGeneration] = useState(0);
  const {
    data: ids = none,
    isPlaceholderData,
    isPending,
    error,
  } = useInboxIds(projectId, filter, generation);
  const { index, id, step, goToIndex, show } = usePositionInIds({
    ...{ ids, isFormer: isPlaceholderData, asked, onPosition: onItem },
    memoryKey: lastInList("quality.item", projectId),
  });
  return useMemo(
    () => ({
      ...{ ids, itemId: id, index, step, goToIndex, show, loading: isPending, error, filter, setFilter },
      refresh: () => setGeneration((before) => before + 1),
    }),
    [ids, id, index, step, goToIndex, show, isPending, error, filter],
  );
}
