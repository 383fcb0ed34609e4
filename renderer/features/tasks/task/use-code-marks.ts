import { useMemo } from "react";
import type { CodeMark } from "../../../ui/code-editor/index.ts";
import { snippetMarks } from "./ambiguities/snippet-marks.ts";
import { goldId } from "./documents/task-documents.ts";
import { provenanceMarks } from "./provenance/shown-parts.ts";
import { useTaskEditor } from "./store/task-editor-context.ts";

const noMarks: CodeMark[] = [];

/** What is marked in the code on screen: where a gold comes from, or the snippets in that of phase 1; null while it is worked out. */
export function useCodeMarks(): { marks: CodeMark[] | null; isMap: boolean } {
  const { shown, ambiguities, locations, isRead, active, isColoured, provenance } = useTaskEditor(
    (state) => ({
      shown: state.shown,
      ambiguities: state.task.ambiguities,
      locations: state.snippets.locations,
      isRead: state.snippets.isRead,
      active: state.location.ambiguity,
      isColoured: state.viewState.provenance,
      provenance: state.provenance,
    }),
  );
  const isGold = shown.id === goldId(1);
  const snippets = useMemo(() => {
    if (!isGold) return noMarks;
    return locations && snippetMarks(shown, ambiguities, locations, { active, isRead });
  }, [isGold, shown, ambiguities, locations, active, isRead]);
  const isMap = isColoured && shown.kind === "gold";
  const { isCurrent, parts, problem } = provenance;
  const origins = useMemo(() => {
    if (!isMap || problem !== null) return noMarks;
    return isCurrent ? provenanceMarks(shown.text, parts) : null;
  }, [isMap, problem, isCurrent, shown.text, parts]);
  return { marks: isMap ? origins : snippets, isMap };
}
