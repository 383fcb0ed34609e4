import type { Task } from "#shared/domain/task.ts";
import { Tabs } from "../../../ui/tabs.tsx";
import { AmbiguitiesPane } from "./ambiguities/ambiguities-pane.tsx";
import { CertificatePane } from "./certificate/certificate-pane.tsx";
import { CertificateSign } from "./certificate/certificate-sign.tsx";
import { DialoguePreviewPane } from "./dialogue/dialogue-preview-pane.tsx";
import { KnowledgePane } from "./knowledge/knowledge-pane.tsx";
import { useTaskEditor } from "./store/task-editor-context.ts";
import type { TaskViewState } from "./task-view-state.ts";

/** Beside the code: the ambiguities, the knowledge that the task has to do with, or what a dialogue about it comes to. */
export function TaskSide() {
  const { task, side, setViewState } = useTaskEditor(({ task, viewState: { side }, setViewState }) => ({
    ...{ task, side, setViewState },
  }));
  const count = (length: number) => <span className="text-faint">{length}</span>;
  return (
    <Tabs<TaskViewState["side"]>
      label="Ambiguities, knowledge, dialogue, certificate"
      fits
      tabs={[
        { value: "ambiguities", title: "Ambiguities", badge: count(task.ambiguities.length) },
        { value: "knowledge", title: "Knowledge", badge: count(usedNodes(task)) },
        { value: "dialogue", title: "Dialogue" },
        { value: "certificate", title: "Certificate", badge: <CertificateSign /> },
      ]}
      value={side}
      onChange={(chosen) => setViewState({ side: chosen })}
    >
      {side === "ambiguities" && <AmbiguitiesPane />}
      {side === "knowledge" && <KnowledgePane />}
      {side === "dialogue" && <DialoguePreviewPane />}
      {side === "certificate" && <CertificatePane />}
    </Tabs>
  );
}

const usedNodes = ({ knowledgeIds, followUp }: Task): number =>
  new Set([...knowledgeIds, ...(followUp?.knowledgeIds ?? [])]).size;
