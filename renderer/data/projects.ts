import { queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { ImportEvent } from "#shared/contract/projects.ts";
import type { Project } from "#shared/domain/project.ts";
import { neverFresh, useAnswer } from "./answers.ts";
import { type Client, useClient } from "./client.ts";
import { useImportRun } from "./import-run.ts";
import { keys } from "./keys.ts";

/** Every project of the workspace. */
export const projectsQuery = (client: Client) =>
  queryOptions({
    queryKey: keys.projects,
    queryFn: ({ signal }) => client.projects.list(undefined, { signal }),
  });

/** Every project of the workspace, kept up to date. */
export const useProjects = (): Project[] => useSuspenseQuery(projectsQuery(useClient())).data;

/** Where predictions come from: the file, the folder of their databases, and whose the labels in it are (null: none). */
export interface ImportSource {
  path: string;
  databasesDir: string;
  reviewer: string | null;
}

/** What is looked into before an import, and the project whose labels it has to have. */
export interface PreviewedSource extends ImportSource {
  projectName: string;
}

/** What a prediction file contains, before anything is imported; null asks nothing. */
export const useImportPreview = (source: PreviewedSource | null) =>
  useAnswer(
    [...keys.projects, "preview", source],
    // biome-ignore lint/style/noNonNullAssertion: enabled only with a source.
    (client, options) => client.projects.preview(source!, options),
    {
      enabled: source !== null,
      retry: false,
      // The file may have been mended since: it is read anew each time it is asked for.
      ...neverFresh,
    },
  );

/** Imports a prediction file: its progress, how to start it, and how to stop it (which leaves nothing behind). */
export function useImport() {
  const client = useClient();
  const queries = useQueryClient();
  const { state, run, cancel } = useImportRun<Extract<ImportEvent, { type: "done" }>>();
  const start = (source: ImportSource, projectName: string) =>
    run(
      (signal) => client.projects.import({ ...source, projectName }, { signal }),
      () => queries.invalidateQueries({ queryKey: keys.projects }),
    );
  return { state, start, cancel };
}
