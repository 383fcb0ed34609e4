import { useCallback, useMemo } from "react";
import { z } from "zod";
import { viewState } from "#shared/settings/view-state.ts";
import { useViewState } from "../../../../data/view-state.ts";

/** What was dismissed, for each task by its id. */
const Dismissed = z.record(z.string(), z.array(z.string()));
const dismissedState = viewState("tasks.dismissed-proposals", Dismissed, {});
const none: readonly string[] = [];

/** What is left of things proposed, and what to do with them. */
export interface Undismissed<Item> {
  list: readonly Item[];
  /** How many were dismissed. */
  dismissed: number;
  dismiss(item: Item): void;
  /** Shows those again that were dismissed. */
  restore(): void;
}

/** The items without those that the person dismissed in this task; `keyOf` (stable) says what an item is about, whatever else is edited. */
export function useDismissed<Item>(
  taskId: number,
  all: readonly Item[],
  keyOf: (item: Item) => string,
): Undismissed<Item> {
  const [dismissed, setDismissed] = useViewState(dismissedState);
  const gone = dismissed[taskId] ?? none;
  const list = useMemo(() => all.filter((item) => !gone.includes(keyOf(item))), [all, gone, keyOf]);
  return {
    list,
    dismissed: all.length - list.length,
    dismiss: useCallback(
      (item) => setDismissed({ ...dismissed, [taskId]: [...gone, keyOf(item)] }),
      [dismissed, gone, setDismissed, taskId, keyOf],
    ),
    restore: useCallback(() => {
      const back = new Set(all.map(keyOf));
      setDismissed({ ...dismissed, [taskId]: gone.filter((key) => !back.has(key)) });
    }, [all, dismissed, gone, setDismissed, taskId, keyOf]),
  };
}
