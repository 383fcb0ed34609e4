import { useState } from "react";
import { TaskStatus } from "#shared/domain/task-status.ts";
import { useSetTaskStatuses } from "../../../data/task-status.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { countText } from "../../../ui/time-text.ts";
import { notify } from "../../../ui/toasts.tsx";
import { taskStatusNames } from "../list/task-words.ts";
import { RefusedInput } from "../refused-input.tsx";

export interface StatusDialogProps {
  projectId: number;
  /** The tasks of the list, as it is filtered. */
  taskIds: readonly number[];
  onClose(): void;
}

/** Whom the tasks are given to; "": as they are. */
type Assignee = "" | "nobody" | "somebody";

interface StatusFields {
  status: TaskStatus | "";
  assignee: Assignee;
  name: string;
}

/** Sets the status of every task of the list, or gives them to somebody. */
export function StatusDialog({ projectId, taskIds, onClose }: StatusDialogProps) {
  const [fields, setFields] = useState<StatusFields>({ status: "", assignee: "", name: "" });
  const set = useSetTaskStatuses(projectId);
  const { status, assignee, name } = fields;
  const isNamed = assignee !== "somebody" || name.trim() !== "";
  const changes = {
    ...(status === "" ? {} : { status }),
    ...(assignee === "" ? {} : { assignee: assignee === "nobody" ? null : name.trim() }),
  };
  const onSuccess = ({ tasks }: { tasks: number }) => {
    notify({ title: `${countText(tasks, "task")} changed`, kind: "done" });
    onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Set status and assignee of the listed tasks"
      description={`${countText(taskIds.length, "task")}: those in the filtered list.`}
      width="sm"
      action={{
        ...{ id: "status.set", title: "Set", busy: set.isPending },
        ready: (status !== "" || assignee !== "") && isNamed,
        run: () => set.mutate({ taskIds, ...changes }, { onSuccess }),
      }}
    >
      <StatusForm fields={fields} onChange={(change) => setFields({ ...fields, ...change })} />
      {set.error ? <RefusedInput error={set.error} /> : null}
    </FormDialog>
  );
}

interface StatusFormProps {
  fields: StatusFields;
  onChange(change: Partial<StatusFields>): void;
}

function StatusForm({ fields: { status, assignee, name }, onChange }: StatusFormProps) {
  return (
    <div className="flex flex-col gap-3">
      <Select<TaskStatus | "">
        label="Status"
        value={status}
        options={[
          { value: "", title: "no change" },
          ...TaskStatus.options.map((value) => ({ value, title: taskStatusNames[value] })),
        ]}
        onChange={(next) => onChange({ status: next })}
      />
      <Select<Assignee>
        label="Assignee"
        value={assignee}
        options={[
          { value: "", title: "no change" },
          { value: "nobody", title: "nobody" },
          { value: "somebody", title: "somebody …" },
        ]}
        onChange={(next) => onChange({ assignee: next })}
      />
      {assignee === "somebody" && (
        <TextField label="Name" value={name} onChange={(next) => onChange({ name: next })} maxLength={200} />
      )}
    </div>
  );
}
