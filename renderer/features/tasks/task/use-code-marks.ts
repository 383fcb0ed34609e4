import { useMemo } from "react";
import type { Task } from "#shared/domain/task.ts";
import type { CodeMark } from "../../../ui/code-editor/index.ts";
import { snippetMarks } from "./ambiguities/snippet-marks.ts";
import { goldId } from "./documents/task-documents.ts";
import { provenanceMarks } from "./provenance/shown-parts.ts";
import type { ProvenanceMap } from "./provenance/use-provenance-map.ts";
import type { TaskEditorState } from "./use-task-editor.ts";

const noMarks: CodeMark[] = [];

/** What is marked in the code on screen: where a gold comes from, or the snippets in that of phase 1; null while it is worked out. */
export function useCodeMarks(
  { ambiguities }: Task,
  { shown, places, place, isGoldRead }: TaskEditorState,
  { isColoured, isCurrent, parts, problem }: ProvenanceMap,
): { marks: CodeMark[] | null; isMap: boolean } {
  const isGold = shown.id === goldId(1);
  const active = place.ambiguity;
  const snippets = useMemo(() => {
    if (!isGold) return noMarks;
    return places && snippetMarks(shown, ambiguities, places, { active, isRead: isGoldRead });
  }, [isGold, shown, ambiguities, places, active, isGoldRead]);
  const isMap = isColoured && shown.kind === "gold";
  const origins = useMemo(() => {
    if (!isMap || problem !== null) return noMarks;
    return isCurrent ? provenanceMarks(shown.text, parts) : null;
  }, [isMap, problem, isCurrent, shown.text, parts]);
  return { marks: isMap ? origins : snippets, isMap };
}
