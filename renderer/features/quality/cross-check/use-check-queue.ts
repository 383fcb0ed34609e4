import { useMemo } from "react";
import { z } from "zod";
import type { CrossCheckRow } from "#shared/contract/cross-checks.ts";
import { viewState } from "#shared/settings/view-state.ts";
import { useCrossCheckRows } from "../../../data/cross-checks.ts";
import { useViewState } from "../../../data/view-state.ts";
import { nextOpen } from "../../../ui/list-steps.ts";
import { type PositionInIds, usePositionInIds } from "../../../ui/use-position-in-ids.ts";
import { type ShownTasks, shownTasks, shownTasksOptions } from "./check-words.ts";

const shownState = viewState<ShownTasks>("quality.cross-check.shown", z.enum(shownTasksOptions), "mine");

/** The tasks of a project as the tab lists them, and the one in front. */
export interface CheckQueue extends PositionInIds {
  /** Undefined until they have come. */
  all: readonly CrossCheckRow[] | undefined;
  rows: readonly CrossCheckRow[];
  error: unknown;
  shown: ShownTasks;
  setShown(shown: ShownTasks): void;
  /** Shows a task that is, or is about to be, the caller's to check. */
  open(taskId: number): void;
  /** The next task that waits for the caller, or null. */
  nextMine(): number | null;
}

/** Walks the tasks that are shown; the position is remembered. */
export function useCheckQueue(projectId: number): CheckQueue {
  const { data: all, error } = useCrossCheckRows(projectId);
  const [shown, setShown] = useViewState(shownState);
  const rows = useMemo(() => (all ?? []).filter(shownTasks[shown].has), [all, shown]);
  const ids = useMemo(() => rows.map(({ taskId }) => taskId), [rows]);
  const position = usePositionInIds({
    ids,
    isFormer: all === undefined,
    asked: null,
    memoryKey: `quality.cross-check.task.${projectId}`,
    onPosition: nothing,
  });
  const open = (taskId: number): void => {
    if (!position.has(taskId)) setShown("mine");
    position.show(taskId);
  };
  const nextMine = (): number | null => {
    const at = nextOpen(ids, position.index, (id) => rows.some((row) => row.taskId === id && row.isMine));
    return at === null ? null : (ids[at] ?? null);
  };
  return { ...position, ...{ all, rows, error, shown, setShown, open, nextMine } };
}

const nothing = (): void => undefined;
