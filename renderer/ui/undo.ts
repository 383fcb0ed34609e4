import { errorText } from "../data/faults.ts";
import { type Command, command } from "./commands.ts";
import { notify } from "./toasts.tsx";

/** Whether the latest change is taken back, or put on again after that. */
export type UndoDirection = "undo" | "redo";

/** The changes of one screen, to take back one after another. */
export interface UndoHistory {
  /** What its commands begin with: "verdict" makes "verdict.undo". */
  id: string;
  /** What a person takes back: "verdict". */
  noun: string;
  /** Keys beside those that every screen has. */
  undoKeys?: string[];
  redoKeys?: string[];
  canUndo?: boolean;
  canRedo?: boolean;
  undo(direction: UndoDirection): void;
}

/** Undo and redo of a screen as commands. */
export function undoCommands({ id, noun, undo, ...more }: UndoHistory): Command[] {
  const { undoKeys = [], redoKeys = [], canUndo = true, canRedo = true } = more;
  return [
    command(`${id}.undo`, `Undo the latest ${noun}`, ["mod+z", ...undoKeys], () => undo("undo"), {
      enabled: canUndo,
    }),
    command(
      `${id}.redo`,
      `Redo the latest ${noun}`,
      ["mod+shift+z", "mod+y", ...redoKeys],
      () => undo("redo"),
      { enabled: canRedo },
    ),
  ];
}

/** What a notice says of a change that can be taken back is untrue once it is: the notice that it was taken back replaces it. */
export const undoableNotice = { id: "undo" };

/** Says what an undo or redo changed, once it is known; null: there was nothing to change. A newer notice replaces the one before. */
export async function noticeUndone(
  direction: UndoDirection,
  changed: string | null | Promise<string | null>,
): Promise<void> {
  try {
    const description = await changed;
    if (description === null) notify({ ...undoableNotice, title: `There is nothing to ${direction}.` });
    else
      notify({
        ...undoableNotice,
        kind: "done",
        title: direction === "undo" ? "Undone" : "Redone",
        description,
      });
  } catch (error) {
    const title = `The ${direction} could not be saved. Try again.`;
    notify({ ...undoableNotice, kind: "error", title, description: errorText(error) });
  }
}
