import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { ScratchEvent } from "#shared/contract/results.ts";
import type { Cell } from "#shared/domain/cell.ts";
import type { RowPage, RunSummary } from "#shared/domain/result.ts";
import { useClient } from "./client.ts";
import { errorText } from "./faults.ts";
import { keys } from "./keys.ts";
import { useOneRun } from "./one-run.ts";
import { PagedRows } from "./paged-rows.ts";

/** A query of the person's own as far as it has run. */
export interface ScratchRun {
  sql: string;
  state: "running" | "done" | "cancelled" | "failed";
  startedAt: number;
  resultId: string | null;
  summary: RunSummary | null;
  page: RowPage;
  rows: number;
  fault: string | null;
}

/** Runs one scratch query at a time on an item's database; another run or `cancel` stops the one before. */
export function useScratchRun(projectId: number) {
  const client = useClient();
  const queries = useQueryClient();
  const { run, start, cancel } = useOneRun<ScratchRun>();
  const runSql = useCallback(
    async (itemId: number, sql: string) => {
      await start<ScratchEvent>({
        first: newRun(sql),
        events: (signal) => client.results.runScratch({ itemId, sql }, { signal }),
        after: afterQueryEvent,
        ended: (before, state, error) => ({
          ...before,
          state,
          fault: state === "failed" ? errorText(error) : null,
        }),
      });
      void queries.invalidateQueries({ queryKey: [...keys.results, "scratch", projectId] });
    },
    [client, queries, start, projectId],
  );
  return { run, start: runSql, cancel };
}

function afterQueryEvent(run: ScratchRun, event: ScratchEvent): ScratchRun {
  if (event.type === "progress") return { ...run, rows: event.rows };
  const { resultId, summary, page } = event;
  const state = event.type === "done" ? "done" : "running";
  return { ...run, state, resultId, summary, page, rows: summary.rowCount };
}

function newRun(sql: string): ScratchRun {
  return {
    sql,
    state: "running",
    startedAt: performance.now(),
    resultId: null,
    summary: null,
    page: { from: 0, rows: [] },
    rows: 0,
    fault: null,
  };
}

/** The rows of a scratch query, paged from the back end. */
export function useScratchRows(run: ScratchRun | null): PagedRows<Cell[]> | null {
  const client = useClient();
  const { resultId = null, summary = null, page = null } = run ?? {};
  const total = run?.state === "done" ? (summary?.rowCount ?? 0) : (page?.rows.length ?? 0);
  return useMemo(() => {
    if (summary === null || page === null || summary.columns.length === 0) return null;
    return new PagedRows<Cell[]>({
      total,
      first: page,
      load: async (from, count) =>
        resultId === null ? [] : (await client.results.page({ resultId, from, count })).rows,
    });
  }, [client, resultId, summary, page, total]);
}

/** What the caller ran in the scratch pane of a project, the newest first. */
export function useScratchHistory(projectId: number, enabled: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: [...keys.results, "scratch", projectId],
    queryFn: ({ signal }) => client.results.scratchHistory({ projectId }, { signal }),
    enabled,
  });
}
