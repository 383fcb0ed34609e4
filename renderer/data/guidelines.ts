import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";

/** Every version of a project's guidelines, the newest first. */
export const useGuidelines = (projectId: number) =>
  useAnswer(keys.guidelines(projectId), (client, options) =>
    client.guidelines.versions({ projectId }, options),
  );

/** Writes a version of the guidelines on top of the one that was read. */
export function useSaveGuidelines(projectId: number) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (save: { baseVersion: number; text: string }) =>
      client.guidelines.save({ projectId, ...save }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.guidelines(projectId) }),
  });
}
