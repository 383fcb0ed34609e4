import { useState } from "react";
import { TaskStatus } from "#shared/domain/task-status.ts";
import { useSetTaskStatuses } from "../../../data/task-status.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
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

type Giving = "keep" | "nobody" | "somebody";

/** Puts every task of the list elsewhere, or gives them to somebody. */
// Longer than a function should be: one short form, whose fields and button share its state.
export function StatusDialog({ projectId, taskIds, onClose }: StatusDialogProps) {
  const [status, setStatus] = useState<TaskStatus | "">("");
  const [giving, setGiving] = useState<Giving>("keep");
  const [name, setName] = useState("");
  const set = useSetTaskStatuses(projectId);
  const isNamed = giving !== "somebody" || name.trim() !== "";
  const ready = (status !== "" || giving !== "keep") && isNamed && !set.isPending;
  const run = () =>
    set.mutate(
      {
        taskIds,
        ...(status === "" ? {} : { status }),
        ...(giving === "keep" ? {} : { assignee: giving === "nobody" ? null : name.trim() }),
      },
      {
        onSuccess: ({ tasks }) => {
          notify({ title: `${countText(tasks, "task")} changed`, kind: "done" });
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Status and assignee of the listed tasks"
      description={`${countText(taskIds.length, "task")}: those that the list shows as it is filtered.`}
      width="sm"
      commands={[
        { id: "status.set", title: "Set", keys: ["mod+Enter"], inInputs: true, enabled: ready, run },
      ]}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" keys="mod+Enter" disabled={!ready} busy={set.isPending} onClick={run}>
            Set
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Select<TaskStatus | "">
          label="Status"
          value={status}
          options={[
            { value: "", title: "as it is" },
            ...TaskStatus.options.map((value) => ({ value, title: taskStatusNames[value] })),
          ]}
          onChange={setStatus}
        />
        <Select<Giving>
          label="Assignee"
          value={giving}
          options={[
            { value: "keep", title: "as it is" },
            { value: "nobody", title: "nobody" },
            { value: "somebody", title: "somebody …" },
          ]}
          onChange={setGiving}
        />
        {giving === "somebody" && <TextField label="Name" value={name} onChange={setName} maxLength={200} />}
        {set.error ? <RefusedInput error={set.error} /> : null}
      </div>
    </Dialog>
  );
}
