import { useQueryClient } from "@tanstack/react-query";
import type { TaskFiles, TaskImportEvent } from "#shared/contract/task-import.ts";
import { neverFresh, useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { useImportRun } from "./import-run.ts";
import { keys } from "./keys.ts";
import { withSentFiles } from "./uploads.ts";

/** Where tasks come from, and into which project they go. `databasesDir` null: none was chosen. */
export interface TaskImportSource {
  files: TaskFiles;
  projectName: string;
  databasesDir: string | null;
}

/** What to do with obstacles: rows that cannot be read, tasks that the project has already. */
export interface TaskImportChoices {
  skipUnreadable: boolean;
  existing: "keep" | "revise";
}

/** The pack of tasks that comes with the program; null where there is none, and nothing where it is not asked for. */
export const useTaskSample = (enabled: boolean) =>
  useAnswer([...keys.taskImports, "sample"], (client, options) => client.tasks.sample(undefined, options), {
    enabled,
  });

/** What the files hold, before anything is imported; null asks nothing. */
export const useTaskImportPreview = (source: TaskImportSource | null) =>
  useAnswer(
    [...keys.taskImports, source],
    // biome-ignore lint/style/noNonNullAssertion: enabled only with a source.
    (client, options) => withSentFiles(source!, (sent) => client.tasks.previewImport(sent, options)),
    {
      enabled: source !== null,
      retry: false,
      // A file may have been mended since: it is read anew each time it is asked for.
      ...neverFresh,
    },
  );

/** Imports tasks with what belongs to them: the progress, how to start it, and how to stop it (which leaves nothing behind). */
export function useTaskImport() {
  const client = useClient();
  const queries = useQueryClient();
  const { state, run, cancel } = useImportRun<Extract<TaskImportEvent, { type: "done" }>>();
  const start = (source: TaskImportSource, choices: TaskImportChoices) =>
    run(
      (signal) =>
        withSentFiles({ ...source, ...choices }, (sent) => client.tasks.import(sent, { signal }), {
          isLast: true,
        }),
      () => queries.invalidateQueries({ queryKey: keys.projects }),
    );
  return { state, start, cancel };
}
