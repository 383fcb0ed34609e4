import { useCallback, useState } from "react";
import { editBetween } from "#shared/domain/edit-between.ts";
import type { TaskEdit } from "#shared/domain/task-edit.ts";
import type { EditableTask } from "../../../../data/task-draft.ts";
import type { HistoryDialogProps } from "./history-dialog.tsx";

/** The history of the task: what is typed is saved before it opens, so that it is in it. */
export function useHistoryDialog({ view, task, flush }: EditableTask, edit: (edit: TaskEdit) => void) {
  const [isOpen, setOpen] = useState(false);
  const dialog: HistoryDialogProps = {
    taskId: view.taskId,
    open: isOpen,
    onClose: () => setOpen(false),
    onRestore: (wanted) => {
      setOpen(false);
      edit(editBetween(task, wanted));
    },
  };
  const open = useCallback(() => {
    void flush();
    setOpen(true);
  }, [flush]);
  return { dialog, open };
}
