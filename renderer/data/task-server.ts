import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";

/** Whether the project's PostgreSQL server answers, and whether a password for it is at hand; asked only where `enabled`. */
export function useTaskServer(projectId: number, enabled: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: keys.server(projectId),
    queryFn: ({ signal }) => client.taskRuns.server({ projectId }, { signal }),
    enabled,
    // Servers come and go without telling.
    staleTime: 0,
    retry: false,
  });
}

/** Hands over the password of the project's server; an empty one forgets it. */
export function useSetServerPassword() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (what: { projectId: number; password: string; keep: boolean }) =>
      client.taskRuns.setServerPassword(what),
    onSuccess: (_, { projectId }) => queries.invalidateQueries({ queryKey: keys.server(projectId) }),
  });
}
