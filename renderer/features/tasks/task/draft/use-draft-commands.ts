import { command, useCommands } from "../../../../ui/commands.ts";
import { undoCommands } from "../../../../ui/undo.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { canTakeBack } from "../store/undone-let-pass.ts";

/** Undo and redo across the whole task; in a text field and in the code editor the keys are those of the field. */
export function useDraftCommands(): void {
  const { canUndo, canRedo, flush, undo, openHistory } = useTaskEditor((state) => ({
    ...canTakeBack(state),
    ...{ flush: state.draft.flush, undo: state.undo, openHistory: state.openHistory },
  }));
  useCommands("Task", [
    ...undoCommands({ id: "task", noun: "edit", canUndo, canRedo, undo }),
    command("task.history", "History of the task", ["h"], openHistory),
    command("task.save", "Save the task now", ["mod+s"], () => void flush(), { inInputs: true }),
  ]);
}
