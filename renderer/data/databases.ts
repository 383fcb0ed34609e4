import { useQuery } from "@tanstack/react-query";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";

/** The schema of a database; its error is NOT_FOUND where the file is missing. */
export function useDatabaseSchema(projectId: number, dbId: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...keys.databases(projectId), dbId, "schema"],
    queryFn: ({ signal }) => client.databases.schema({ projectId, dbId }, { signal }),
  });
}

/** How many rows a table has and some values of each column; asked for once the table is looked at. */
export function useTableSample(projectId: number, dbId: string, table: string, enabled: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: [...keys.databases(projectId), dbId, "sample", table],
    queryFn: ({ signal }) => client.databases.sample({ projectId, dbId, table }, { signal }),
    enabled,
  });
}
