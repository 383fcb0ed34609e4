import { useMutation, useQueryClient } from "@tanstack/react-query";
import { neverFresh, useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";
import { withSentFiles } from "./uploads.ts";

/** Work that comes back to a project; `reviewer`: whose an unsigned file is, null: what it says. */
export interface WorkToBring {
  projectId: number;
  path: string;
  reviewer: string | null;
}

/** A bundle to open, as which project, with its databases where. */
export interface BundleToOpen {
  path: string;
  projectName: string;
  databasesDir: string;
}

/** What a project's bundle would hold, or the work in it. */
export const useBundleExport = (projectId: number) =>
  useAnswer(
    [...keys.exports, "bundle", projectId],
    (client, options) => client.bundles.preview({ projectId }, options),
    { ...neverFresh, retry: false },
  );

/** The ways out for a bundle, or for the work in it. */
export function useBundleWays(projectId: number) {
  const { bundles } = useClient();
  return {
    toText: () => bundles.toText({ projectId }),
    toDownload: () => bundles.toDownload({ projectId }),
    toFile: (path: string) => bundles.toFile({ projectId, path }),
  };
}

/** What a file on this machine is; null asks nothing. */
export const useBundleOutline = (path: string | null) =>
  useAnswer(
    [...keys.projects, "bundle", path],
    (client, options) => client.bundles.outline({ path: path ?? "" }, options),
    { ...neverFresh, enabled: path !== null, retry: false },
  );

/** What bringing work back would come to; null asks nothing. */
export const useWorkPreview = (work: WorkToBring | null) =>
  useAnswer(
    [...keys.projects, "work", work],
    // biome-ignore lint/style/noNonNullAssertion: enabled only with work.
    (client, options) => withSentFiles(work!, (sent) => client.bundles.previewWork(sent, options)),
    { ...neverFresh, enabled: work !== null, retry: false },
  );

/** Brings work back. */
export function useWorkImport() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (work: WorkToBring) =>
      withSentFiles(work, (sent) => client.bundles.importWork(sent), { isLast: true }),
    onSuccess: () => queries.invalidateQueries(),
  });
}

/** Opens a bundle as a project. */
export function useOpenBundle() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (bundle: BundleToOpen) => client.bundles.open(bundle),
    onSuccess: () => queries.invalidateQueries(),
  });
}
