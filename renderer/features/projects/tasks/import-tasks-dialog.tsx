import type { TaskImportPreview } from "#shared/contract/task-import.ts";
import type { Project } from "#shared/domain/project.ts";
import { useIsElsewhere } from "../../../data/session.ts";
import { useTaskImport, useTaskImportPreview } from "../../../data/task-imports.ts";
import { ImportFrame } from "../../../results/import/import-frame.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { countText } from "../../../ui/time-text.ts";
import { notify } from "../../../ui/toasts.tsx";
import { PreviewArea } from "../preview-area.tsx";
import { ImportTasksChoices } from "./import-tasks-choices.tsx";
import { ImportTasksFiles } from "./import-tasks-files.tsx";
import { useImportTasksForm } from "./import-tasks-form.ts";
import { ImportTasksSummary } from "./import-tasks-summary.tsx";

export interface ImportTasksDialogProps {
  /** The project in front, to which tasks are added unless another name is given; null: there is none. */
  project: Project | null;
  onClose(): void;
  onImported(projectId: number): void;
}

/** Imports tasks with what belongs to them: which files, what they hold, and then all of it or nothing. */
export function ImportTasksDialog({ project, onClose, onImported }: ImportTasksDialogProps) {
  const isElsewhere = useIsElsewhere();
  const isAdded = project !== null && (isElsewhere || project.taskCount > 0);
  const form = useImportTasksForm(isAdded ? project.name : null);
  const { state, start, cancel } = useTaskImport();
  const preview = useTaskImportPreview(form.previewed);
  const ready = form.settled && preview.isSuccess && canImport(preview.data, form);

  const importNow = async (): Promise<void> => {
    if (form.source === null) return;
    const done = await start(form.source, form.choices);
    if (done === null) return;
    notify({ kind: "done", title: `Imported ${countText(done.tasks, "task")}`, description: outcome(done) });
    onImported(done.project.id);
    onClose();
  };
  return (
    <ImportFrame
      title="Import tasks"
      description={`BIRD-Interact or LiveSQLBench tasks, with their knowledge where you have it. Either everything is imported or nothing is.${isElsewhere ? ` ${form.projectName} gets the tasks added.` : ""}`}
      what="the tasks"
      ready={ready}
      state={state}
      onImport={() => void importNow()}
      onStop={cancel}
      onClose={onClose}
    >
      <ImportTasksFiles form={form} />
      {isElsewhere ? null : (
        <TextField
          label="Project"
          value={form.projectName}
          onChange={form.setProjectName}
          hint="A new name creates a project; an existing project gets the tasks added."
        />
      )}
      <PreviewArea preview={form.previewed === null ? null : preview} title="Contents of the files">
        {(data) => <ImportTasksSummary preview={data} />}
      </PreviewArea>
      {preview.data !== undefined && preview.data.tasks > 0 ? (
        <ImportTasksChoices preview={preview.data} choices={form.choices} onChange={form.choose} />
      ) : null}
    </ImportFrame>
  );
}

function canImport(
  { tasks, problems }: TaskImportPreview,
  { projectName, choices }: ReturnType<typeof useImportTasksForm>,
): boolean {
  return projectName.trim() !== "" && tasks > 0 && (problems.length === 0 || choices.skipUnreadable);
}

interface Outcome {
  project: Project;
  revised: number;
  kept: number;
  skippedRows: number;
  knowledgeNodes: number;
  exceptions: number;
}

function outcome({ project, revised, kept, skippedRows, knowledgeNodes, exceptions }: Outcome): string {
  return [
    project.name,
    ...(revised > 0 ? [`${countText(revised, "task")} revised`] : []),
    ...(kept > 0 ? [`${countText(kept, "task")} not changed`] : []),
    ...(skippedRows > 0 ? [`${countText(skippedRows, "line")} skipped`] : []),
    ...(knowledgeNodes > 0 ? [countText(knowledgeNodes, "knowledge node")] : []),
    ...(exceptions > 0 ? [countText(exceptions, "exception")] : []),
  ].join(" · ");
}
