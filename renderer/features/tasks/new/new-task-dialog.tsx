import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { TaskStart } from "#shared/contract/tasks.ts";
import { useMay } from "../../../data/members.ts";
import { useCreateTask, useRemoveTemplate, useTaskTemplates } from "../../../data/new-tasks.ts";
import { useTaskFacets } from "../../../data/tasks.ts";
import { fieldClasses, LabelledField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { RadioList } from "../../../ui/radio-list.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { RefusedInput } from "../refused-input.tsx";

export interface NewTaskDialogProps {
  projectId: number;
  onClose(): void;
  onCreated(taskId: number): void;
}

type Kind = Exclude<TaskStart["kind"], "task">;

const kinds: readonly { value: Kind; title: string; detail: string }[] = [
  { value: "blank", title: "Blank", detail: "An empty task with its database and the next free id" },
  {
    value: "template",
    title: "From a template",
    detail: "A copy of a task that was saved as a template in this project",
  },
  { value: "text", title: "From JSON", detail: "Paste one row of BIRD-Interact or LiveSQLBench" },
];

/** Begins a new task in the project. */
export function NewTaskDialog({ projectId, onClose, onCreated }: NewTaskDialogProps) {
  const [kind, setKind] = useState<Kind>("blank");
  const { data: facets } = useTaskFacets(projectId);
  const [database, setDatabase] = useState<string | null>(null);
  const [templateId, setTemplateId] = useState<number | null>(null);
  const [text, setText] = useState("");
  const create = useCreateTask(projectId);
  const shownDatabase = database ?? facets?.databases[0]?.value ?? "";
  const start = startOf(kind, { database: shownDatabase.trim(), templateId, text });
  const run = () => {
    if (start !== null) create.mutate(start, { onSuccess: onCreated });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="New task"
      action={{ id: "new-task.create", title: "Create", ready: start !== null, busy: create.isPending, run }}
    >
      <div className="flex flex-col gap-4">
        <RadioList<Kind> label="Start from" value={kind} onChange={setKind} options={kinds} />
        {kind === "blank" && (
          <TextField
            label="Database"
            mono
            value={shownDatabase}
            onChange={setDatabase}
            hint="As named by the tasks of this project"
          />
        )}
        {kind === "template" && (
          <TemplateField projectId={projectId} templateId={templateId} onChange={setTemplateId} />
        )}
        {kind === "text" && <JsonField text={text} onChange={setText} />}
        {create.error ? <RefusedInput error={create.error} /> : null}
      </div>
    </FormDialog>
  );
}

/** What is created; null while something is missing. */
function startOf(
  kind: Kind,
  { database, templateId, text }: { database: string; templateId: number | null; text: string },
): TaskStart | null {
  if (kind === "blank") return database === "" ? null : { kind, database };
  if (kind === "template") return templateId === null ? null : { kind, templateId };
  return text.trim() === "" ? null : { kind, text };
}

interface TemplateFieldProps {
  projectId: number;
  templateId: number | null;
  onChange(templateId: number | null): void;
}

function TemplateField({ projectId, templateId, onChange }: TemplateFieldProps) {
  const { data: templates = [] } = useTaskTemplates(projectId);
  const remove = useRemoveTemplate(projectId);
  const mayRemove = useMay()("tasks", "removeTemplate", projectId);
  if (templates.length === 0)
    return (
      <p className="text-muted">
        No templates yet. Open a task and choose “Save task as template…” from the menu of all tasks.
      </p>
    );
  return (
    <div className="flex items-end gap-1">
      <Select
        className="flex-1"
        label="Template"
        value={templateId === null ? "" : String(templateId)}
        options={[
          { value: "", title: "choose one" },
          ...templates.map(({ templateId: id, name, database, madeBy }) => ({
            value: String(id),
            title: name,
            detail: `${database} · ${madeBy}`,
          })),
        ]}
        onChange={(id) => onChange(id === "" ? null : Number(id))}
      />
      {mayRemove && (
        <IconButton
          icon={Trash2}
          label="Remove this template"
          disabled={templateId === null}
          onClick={() => {
            if (templateId !== null) remove.mutate(templateId);
            onChange(null);
          }}
        />
      )}
    </div>
  );
}

function JsonField({ text, onChange }: { text: string; onChange(text: string): void }) {
  return (
    <LabelledField id="new-task-json" label="JSON of the task" hint="The task keeps its id if that is free.">
      <textarea
        id="new-task-json"
        rows={8}
        spellCheck={false}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        className={`${fieldClasses} resize-none py-1.5 font-mono text-sm`}
      />
    </LabelledField>
  );
}
