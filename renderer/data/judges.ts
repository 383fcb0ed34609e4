import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";

/** The judges of whom a project has labels. */
export const useJudges = (projectId: number) =>
  useAnswer(keys.judges(projectId), (client, options) => client.judges.list({ projectId }, options));

/** Brings in what a judge said, or takes it out again (`path` null). */
export function useChangeJudge(projectId: number) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ judge, path }: { judge: string; path: string | null }) =>
      path === null
        ? { ...(await client.judges.remove({ projectId, judge })), unmatched: 0 }
        : await client.judges.import({ projectId, judge, path }),
    onSuccess: () =>
      Promise.all(
        [keys.judges(projectId), keys.disagreements(projectId), keys.everyDisagreement].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
