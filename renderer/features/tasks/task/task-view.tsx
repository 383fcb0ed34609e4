import { errorDetails, errorText } from "../../../data/faults.ts";
import { useDatabaseKnowledge, useTask } from "../../../data/tasks.ts";
import { InlineError } from "../../../ui/inline-error.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { TaskEditor } from "./task-editor.tsx";

export interface TaskViewProps {
  taskId: number;
}

/** One task whole: its questions, code, ambiguities, knowledge, findings and runs. */
export function TaskView({ taskId }: TaskViewProps) {
  const { data: view, error } = useTask(taskId);
  const knowledge = useDatabaseKnowledge(view?.projectId ?? 0, view?.task.database ?? null);
  if (view === undefined)
    return error === null ? (
      <SkeletonLines lines={8} />
    ) : (
      <InlineError className="m-3" title="The task could not be read." details={errorDetails(error)}>
        {errorText(error)}
      </InlineError>
    );
  return (
    <TaskEditor
      view={view}
      isStale={view.taskId !== taskId}
      knowledge={knowledge.data}
      knowledgeError={knowledge.error}
    />
  );
}
