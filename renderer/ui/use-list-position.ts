import { type Dispatch, type SetStateAction, useCallback, useMemo, useState } from "react";
import { isFiltered } from "./filters.ts";
import type { ListStep } from "./list-steps.ts";
import { type PositionInIdsOptions, usePositionInIds } from "./use-position-in-ids.ts";

/** The filter of a list, and the ways to change it. */
export interface ListFilter<Filter> {
  filter: Filter;
  setFilter: Dispatch<SetStateAction<Filter>>;
  /** Grows whenever the ids are to be asked for anew. */
  generation: number;
  refresh(): void;
}

/** A list's filter, nothing filtered at first. */
export function useListFilter<Filter extends object>(): ListFilter<Filter> {
  const [filter, setFilter] = useState<Filter>({} as Filter);
  const [generation, setGeneration] = useState(0);
  const refresh = useCallback(() => setGeneration((before) => before + 1), []);
  return { filter, setFilter, generation, refresh };
}

export interface ListPositionOptions<Filter> extends Omit<PositionInIdsOptions, "ids" | "isFormer"> {
  /** The ids that pass the filter, as they were asked for. */
  answer: {
    data: readonly number[] | undefined;
    isPlaceholderData: boolean;
    isPending: boolean;
    error: unknown;
  };
  setFilter: ListFilter<Filter>["setFilter"];
}

/** A list as filtered, and the line of it that is on screen. */
export interface ListPosition {
  ids: readonly number[];
  loading: boolean;
  error: unknown;
  /** The index of the line among `ids`, or -1. */
  index: number;
  id: number | null;
  step(step: ListStep): boolean;
  goToIndex(index: number): void;
  /** Shows a line, taking the filter away where it hides the line. */
  open(id: number): void;
}

const noIds: readonly number[] = [];

/** Walks a filtered list; the position is remembered across starts and follows the address. */
export function useListPosition<Filter extends object>(options: ListPositionOptions<Filter>): ListPosition {
  const { answer, setFilter, ...position } = options;
  const ids = answer.data ?? noIds;
  const { index, id, has, show, step, goToIndex } = usePositionInIds({
    ...position,
    ids,
    isFormer: answer.isPlaceholderData,
  });
  const open = useCallback(
    (next: number) => {
      if (!has(next)) setFilter((before) => (isFiltered(before) ? ({} as Filter) : before));
      show(next);
    },
    [has, show, setFilter],
  );
  const { isPending: loading, error } = answer;
  return useMemo(
    () => ({ ids, loading, error, index, id, step, goToIndex, open }),
    [ids, loading, error, index, id, step, goToIndex, open],
  );
}
