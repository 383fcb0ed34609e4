import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { JudgeImportEvent } from "#shared/contract/judges.ts";
import { useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { useImportRun } from "./import-run.ts";
import { keys } from "./keys.ts";
import { withSentFiles } from "./uploads.ts";

/** The judges of whom a project has labels. */
export const useJudges = (projectId: number) =>
  useAnswer(keys.judges(projectId), (client, options) => client.judges.list({ projectId }, options));

/** Imports what a judge said: the progress, how to start it, and how to stop it (which leaves nothing behind). */
export function useJudgeImport(projectId: number) {
  const client = useClient();
  const refresh = useRefreshJudges(projectId);
  const { state, run, cancel } = useImportRun<Extract<JudgeImportEvent, { type: "done" }>>();
  const start = (source: { judge: string; path: string }) =>
    run(
      (signal) =>
        withSentFiles({ projectId, ...source }, (sent) => client.judges.import(sent, { signal }), {
          isLast: true,
        }),
      refresh,
    );
  return { state, start, cancel };
}

/** Takes what a judge said out of the project. */
export function useRemoveJudge(projectId: number) {
  const client = useClient();
  return useMutation({
    mutationFn: (judge: string) => client.judges.remove({ projectId, judge }),
    onSuccess: useRefreshJudges(projectId),
  });
}

function useRefreshJudges(projectId: number) {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [keys.judges(projectId), keys.disagreements(projectId), keys.everyDisagreement].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
}
