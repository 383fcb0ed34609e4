import { useState } from "react";
import { useSaveTemplate, useTaskTemplates } from "../../../data/new-tasks.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { RefusedInput } from "../refused-input.tsx";

export interface TemplateDialogProps {
  projectId: number;
  taskId: number;
  onClose(): void;
}

/** Saves the task on screen as a template under a name. */
export function TemplateDialog({ projectId, taskId, onClose }: TemplateDialogProps) {
  const [typed, setTyped] = useState("");
  const save = useSaveTemplate(projectId);
  const { data: templates = [] } = useTaskTemplates(projectId);
  const name = typed.trim();
  const replaces = templates.some((template) => template.name === name);
  const run = () => save.mutate({ taskId, name }, { onSuccess: onClose });
  return (
    <FormDialog
      onClose={onClose}
      title="Save as template"
      description="New tasks of this project can start from it. Later edits of this task do not change the template."
      width="sm"
      action={{
        id: "template.save",
        title: "Save",
        ready: name !== "",
        busy: save.isPending,
        run,
        keys: ["Enter"],
      }}
    >
      <TextField
        label="Name"
        value={typed}
        onChange={setTyped}
        maxLength={200}
        hint={
          replaces ? "A template of this name exists. It will be replaced." : "What it is for, in a few words"
        }
      />
      {save.error ? <RefusedInput error={save.error} /> : null}
    </FormDialog>
  );
}
