import { useCallback, useState } from "react";
import type { TaskEdit } from "#shared/domain/task-edit.ts";
import type { EditableTask } from "../../../../data/task-draft.ts";
import type { ConflictDialogProps } from "./conflict-dialog.tsx";

/** The dialog about conflicts: it comes by itself, can be put off, and comes again with the next edit, which has to wait for it. */
export function useConflictDialog({ task, conflicts, edit, resolve }: EditableTask) {
  const [isPutOff, setPutOff] = useState(false);
  const open = useCallback(() => setPutOff(false), []);
  const dialog: ConflictDialogProps = {
    task,
    conflicts,
    open: conflicts.length > 0 && !isPutOff,
    onClose: () => setPutOff(true),
    onResolve: (choices) => {
      setPutOff(false);
      resolve(choices);
    },
  };
  return {
    dialog,
    open,
    edit: useCallback(
      (change: TaskEdit) => {
        setPutOff(false);
        edit(change);
      },
      [edit],
    ),
  };
}
