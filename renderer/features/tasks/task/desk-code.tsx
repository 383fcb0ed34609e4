import { useMemo } from "react";
import type { Task } from "#shared/domain/task.ts";
import type { CodeMark } from "../../../ui/code-editor/index.ts";
import { ambiguityAt, snippetMarks } from "./ambiguities/snippet-marks.ts";
import { DocumentsPane } from "./documents/documents-pane.tsx";
import { goldId } from "./documents/task-documents.ts";
import type { TaskDeskState } from "./use-task-desk.ts";

const noMarks: CodeMark[] = [];

/** The code of the task with the snippets of its ambiguities; the cursor in a snippet chooses its ambiguity. */
export function DeskCode({ task: { ambiguities }, desk }: { task: Task; desk: TaskDeskState }) {
  const { documents, shown, places, place, reveal, byPlace, look, onLook, showDocument, jumps } = desk;
  const isGold = shown.id === goldId(1);
  const marks = useMemo(
    () => (isGold && places !== null ? snippetMarks(shown, ambiguities, places, place.ambiguity) : noMarks),
    [isGold, shown, ambiguities, places, place.ambiguity],
  );
  return (
    <DocumentsPane
      documents={documents}
      shown={shown}
      onShow={showDocument}
      wrap={look.wrap}
      onWrap={(wrap) => onLook({ wrap })}
      marks={marks}
      findingsOf={byPlace.onDocument}
      reveal={reveal}
      onPlace={(offset) => {
        if (isGold && places !== null) jumps.chooseAmbiguity(ambiguityAt(shown, places, offset));
      }}
    />
  );
}
