import { type RefObject, useMemo } from "react";
import type { DatabaseKnowledge } from "#shared/contract/tasks.ts";
import type { AmbiguityChain } from "#shared/domain/ambiguity-chain.ts";
import { knowledgeGraph } from "#shared/domain/knowledge-node.ts";
import type { Task } from "#shared/domain/task.ts";
import { Tabs } from "../../../ui/tabs.tsx";
import { AmbiguitiesPane } from "./ambiguities/ambiguities-pane.tsx";
import { goldId, type TaskDocument } from "./documents/task-documents.ts";
import { KnowledgePane } from "./knowledge/knowledge-pane.tsx";
import type { TaskViewState } from "./task-view-state.ts";
import type { Authoring } from "./use-authoring.ts";
import type { TaskEditorState } from "./use-task-editor.ts";

export interface TaskSideProps {
  task: Task;
  desk: TaskEditorState;
  chains: readonly AmbiguityChain[];
  authoring: Authoring;
  knowledge: DatabaseKnowledge | undefined;
  knowledgeError: unknown;
  region: RefObject<HTMLElement | null>;
}

/** Beside the code: the ambiguities, or the knowledge that the task has to do with. */
export function TaskSide({
  task,
  desk,
  chains,
  authoring,
  knowledge,
  knowledgeError,
  region,
}: TaskSideProps) {
  const { documents, places, place, byPlace, look, onLook, jumps } = desk;
  const graph = useMemo(
    () => (knowledge === undefined ? null : knowledgeGraph(knowledge.nodes)),
    [knowledge],
  );
  const gold = documents.find(({ id }) => id === goldId(1)) as TaskDocument;
  const count = (length: number) => <span className="text-faint">{length}</span>;
  return (
    <Tabs<TaskViewState["side"]>
      label="Ambiguities and knowledge"
      tabs={[
        { value: "ambiguities", title: "Ambiguities", badge: count(task.ambiguities.length) },
        { value: "knowledge", title: "Knowledge", badge: count(usedNodes(task)) },
      ]}
      value={look.side}
      onChange={(side) => onLook({ side })}
    >
      {look.side === "ambiguities" ? (
        <AmbiguitiesPane
          task={task}
          gold={gold}
          graph={graph}
          places={places}
          isRead={desk.isGoldRead}
          instead={desk.instead}
          chains={chains}
          active={place.ambiguity}
          findingsOf={byPlace.onAmbiguity}
          authoring={authoring}
          onSelect={jumps.toAmbiguity}
          onSnippet={jumps.toAmbiguity}
          onKnowledge={jumps.toKnowledge}
          onFinding={jumps.toFinding}
          region={region}
        />
      ) : (
        <KnowledgePane
          task={task}
          knowledge={knowledge}
          error={knowledgeError}
          findingsOf={byPlace.onKnowledge}
          onNode={jumps.toKnowledge}
          region={region}
        />
      )}
    </Tabs>
  );
}

const usedNodes = ({ knowledgeIds, followUp }: Task): number =>
  new Set([...knowledgeIds, ...(followUp?.knowledgeIds ?? [])]).size;
