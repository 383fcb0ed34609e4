import { Settings2 } from "lucide-react";
import { useState } from "react";
import type { TaskDetails } from "#shared/contract/tasks.ts";
import {
  actionBudget,
  clarificationsNeeded,
  clarificationTurns,
  defaultPatience,
  type Task,
  taskCategories,
} from "#shared/domain/task.ts";
import type { TaskEdit } from "#shared/domain/task-edit.ts";
import { TaskStatus } from "#shared/domain/task-status.ts";
import { breaks } from "#shared/findings/registry.ts";
import { useSetTaskStatus } from "../../../../data/task-status.ts";
import { CommandPopover } from "../../../../ui/command-popover.tsx";
import { Select } from "../../../../ui/select.tsx";
import { TextField } from "../../../../ui/text-field.tsx";
import { taskStatusNames } from "../../list/task-words.ts";
import { asksAboutConflicts } from "../draft/conflict-dialog.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";

/** What a task says of itself: id, category, tier, and the budget that follows from its ambiguities. */
export function FieldsPopover() {
  const { view, edit, isAsking } = useTaskEditor((state) => ({
    ...{ view: state.view, edit: state.edit },
    // A dialog asks about conflicts: the fields give way to it.
    isAsking: asksAboutConflicts(state),
  }));
  return (
    <CommandPopover
      command={{
        group: "Task",
        id: "task.fields",
        title: "Change id, category, status, assignee",
        keys: "alt+shift+e",
      }}
      icon={Settings2}
      button="Id, category, status …"
      label="The fields of the task"
      className="w-80"
      givesWay={isAsking}
    >
      <Fields view={view} edit={edit} />
    </CommandPopover>
  );
}

function Fields({ view, edit }: { view: TaskDetails; edit(edit: TaskEdit): void }) {
  const { task } = view;
  const set = (fields: Partial<Pick<Task, "instanceId" | "database" | "category" | "difficultyTier">>) =>
    edit([{ kind: "set-fields", fields }]);
  const { category, difficultyTier } = task;
  const categories = [...new Set(category === null ? taskCategories : [...taskCategories, category])];
  return (
    <div className="flex flex-col gap-3">
      <IdField
        id={task.instanceId}
        isTaken={view.findings.some(({ finding }) => breaks(finding, "instance-id-repeated"))}
        onChange={(instanceId) => set({ instanceId })}
      />
      <DatabaseField database={task.database} onChange={(database) => set({ database })} />
      <Select
        label="Category"
        value={category ?? ""}
        options={[
          { value: "", title: "none" },
          ...categories.map((value) => ({ value, title: value, detail: categoryDetails[value] })),
        ]}
        onChange={(value) => set({ category: value === "" ? null : value })}
      />
      <TextField
        label="Difficulty tier"
        value={difficultyTier ?? ""}
        onChange={(value) => set({ difficultyTier: value === "" ? null : value })}
      />
      <StateFields view={view} />
      <Budget task={task} />
    </div>
  );
}

const categoryDetails: Readonly<Record<string, string>> = {
  Query: "queries data (BI)",
  Management: "manages data (DM)",
};

/** The task's status and who works on it. */
function StateFields({ view }: { view: TaskDetails }) {
  const set = useSetTaskStatus(view);
  const [name, setName] = useState(view.assignee ?? "");
  return (
    <>
      <Select
        label="Status"
        value={view.status}
        options={TaskStatus.options.map((value) => ({ value, title: taskStatusNames[value] }))}
        onChange={(status) => set({ status })}
      />
      <TextField
        label="Assignee"
        hint="Who works on it now. Saved when you leave the field."
        value={name}
        onChange={setName}
        onBlur={() => {
          const assignee = name.trim() === "" ? null : name.trim();
          if (assignee !== view.assignee) set({ assignee });
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
        }}
      />
    </>
  );
}

/** An empty id is not taken: evaluators find tasks by it. */
function IdField({ id, isTaken, onChange }: { id: string; isTaken: boolean; onChange(id: string): void }) {
  const [isEmpty, setEmpty] = useState(false);
  const taken = isTaken ? "Another task of this project has the same id." : null;
  return (
    <TextField
      label="Instance id"
      mono
      value={isEmpty ? "" : id}
      error={isEmpty ? "A task needs an id: evaluators find the task by it." : taken}
      onChange={(value) => {
        setEmpty(value === "");
        if (value !== "") onChange(value);
      }}
      onBlur={() => setEmpty(false)}
    />
  );
}

/** Taken when the field is left: every change of the database asks for its schema, knowledge and lint anew. */
function DatabaseField({ database, onChange }: { database: string; onChange(database: string): void }) {
  const [name, setName] = useState(database);
  return (
    <TextField
      label="Database"
      hint="As named in its file and knowledge base. Saved when you leave the field."
      mono
      value={name}
      onChange={setName}
      onBlur={() => {
        if (name.trim() !== database) onChange(name.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
      }}
    />
  );
}

function Budget({ task }: { task: Task }) {
  const needed = clarificationsNeeded(task);
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 text-sm [&_dd]:tabular-nums">
      <dt className="text-muted">Critical and knowledge ambiguities</dt>
      <dd>{needed}</dd>
      <dt className="text-muted">Patience</dt>
      <dd>{defaultPatience}</dd>
      <dt className="text-muted">Turns of c-Interact</dt>
      <dd>{clarificationTurns(task)}</dd>
      <dt className="text-muted">Budget of a-Interact</dt>
      <dd>{actionBudget(task)}</dd>
    </dl>
  );
}
