import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PredictionLine } from "#shared/contract/task-runs.ts";
import { useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";
import { PagedRows } from "./paged-rows.ts";

/** Every evaluated file of predictions of a project, the newest first; it follows an evaluation under way. */
export const usePredictionRuns = (projectId: number) =>
  useAnswer(keys.predictionRuns(projectId), (client, options) =>
    client.taskRuns.predictionRuns({ projectId }, options),
  );

/** Which lines of an evaluated file are asked for. */
export type PredictionLines = "all" | "failed" | "differs";

/** What each prediction of a file gave, paged from the back end; null while it is not known how many lines there are. */
export function usePredictionLines(
  projectId: number,
  predictionRunId: number,
  only: PredictionLines,
): PagedRows<PredictionLine> | null {
  const client = useClient();
  const first = useQuery({
    queryKey: [...keys.predictionRuns(projectId), "lines", predictionRunId, only],
    queryFn: ({ signal }) =>
      client.taskRuns.predictionLines({ predictionRunId, only, from: 0, count: pageSize }, { signal }),
  }).data;
  return useMemo(() => {
    if (first === undefined) return null;
    return new PagedRows<PredictionLine>({
      total: first.total,
      first: { from: 0, rows: first.lines },
      pageSize,
      load: async (from, count) =>
        (await client.taskRuns.predictionLines({ predictionRunId, only, from, count })).lines,
    });
  }, [client, predictionRunId, only, first]);
}

const pageSize = 100;
