import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { ImportEvent, ImportSource } from "#shared/contract/projects.ts";
import type { Project } from "#shared/domain/project.ts";
import { neverFresh, useAnswer } from "./answers.ts";
import { type Client, useClient } from "./client.ts";
import { useImportRun } from "./import-run.ts";
import { keys } from "./keys.ts";
import { withSentFiles } from "./uploads.ts";

/** Every project of the workspace. */
export const projectsQuery = (client: Client) =>
  queryOptions({
    queryKey: keys.projects,
    queryFn: ({ signal }) => client.projects.list(undefined, { signal }),
  });

/** Every project of the workspace, kept up to date. */
export const useProjects = (): Project[] => useSuspenseQuery(projectsQuery(useClient())).data;

/** What is to be imported into which project. */
export type ProjectImport = ImportSource & { projectName: string };

/** What importing files comes to, before anything is imported; null asks nothing. */
export const useImportPreview = (source: ProjectImport | null) =>
  useAnswer(
    [...keys.projects, "preview", source],
    // biome-ignore lint/style/noNonNullAssertion: enabled only with a source.
    (client, options) => withSentFiles(source!, (sent) => client.projects.preview(sent, options)),
    {
      enabled: source !== null,
      retry: false,
      // The file may have been mended since: it is read anew each time it is asked for.
      ...neverFresh,
    },
  );

/** Imports prediction files: their progress, how to start it, and how to stop it (which leaves nothing behind). */
export function useImport() {
  const client = useClient();
  const queries = useQueryClient();
  const { state, run, cancel } = useImportRun<Extract<ImportEvent, { type: "done" }>>();
  const start = (source: ProjectImport) =>
    run(
      (signal) => withSentFiles(source, (sent) => client.projects.import(sent, { signal }), { isLast: true }),
      () => queries.invalidateQueries({ queryKey: keys.projects }),
    );
  return { state, start, cancel };
}

/** Gives a project another name. */
export function useRenameProject() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: { projectId: number; name: string }) => client.projects.rename(input),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.projects }),
  });
}

/** Deletes a project for good; `name` is what the person typed. */
export function useDeleteProject() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: { projectId: number; name: string }) => client.projects.delete(input),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.projects }),
  });
}
