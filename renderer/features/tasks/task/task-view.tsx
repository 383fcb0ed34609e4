import { errorDetails, errorText } from "../../../data/faults.ts";
import { useDatabaseKnowledge, useTask } from "../../../data/tasks.ts";
import { InlineError } from "../../../ui/inline-error.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import type { AskedCertificate } from "./certificate/asked-property.tsx";
import { TaskEditor } from "./task-editor.tsx";

export interface TaskViewProps {
  taskId: number;
  /** A property of a task's certificate that is to be shown, or (null) the certificate as a whole. */
  asked: AskedCertificate | null;
  /** It is shown. */
  onAsked(): void;
}

/** One task whole: its questions, code, ambiguities, knowledge, findings and runs. */
export function TaskView({ taskId, asked, onAsked }: TaskViewProps) {
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
      asked={asked?.taskId === view.taskId ? asked : null}
      onAsked={onAsked}
    />
  );
}
