import { useCallback } from "react";
import type { Item } from "#shared/domain/item.ts";
import type { Project } from "#shared/domain/project.ts";
import { useItemEvaluation, useItemEvaluations } from "../../../../data/item-evaluations.ts";
import { longerLimitMs, usePersonSettings } from "../../../../data/settings.ts";
import { useViewStateParts } from "../../../../data/view-state.ts";
import {
  type ComparisonHandles,
  resultCommands,
  sqlCommands,
} from "../../../../results/comparison-commands.ts";
import { copySql } from "../../../../results/copy-sql.ts";
import { useDifferenceSteps } from "../../../../results/use-difference-steps.ts";
import { useGridModels } from "../../../../results/use-grid-models.ts";
import { useCommands } from "../../../../ui/commands.ts";
import { inboxViewState } from "../inbox-view.ts";

/** Both sides of an item run, how they are shown, and what can be done with them by key. */
export function useComparison(project: Project, itemId: number, item: Item | undefined) {
  const [view, onView] = useViewStateParts(inboxViewState);
  const run = useItemEvaluation(project, itemId);
  const runs = useItemEvaluations();
  const { "run.timeLimitMs": timeLimitMs } = usePersonSettings();
  const onGone = useCallback(() => void runs.evaluate(itemId), [runs, itemId]);
  const models = useGridModels(run, view, onGone);
  const { reveal, goToDifference } = useDifferenceSteps(itemId, models.aligned);
  const onCancel = useCallback(() => runs.cancel(itemId), [runs, itemId]);
  const onRerun = useCallback((timeMs?: number) => void runs.evaluate(itemId, timeMs), [runs, itemId]);
  const handles: ComparisonHandles = {
    onView,
    goToDifference,
    rerun: (longer) => onRerun(longer ? longerLimitMs(timeLimitMs) : undefined),
    cancel: onCancel,
    copySql: (side) => {
      if (item !== undefined) copySql(side === "predicted" ? item.predictedSql : item.goldSql, side);
    },
  };
  useCommands("Results and SQL", [
    ...resultCommands(view, handles),
    ...sqlCommands(view, handles, "predicted"),
  ]);
  return { view, onView, run, models, reveal, goToDifference, onCancel, onRerun, timeLimitMs };
}
