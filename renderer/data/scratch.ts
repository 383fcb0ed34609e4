import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { ScratchEvent } from "#shared/contract/results.ts";
import type { Cell } from "#shared/domain/cell.ts";
import type { RowPage, RunSummary } from "#shared/domain/result.ts";
import { useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";
import { PagedRows } from "./paged-rows.ts";
import { type Streamed, useOneStream } from "./streams.ts";

/** What a query of the person's own gave until now. */
interface ScratchResults {
  sql: string;
  resultId: string | null;
  summary: RunSummary | null;
  page: RowPage;
  rows: number;
}

export type ScratchState = Streamed<ScratchResults>;

/** Runs one scratch query at a time on an item's database; another one, `cancel`, or leaving stops the one before. */
export function useScratch(projectId: number) {
  const client = useClient();
  const queries = useQueryClient();
  const { streamed: run = null, start, cancel } = useOneStream<ScratchResults>();
  const runSql = useCallback(
    async (itemId: number, sql: string) => {
      await start<ScratchEvent>({
        first: { sql, resultId: null, summary: null, page: { from: 0, rows: [] }, rows: 0 },
        events: (signal) => client.results.runScratch({ itemId, sql }, { signal }),
        after: (_, event) => {
          if (event.type === "progress") return { rows: event.rows };
          const { resultId, summary, page } = event;
          return { resultId, summary, page, rows: summary.rowCount };
        },
      });
      void queries.invalidateQueries({ queryKey: [...keys.results, "scratch", projectId] });
    },
    [client, queries, start, projectId],
  );
  return { run, start: runSql, cancel };
}

/** The rows of a scratch query, paged from the back end. */
export function useScratchRows(run: ScratchState | null): PagedRows<Cell[]> | null {
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
export const useScratchHistory = (projectId: number, enabled: boolean) =>
  useAnswer(
    [...keys.results, "scratch", projectId],
    (client, options) => client.results.scratchHistory({ projectId }, options),
    {
      enabled,
    },
  );
