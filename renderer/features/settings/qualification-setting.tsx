import { Trash2 } from "lucide-react";
import type { AnnotatorQualification, QualificationTask } from "#shared/contract/qualification.ts";
import type { Project } from "#shared/domain/project.ts";
import { errorText } from "../../data/faults.ts";
import { useAnnotators, useChooseQualification, useQualificationTasks } from "../../data/qualification.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { InlineError } from "../../ui/inline-error.tsx";

/** The tasks by which annotators of a project qualify, and how each annotator stands. */
export function QualificationSetting({ project }: { project: Project }) {
  const { data: tasks = [] } = useQualificationTasks(project.id);
  const { data: people = [] } = useAnnotators(project.id);
  const choose = useChooseQualification(project.id);
  const remove = (taskIds: number[]) => choose.mutate({ taskIds, chosen: false });
  return (
    <section aria-label="Qualification of annotators" className="flex flex-col gap-2">
      <h3 className="text-sm font-medium text-muted">Qualification of annotators</h3>
      <p className="text-sm text-faint">
        Clear tasks that each annotator makes interactive in a copy of their own. T Q on the tasks screen puts
        the listed tasks into the set. The copies are tasks of this project, so a project of its own serves
        best.
      </p>
      {tasks.length === 0 ? (
        <p className="text-muted">none</p>
      ) : (
        <TaskList tasks={tasks} onRemove={(taskId) => remove([taskId])} />
      )}
      {tasks.length > 1 && (
        <div>
          <Button size="sm" onClick={() => remove(tasks.map(({ taskId }) => taskId))}>
            Take all out
          </Button>
        </div>
      )}
      {people.length > 0 && <Annotators people={people} />}
      {choose.error ? <InlineError title={errorText(choose.error)} /> : null}
    </section>
  );
}

interface TaskListProps {
  tasks: readonly QualificationTask[];
  onRemove(taskId: number): void;
}

function TaskList({ tasks, onRemove }: TaskListProps) {
  return (
    <ul className="max-h-60 divide-y overflow-auto rounded-md border" aria-label="Qualification tasks">
      {tasks.map(({ taskId, instanceId }) => (
        <li key={taskId} className="flex items-center gap-3 px-3 py-1">
          <span className="min-w-0 flex-1 truncate">{instanceId}</span>
          <IconButton
            size="sm"
            icon={Trash2}
            label={`Take ${instanceId} out of the set`}
            onClick={() => onRemove(taskId)}
          />
        </li>
      ))}
    </ul>
  );
}

function Annotators({ people }: { people: readonly AnnotatorQualification[] }) {
  return (
    <table className="w-full text-left" aria-label="Results per annotator">
      <thead className="text-sm text-muted">
        <tr>
          <th className="py-1 font-medium">Annotator</th>
          <th className="font-medium">Taken</th>
          <th className="font-medium">Submitted</th>
          <th className="font-medium">Hold</th>
          <th className="font-medium">Qualification</th>
        </tr>
      </thead>
      <tbody>
        {people.map(({ person, exercises, score: { total, judged, right }, needed, passed }) => (
          <tr key={person} className="border-t tabular-nums">
            <td className="py-1">{person}</td>
            <td>
              {exercises} of {total}
            </td>
            <td>{judged}</td>
            <td>
              {right}, {needed} needed
            </td>
            <td className={passed === true ? "text-added" : passed === false ? "text-removed" : "text-muted"}>
              {passed === null ? "open" : passed ? "passed" : "not passed"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
