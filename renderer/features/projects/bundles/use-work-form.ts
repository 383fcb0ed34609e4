import { useState } from "react";
import type { WorkReport } from "#shared/contract/bundles.ts";
import { useWorkImport, useWorkPreview } from "../../../data/bundles.ts";
import { useSettled } from "../../../ui/use-settled.ts";

const restMs = 350;

/** Work that is brought back to a project, and what that would come to; `path` null: there is none yet. */
export function useWorkForm(path: string | null, projectId: number) {
  const [named, setReviewer] = useState<string | null>(null);
  const typed = named?.trim() || null;
  const reviewer = useSettled(typed, restMs);
  const preview = useWorkPreview(path === null ? null : { projectId, path, reviewer });
  const { mutate, isPending, error } = useWorkImport();
  return {
    ...{ preview, named, setReviewer, error },
    isBusy: isPending,
    ready: path !== null && preview.isSuccess && preview.data.items > 0 && reviewer === typed,
    run(onBrought: (report: WorkReport) => void): void {
      if (path !== null) mutate({ projectId, path, reviewer }, { onSuccess: onBrought });
    },
  };
}
