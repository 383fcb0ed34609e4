import type { RefObject } from "react";
import type { TaskDetails } from "#shared/contract/tasks.ts";
import type { TaskEdit } from "#shared/domain/task-edit.ts";
import { errorText } from "../../../../../data/faults.ts";
import { useDatabaseKnowledge } from "../../../../../data/tasks.ts";
import { InlineError } from "../../../../../ui/inline-error.tsx";
import { SkeletonLines } from "../../../../../ui/skeleton.tsx";
import { KnowledgeGraphPane } from "./knowledge-graph-pane.tsx";

export interface KnowledgeGraphProps {
  view: TaskDetails;
  edit(edit: TaskEdit): void;
  onNode(id: number): void;
  region: RefObject<HTMLElement | null>;
}

/** The knowledge of a task's database as a graph, once it has come. */
export function TaskKnowledgeGraph({ view, edit, onNode, region }: KnowledgeGraphProps) {
  const { data, error } = useDatabaseKnowledge(view.projectId, view.task.database);
  if (error)
    return (
      <InlineError className="m-3" title="The knowledge could not be read.">
        {errorText(error)}
      </InlineError>
    );
  if (data === undefined) return <SkeletonLines lines={6} />;
  return (
    <KnowledgeGraphPane
      key={view.taskId}
      task={view.task}
      nodes={data.nodes}
      edit={edit}
      onNode={onNode}
      region={region}
    />
  );
}
