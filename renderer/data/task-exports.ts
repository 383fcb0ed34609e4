import { useMutation } from "@tanstack/react-query";
import type { TaskFormat } from "#shared/domain/task-revision.ts";
import type { TaskStatus } from "#shared/domain/task-status.ts";
import { neverFresh, useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";

/** What is exported: a project's tasks in a format; all of them, or only those with one of `statuses`. */
export interface TaskExportRequest {
  projectId: number;
  format: TaskFormat;
  statuses?: TaskStatus[];
  /** Whether words and readings of ambiguities go along. */
  withReadings: boolean;
}

/** How many tasks go out and what the format cannot hold. */
export const useTaskExportPreview = (request: TaskExportRequest) =>
  useAnswer(
    [...keys.taskExports, request],
    (client, options) => client.tasks.exportPreview(request, options),
    {
      ...neverFresh,
    },
  );

/** Writes the file on the back end's machine. */
export function useTaskExportToFile() {
  const client = useClient();
  return useMutation({
    mutationFn: (request: TaskExportRequest & { path: string }) => client.tasks.exportToFile(request),
  });
}

/** Has the file made ready on a team host, for this browser to fetch. */
export function useTaskExportDownload() {
  const client = useClient();
  return useMutation({ mutationFn: (request: TaskExportRequest) => client.tasks.exportToDownload(request) });
}

/** Fetches the file's text, for a host that saves it itself. */
export function useTaskExportText() {
  const client = useClient();
  return useMutation({ mutationFn: (request: TaskExportRequest) => client.tasks.exportToText(request) });
}
