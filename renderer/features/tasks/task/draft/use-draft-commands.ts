import { useCommands } from "../../../../ui/commands.ts";
import { undoCommands } from "../../../../ui/undo.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";

/** Undo and redo across the whole task; in a text field and in the code editor the keys are those of the field. */
export function useDraftCommands(): void {
  const { canUndo, canRedo, flush, undo, openHistory } = useTaskEditor((state) => ({
    ...state.draft,
    ...{ undo: state.undo, openHistory: state.openHistory },
  }));
  useCommands("Task", [
    ...undoCommands({ id: "task", noun: "edit", canUndo, canRedo, undo }),
    { id: "task.history", title: "History of the task", keys: ["h"], run: openHistory },
    {
      id: "task.save",
      title: "Save the task now",
      keys: ["mod+s"],
      inInputs: true,
      run: () => void flush(),
    },
  ]);
}
