import { useMutation } from "@tanstack/react-query";
import type { ExportFormat } from "#shared/formats/verdict-export/export-formats.ts";
import { neverFresh, useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";

/** What is exported: a project in a format, with everybody's verdicts (null) or one reviewer's. */
export interface ExportRequest {
  projectId: number;
  format: ExportFormat;
  reviewer: string | null;
  /** An imported file whose items alone go out; null: all. */
  sourceId: number | null;
  /** Whether people stand under pseudonyms. */
  pseudonyms: boolean;
}

/** How many items go out and what the format cannot hold. */
export const useExportPreview = (request: ExportRequest) =>
  useAnswer([...keys.exports, request], (client, options) => client.exports.preview(request, options), {
    ...neverFresh,
  });

/** Writes the file on the back end's machine. */
export function useExportToFile() {
  const client = useClient();
  return useMutation({
    mutationFn: ({ path, ...request }: ExportRequest & { path: string }) =>
      client.exports.toFile({ ...request, path }),
  });
}

/** Has the file made ready on a team host, for this browser to fetch. */
export function useExportDownload() {
  const client = useClient();
  return useMutation({ mutationFn: (request: ExportRequest) => client.exports.toDownload(request) });
}

/** Fetches the file's text, for a host that saves it itself. */
export function useExportText() {
  const client = useClient();
  return useMutation({ mutationFn: (request: ExportRequest) => client.exports.toText(request) });
}
