import { useState } from "react";
import type { Project } from "#shared/domain/project.ts";
import { errorText } from "../../../data/faults.ts";
import { useDeleteProject } from "../../../data/projects.ts";
import { useReviewers } from "../../../data/verdicts.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { countText } from "../../../ui/time-text.ts";
import { notify } from "../../../ui/toasts.tsx";

interface DeleteProjectDialogProps {
  project: Project;
  onBack(): void;
  onDone(): void;
}

/** Deletes a project once its name has been typed. */
export function DeleteProjectDialog({ project, onBack, onDone }: DeleteProjectDialogProps) {
  const { id, name, itemCount, taskCount } = project;
  const [typed, setTyped] = useState("");
  const remove = useDeleteProject();
  const reviewers = useReviewers(id).data ?? [];
  const verdicts = reviewers.reduce((sum, { labelled }) => sum + labelled, 0);
  const run = (): void =>
    remove.mutate(
      { projectId: id, name: typed },
      {
        onSuccess: () => {
          notify({ kind: "done", title: `Deleted ${name}` });
          onDone();
        },
      },
    );
  return (
    <FormDialog
      onClose={onBack}
      title={`Delete ${name}?`}
      description="The project is deleted for good, in every window. Files that you imported or exported stay where they are."
      action={{
        id: "project.delete",
        title: "Delete for good",
        ready: typed.trim() === name,
        busy: remove.isPending,
        run,
      }}
    >
      <div className="flex flex-col gap-3">
        {remove.error ? <InlineError title={errorText(remove.error)} /> : null}
        <p>
          This also deletes {countText(itemCount, "item")}, {countText(taskCount, "task")},{" "}
          {countText(verdicts, "verdict")} of {countText(reviewers.length, "reviewer")}, and all results, runs
          and certificates.
        </p>
        <TextField label={`Type ${name} to delete it`} value={typed} onChange={setTyped} />
      </div>
    </FormDialog>
  );
}
