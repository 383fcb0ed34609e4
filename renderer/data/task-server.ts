import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";

/** Whether the project's PostgreSQL server answers, and whether a password for it is at hand; asked only where `enabled`. */
export const useTaskServer = (projectId: number, enabled: boolean) =>
  useAnswer(keys.server(projectId), (client, options) => client.taskRuns.server({ projectId }, options), {
    enabled,
    // Servers come and go without telling.
    staleTime: 0,
    retry: false,
  });

/** Hands over the password of the project's server; an empty one forgets it. */
export function useSetServerPassword() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (what: { projectId: number; password: string; keep: boolean }) =>
      client.taskRuns.setServerPassword(what),
    async onSuccess(_, { projectId }) {
      const queryKey = keys.server(projectId);
      // A first check that began without the password would be waited for, and its answer shown.
      await queries.cancelQueries({ queryKey });
      return queries.invalidateQueries({ queryKey });
    },
  });
}
