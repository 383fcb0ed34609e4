import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type { Cell } from "#shared/domain/cell.ts";
import type { RowPage, RunSummary } from "#shared/domain/result.ts";
import { useClient } from "./client.ts";
import { errorText, wasCancelled } from "./faults.ts";
import { keys } from "./keys.ts";
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
  const [run, setRun] = useState<ScratchRun | null>(null);
  const end = useRef<AbortController>(null);
  const start = useCallback(
    async (itemId: number, sql: string) => {
      end.current?.abort();
      const own = new AbortController();
      end.current = own;
      let now = newRun(sql);
      const show = (next: Partial<ScratchRun>) => {
        now = { ...now, ...next };
        if (end.current === own) setRun(now);
      };
      show({});
      try {
        for await (const event of await client.results.runScratch({ itemId, sql }, { signal: own.signal })) {
          if (event.type === "progress") show({ rows: event.rows });
          else {
            const { resultId, summary, page } = event;
            const state = event.type === "done" ? "done" : "running";
            show({ state, resultId, summary, page, rows: summary.rowCount });
          }
        }
      } catch (error) {
        if (wasCancelled(error)) show({ state: "cancelled" });
        else show({ state: "failed", fault: errorText(error) });
      }
      void queries.invalidateQueries({ queryKey: [...keys.results, "scratch", projectId] });
    },
    [client, queries, projectId],
  );
  const cancel = useCallback(() => end.current?.abort(), []);
  return { run, start, cancel };
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
