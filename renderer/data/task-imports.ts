import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { TaskFiles, TaskImportEvent } from "#shared/contract/task-import.ts";
import { useClient } from "./client.ts";
import { useImportRun } from "./import-run.ts";
import { keys } from "./keys.ts";

/** Where tasks come from, and into which project they go. `databasesDir` null: none was chosen. */
export interface TaskImportSource {
  files: TaskFiles;
  projectName: string;
  databasesDir: string | null;
}

/** What to do with what stands in the way: rows that cannot be read, tasks that the project has already. */
export interface TaskImportChoices {
  skipUnreadable: boolean;
  existing: "keep" | "revise";
}

/** The pack of tasks that comes with the program; null where there is none. */
export function useTaskSample() {
  const client = useClient();
  return useQuery({
    queryKey: [...keys.taskImports, "sample"],
    queryFn: ({ signal }) => client.tasks.sample(undefined, { signal }),
  });
}

/** What the files hold, before anything is imported; null asks nothing. */
export function useTaskImportPreview(source: TaskImportSource | null) {
  const client = useClient();
  return useQuery({
    queryKey: [...keys.taskImports, source],
    // biome-ignore lint/style/noNonNullAssertion: enabled only with a source.
    queryFn: ({ signal }) => client.tasks.previewImport(source!, { signal }),
    enabled: source !== null,
    retry: false,
    // A file may have been mended since: it is read anew each time it is asked for.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Imports tasks with what belongs to them: the progress, how to start it, and how to stop it (which leaves nothing behind). */
export function useTaskImport() {
  const client = useClient();
  const queries = useQueryClient();
  const { state, run, cancel } = useImportRun<Extract<TaskImportEvent, { type: "done" }>>();
  const start = (source: TaskImportSource, choices: TaskImportChoices) =>
    run(
      (signal) => client.tasks.import({ ...source, ...choices }, { signal }),
      () => queries.invalidateQueries({ queryKey: keys.projects }),
    );
  return { state, start, cancel };
}
