import { Settings2 } from "lucide-react";
import { useState } from "react";
import {
  actionBudget,
  clarificationsNeeded,
  clarificationTurns,
  defaultPatience,
  type Task,
  taskCategories,
} from "#shared/domain/task.ts";
import type { TaskEdit } from "#shared/domain/task-edit.ts";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { Popover } from "../../../../ui/popover.tsx";
import { Select } from "../../../../ui/select.tsx";
import { TextField } from "../../../../ui/text-field.tsx";

export interface FieldsPopoverProps {
  task: Task;
  edit(edit: TaskEdit): void;
}

/** What a task says of itself: id, category, tier, and the budget that follows from its ambiguities. */
export function FieldsPopover({ task, edit }: FieldsPopoverProps) {
  return (
    <Popover
      label="The fields of the task"
      className="w-80"
      trigger={<IconButton size="sm" icon={Settings2} label="Id, category and tier" />}
    >
      <Fields task={task} edit={edit} />
    </Popover>
  );
}

function Fields({ task, edit }: FieldsPopoverProps) {
  const set = (fields: Partial<Pick<Task, "instanceId" | "category" | "difficultyTier">>) =>
    edit([{ kind: "set-fields", fields }]);
  const { category, difficultyTier } = task;
  const categories = [...new Set(category === null ? taskCategories : [...taskCategories, category])];
  return (
    <div className="flex flex-col gap-3">
      <IdField id={task.instanceId} onChange={(instanceId) => set({ instanceId })} />
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
      <Budget task={task} />
    </div>
  );
}

const categoryDetails: Readonly<Record<string, string>> = {
  Query: "asks for data (BI)",
  Management: "manages data (DM)",
};

/** An empty id is not taken: evaluators find tasks by it. */
function IdField({ id, onChange }: { id: string; onChange(id: string): void }) {
  const [isEmpty, setEmpty] = useState(false);
  return (
    <TextField
      label="Instance id"
      mono
      value={isEmpty ? "" : id}
      error={isEmpty ? "A task needs an id: evaluators find it by this." : null}
      onChange={(value) => {
        setEmpty(value === "");
        if (value !== "") onChange(value);
      }}
      onBlur={() => setEmpty(false)}
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
