import { useMemo } from "react";
import type { Cell } from "#shared/domain/cell.ts";
import type { AlignedRow } from "#shared/domain/comparison.ts";
import type { Side } from "#shared/domain/evaluation.ts";
import { useClient } from "./client.ts";
import { faultOf } from "./faults.ts";
import { PagedRows } from "./paged-rows.ts";
import { noSide, type PairEvaluation } from "./pair-evaluation.ts";

/** The rows of one side, paged from the back end; null until there are any columns. */
export function useResultRows(
  run: PairEvaluation | undefined,
  side: Side,
  onGone: () => void,
): PagedRows<Cell[]> | null {
  const client = useClient();
  const { resultId, summary, page } = run?.[side] ?? noSide;
  // While it runs only the first rows can be had; their number is not yet the result's.
  const total = run?.state === "done" ? (summary?.rowCount ?? 0) : page.rows.length;
  return useMemo(() => {
    if (summary === null || summary.columns.length === 0) return null;
    return new PagedRows<Cell[]>({
      total,
      first: page,
      onError: (error) => whenGone(error, onGone),
      load: async (from, count) =>
        resultId === null ? [] : (await client.results.page({ resultId, from, count })).rows,
    });
  }, [client, resultId, summary, page, total, onGone]);
}

/** The lines of the comparison, all or only those that differ; null where there is nothing to lay side by side. */
export function useAlignedRows(
  run: PairEvaluation | undefined,
  onlyDifferences: boolean,
  onGone: () => void,
): PagedRows<AlignedRow> | null {
  const client = useClient();
  const comparison = run?.comparison ?? null;
  return useMemo(() => {
    if (comparison === null) return null;
    const { id: comparisonId, alignment, rows } = comparison;
    // The first lines hold every difference only where they are all the lines there are.
    const whole = alignment.rows === rows.length;
    const differing = whole ? rows.filter(({ kind }) => kind !== "same") : [];
    return new PagedRows<AlignedRow>({
      total: onlyDifferences ? alignment.differing : alignment.rows,
      first: { from: 0, rows: onlyDifferences ? differing : rows },
      onError: (error) => whenGone(error, onGone),
      load: async (from, count) =>
        (await client.results.aligned({ comparisonId, from, count, onlyDifferences })).rows,
    });
  }, [client, comparison, onlyDifferences, onGone]);
}

/** The back end keeps results as long as it has room; one that was dropped is made again. */
function whenGone(error: unknown, onGone: () => void): void {
  if (faultOf(error)?.code === "NOT_FOUND") onGone();
}
