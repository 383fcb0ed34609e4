import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";

/** The tables of a task's database as it is loaded from a source (engine, folder, server); read once for all tasks of the database. */
export function useTaskSchema(
  { projectId, taskId, database }: { projectId: number; taskId: number; database: string },
  source: string,
) {
  const client = useClient();
  const queries = useQueryClient();
  const queryKey = [...keys.knowledge(projectId), database, "loaded", source];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const events = await client.taskRuns.schema({ taskId }, { signal });
      for await (const event of events) if (event.type === "done") return event.schema;
      throw new Error("The tables of the database could not be read. Read them again.");
    },
    retry: false,
  });
  const key = JSON.stringify(queryKey);
  const cancel = useCallback(
    () => void queries.cancelQueries({ queryKey: JSON.parse(key) as unknown[] }),
    [queries, key],
  );
  return { ...query, cancel };
}
