import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { ImportEvent } from "#shared/contract/projects.ts";
import type { Project } from "#shared/domain/project.ts";
import { type Client, useClient } from "./client.ts";
import { wasCancelled } from "./faults.ts";
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

/** What a prediction file holds, before anything is imported; null asks nothing. */
export function useImportPreview(source: ImportSource | null) {
  const client = useClient();
  return useQuery({
    queryKey: [...keys.projects, "preview", source],
    // biome-ignore lint/style/noNonNullAssertion: enabled only with a source.
    queryFn: ({ signal }) => client.projects.preview(source!, { signal }),
    enabled: source !== null,
    retry: false,
    // The file may have been mended since: it is read anew each time it is asked for.
    staleTime: 0,
    gcTime: 0,
  });
}

/** How far an import is. */
export type ImportState =
  | { step: "idle" }
  | { step: "running"; phase: "read" | "save"; done: number; total: number }
  | { step: "failed"; error: unknown };

/** Imports a prediction file: its progress, how to start it, and how to stop it (which leaves nothing behind). */
export function useImport() {
  const client = useClient();
  const queries = useQueryClient();
  const [state, setState] = useState<ImportState>({ step: "idle" });
  const stop = useRef<AbortController>(undefined);

  const start = useCallback(
    async (source: ImportSource, projectName: string): Promise<(ImportEvent & { type: "done" }) | null> => {
      const controller = new AbortController();
      stop.current = controller;
      setState({ step: "running", phase: "read", done: 0, total: 0 });
      try {
        const events = await client.projects.import(
          { ...source, projectName },
          { signal: controller.signal },
        );
        for await (const event of events) {
          if (event.type === "progress") setState({ step: "running", ...event });
          else {
            await queries.invalidateQueries({ queryKey: keys.projects });
            setState({ step: "idle" });
            return event;
          }
        }
        throw new Error("The import ended without a result. Nothing was imported; try again.");
      } catch (error) {
        const cancelled = controller.signal.aborted || wasCancelled(error);
        setState(cancelled ? { step: "idle" } : { step: "failed", error });
        return null;
      }
    },
    [client, queries],
  );
  const cancel = useCallback(() => stop.current?.abort(), []);
  return { state, start, cancel };
}

/** Says in which folder a project's databases are looked up. */
export function useSetDatabasesDir() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: { projectId: number; databasesDir: string }) =>
      client.projects.setDatabasesDir(change),
    // Other files stand behind every db_id now: schemas, results and evaluations are asked anew.
    onSuccess: () => queries.invalidateQueries(),
  });
}
