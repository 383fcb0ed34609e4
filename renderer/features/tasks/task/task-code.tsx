import type { Ref } from "react";
import type { Task } from "#shared/domain/task.ts";
import type { CodeAction, CodeInputHandle } from "../../../ui/code-editor/index.ts";
import { ambiguityAt } from "./ambiguities/snippet-marks.ts";
import { DocumentsPane } from "./documents/documents-pane.tsx";
import { documentEdit } from "./documents/edited-statements.ts";
import { PartBar } from "./documents/part-bar.tsx";
import { goldId, stateDocuments } from "./documents/task-documents.ts";
import { ProvenanceBar } from "./provenance/provenance-bar.tsx";
import type { ProvenanceMap } from "./provenance/use-provenance-map.ts";
import type { Authoring } from "./use-authoring.ts";
import { useCodeMarks } from "./use-code-marks.ts";
import type { TaskEditorState } from "./use-task-editor.ts";

export interface TaskCodeProps {
  task: Task;
  desk: TaskEditorState;
  authoring: Pick<Authoring, "part" | "takePart">;
  provenance: ProvenanceMap;
  /** Escape in the code. */
  onLeave(): void;
  /** The editor of the SQL. */
  editor: Ref<CodeInputHandle>;
}

/** The code of the task with the snippets of its ambiguities; the cursor in a snippet chooses its ambiguity. */
export function TaskCode({ task, desk, authoring, provenance, onLeave, editor }: TaskCodeProps) {
  const { ambiguities } = task;
  const { part } = authoring;
  const { edit, documents, shown, places, place, reveal, byPlace, look, onLook, showDocument, jumps } = desk;
  const { isGoldRead } = desk;
  const isGold = shown.id === goldId(1);
  const { marks, isMap } = useCodeMarks(task, desk, provenance);
  const missing = stateDocuments(task).filter(({ id }) => !documents.some((document) => document.id === id));
  const actions: CodeAction[] = [
    { id: "widen", title: "Widen to the part around it", keys: "alt+up", run: () => part.widen?.() },
    { id: "narrow", title: "Narrow again", keys: "alt+down", run: () => part.narrow?.() },
  ];
  return (
    <DocumentsPane
      taskId={desk.taskId}
      documents={documents}
      shown={shown}
      onShow={showDocument}
      missing={missing}
      onBegin={jumps.toCode}
      wrap={look.wrap}
      onWrap={(wrap) => onLook({ wrap })}
      profile={desk.profile}
      marks={marks}
      isMap={isMap}
      onMap={provenance.setColoured}
      findingsOf={byPlace.onDocument}
      reveal={reveal}
      onChange={(text) => {
        const edited = documentEdit(task, shown, text);
        if (edited !== null) edit(edited);
      }}
      onSelect={(range) => {
        if (isMap) provenance.setCursor(range.from);
        if (!isGold) return;
        part.take(range);
        const at = places === null ? null : ambiguityAt(shown, places, range.from, place.ambiguity);
        if (range.from === range.to && at !== null) jumps.chooseAmbiguity(at);
      }}
      actions={actions}
      onRun={() => desk.startRun(false)}
      onLeave={onLeave}
      editor={editor}
      below={
        <>
          {isMap && (
            <ProvenanceBar
              provenance={provenance}
              isBrief={look.panel === "provenance"}
              cursor={provenance.cursor}
              onOrigin={provenance.toNext}
            />
          )}
          {isGold && (
            <PartBar
              part={part}
              isRead={isGoldRead}
              ambiguities={ambiguities}
              active={place.ambiguity}
              onUse={authoring.takePart}
            />
          )}
        </>
      }
    />
  );
}
