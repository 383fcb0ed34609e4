import { CircleCheck, CloudOff, CloudUpload, GitMerge, History, Pencil, Redo2, Undo2 } from "lucide-react";
import type { TaskSaveState } from "../../../../data/task-draft.ts";
import { Button } from "../../../../ui/button.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { Tooltip } from "../../../../ui/tooltip.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { canTakeBack } from "../store/undone-let-pass.ts";

const words: Record<
  Exclude<TaskSaveState, "conflict">,
  { icon: typeof Pencil; title: string; why: string }
> = {
  saved: { icon: CircleCheck, title: "Saved", why: "Every edit is saved." },
  saving: { icon: CloudUpload, title: "Saving", why: "Sent, not confirmed yet." },
  unsaved: { icon: Pencil, title: "Edited", why: "Safe in this window; saved when you pause." },
  offline: {
    icon: CloudOff,
    title: "Offline",
    why: "Safe in this window; saved when the back end is back.",
  },
};

/** Undo, redo, the history, and whether the task is saved. */
export function DraftTools() {
  const { canUndo, canRedo, undo, saveState, set, openHistory } = useTaskEditor((state) => ({
    ...canTakeBack(state),
    ...{ saveState: state.draft.saveState, undo: state.undo, set: state.set, openHistory: state.openHistory },
  }));
  return (
    <div className="flex shrink-0 items-center gap-0.5">
      <IconButton
        size="sm"
        icon={Undo2}
        label="Undo"
        keys="mod+z"
        disabled={!canUndo}
        onClick={() => undo("undo")}
      />
      <IconButton
        size="sm"
        icon={Redo2}
        label="Redo"
        keys="mod+shift+z"
        disabled={!canRedo}
        onClick={() => undo("redo")}
      />
      <IconButton size="sm" icon={History} label="History of the task" keys="h" onClick={openHistory} />
      {saveState === "conflict" ? (
        <Button size="sm" icon={GitMerge} onClick={() => set({ isConflictPutOff: false })}>
          Resolve
        </Button>
      ) : (
        <SaveSign {...words[saveState]} />
      )}
    </div>
  );
}

function SaveSign({ icon: Icon, title, why }: (typeof words)["saved"]) {
  return (
    <Tooltip content={why}>
      <span className="flex w-6 shrink-0 items-center justify-center gap-1 text-sm text-muted @min-[1000px]:w-18 @min-[1000px]:justify-start">
        <Icon size={14} aria-hidden />
        <span className="@max-[999px]:sr-only">{title}</span>
      </span>
    </Tooltip>
  );
}
