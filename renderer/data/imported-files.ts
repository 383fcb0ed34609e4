import { useMutation, useQueryClient } from "@tanstack/react-query";
import { neverFresh, useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";

/** The files that were imported into a project, the oldest first. */
export const useImportedFiles = (projectId: number) =>
  useAnswer([...keys.projects, "files", projectId], (client, options) =>
    client.importedFiles.list({ projectId }, options),
  );

/** What taking a file back would come to. */
export const useTakeBackPreview = (fileId: number) =>
  useAnswer(
    [...keys.projects, "take-back", fileId],
    (client, options) => client.importedFiles.takeBackPreview({ fileId }, options),
    { ...neverFresh, retry: false },
  );

/** Takes a file back. */
export function useTakeBack() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (fileId: number) => client.importedFiles.takeBack({ fileId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.projects }),
  });
}
