import { useMemo } from "react";
import type { AlignedRow } from "#shared/domain/comparison.ts";
import type { Side } from "#shared/domain/evaluation.ts";
import type { PagedRows } from "../data/paged-rows.ts";
import type { PairEvaluation } from "../data/pair-evaluation.ts";
import { useAlignedRows, useResultRows } from "../data/results.ts";
import type { GridModel } from "../ui/result-grid/index.ts";
import type { ComparisonView } from "./comparison-view.ts";
import { alignedModel, gridColumns, plainModel } from "./grid-models.ts";

/** What the two grids draw; null where a side has no rows to show. `aligned` is there while rows are laid side by side. */
export interface GridModels {
  predicted: GridModel | null;
  gold: GridModel | null;
  aligned: PagedRows<AlignedRow> | null;
}

/** The models of both grids, as the person chose: laid side by side where that is possible, else each as it came; `onGone`: a result is no longer stored. */
export function useGridModels(
  run: PairEvaluation | undefined,
  view: ComparisonView,
  onGone: () => void,
): GridModels {
  // Where nothing differs, all rows are shown: an empty grid would say the wrong thing.
  const differs = (run?.comparison?.alignment.differing ?? 0) > 0;
  const lines = useAlignedRows(run, view.onlyDifferences && differs, onGone);
  const aligned = view.aligned ? lines : null;
  const predicted = useSideModel(run, "predicted", aligned, onGone);
  const gold = useSideModel(run, "gold", aligned, onGone);
  return { predicted, gold, aligned };
}

function useSideModel(
  run: PairEvaluation | undefined,
  side: Side,
  lines: PagedRows<AlignedRow> | null,
  onGone: () => void,
): GridModel | null {
  const rows = useResultRows(run, side, onGone);
  const columns = run?.[side].summary?.columns;
  const alignment = run?.comparison?.alignment ?? null;
  const identity = run === undefined ? "" : `${run.serial} ${side} ${lines === null ? "plain" : lines.total}`;
  return useMemo(() => {
    if (columns === undefined || columns.length === 0) return null;
    const headings = gridColumns(columns, side, alignment);
    if (lines !== null && alignment !== null) return alignedModel(identity, headings, lines, side, alignment);
    return rows === null ? null : plainModel(identity, headings, rows);
  }, [columns, side, alignment, lines, rows, identity]);
}
