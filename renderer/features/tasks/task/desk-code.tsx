import { useMemo } from "react";
import type { Task } from "#shared/domain/task.ts";
import type { CodeAction, CodeMark } from "../../../ui/code-editor/index.ts";
import { ambiguityAt, snippetMarks } from "./ambiguities/snippet-marks.ts";
import { DocumentsPane } from "./documents/documents-pane.tsx";
import { documentEdit } from "./documents/edited-statements.ts";
import { PartBar } from "./documents/part-bar.tsx";
import { goldId, stateDocuments } from "./documents/task-documents.ts";
import type { Authoring } from "./use-authoring.ts";
import type { TaskDeskState } from "./use-task-desk.ts";

const noMarks: CodeMark[] = [];

export interface DeskCodeProps {
  task: Task;
  desk: TaskDeskState;
  authoring: Pick<Authoring, "part" | "takePart">;
  /** Escape in the code. */
  onLeave(): void;
}

/** The code of the task with the snippets of its ambiguities; the cursor in a snippet chooses its ambiguity. */
export function DeskCode({ task, desk, authoring, onLeave }: DeskCodeProps) {
  const { ambiguities } = task;
  const { part } = authoring;
  const { edit, documents, shown, places, place, reveal, byPlace, look, onLook, showDocument, jumps } = desk;
  const isGold = shown.id === goldId(1);
  const marks = useMemo(() => {
    if (!isGold) return noMarks;
    return places && snippetMarks(shown, ambiguities, places, place.ambiguity);
  }, [isGold, shown, ambiguities, places, place.ambiguity]);
  const missing = stateDocuments(task).filter(({ id }) => !documents.some((document) => document.id === id));
  const actions: CodeAction[] = [
    { id: "widen", title: "Widen to the part around it", keys: "alt+up", run: () => part.widen?.() },
    { id: "narrow", title: "Narrow again", keys: "alt+down", run: () => part.narrow?.() },
  ];
  return (
    <DocumentsPane
      documents={documents}
      shown={shown}
      onShow={showDocument}
      missing={missing}
      onBegin={jumps.toCode}
      wrap={look.wrap}
      onWrap={(wrap) => onLook({ wrap })}
      marks={marks}
      findingsOf={byPlace.onDocument}
      reveal={reveal}
      onChange={(text) => {
        const edited = documentEdit(task, shown, text);
        if (edited !== null) edit(edited);
      }}
      onSelect={(range) => {
        if (!isGold) return;
        part.take(range);
        const at = places === null ? null : ambiguityAt(shown, places, range.from);
        if (range.from === range.to && at !== null) jumps.chooseAmbiguity(at);
      }}
      actions={actions}
      onRun={() => desk.startRun(false)}
      onLeave={onLeave}
      below={
        isGold && (
          <PartBar
            part={part}
            ambiguities={ambiguities}
            active={place.ambiguity}
            onUse={authoring.takePart}
          />
        )
      }
    />
  );
}
