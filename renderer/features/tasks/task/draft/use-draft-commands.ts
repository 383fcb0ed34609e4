import { useCommands } from "../../../../ui/commands.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";

/** Undo and redo across the whole task; in a text field and in the code editor the keys are those of the field. */
export function useDraftCommands(): void {
  const { canUndo, canRedo, undo, redo, flush, openHistory } = useTaskEditor(({ draft, openHistory }) => ({
    ...draft,
    openHistory,
  }));
  useCommands("Task", [
    { id: "task.undo", title: "Undo the last edit", keys: ["mod+z"], enabled: canUndo, run: undo },
    {
      id: "task.redo",
      title: "Redo the edit",
      keys: ["mod+shift+z", "mod+y"],
      enabled: canRedo,
      run: redo,
    },
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
