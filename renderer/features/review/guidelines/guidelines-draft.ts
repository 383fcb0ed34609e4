import { useMemo } from "react";
import { z } from "zod";
import { viewState } from "#shared/settings/view-state.ts";
import { useViewState } from "../../../data/view-state.ts";

/** A text of the guidelines that is not saved, and the version that it was typed on. */
const GuidelinesDraft = z.object({ base: z.number().int().nonnegative(), text: z.string() });
type GuidelinesDraft = z.infer<typeof GuidelinesDraft>;

/** What the person at this window has typed as the next guidelines of a project, null: nothing; it outlives the pane and the window. */
export function useGuidelinesDraft(
  projectId: number,
): [GuidelinesDraft | null, (draft: GuidelinesDraft | null) => void] {
  const entry = useMemo(
    () => viewState(`guidelines.draft.${projectId}`, GuidelinesDraft.nullable(), null),
    [projectId],
  );
  return useViewState(entry);
}
