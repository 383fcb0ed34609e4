import { useInboxUndo } from "../../../data/disagreements.ts";
import { command, useCommands } from "../../../ui/commands.ts";
import { countText } from "../../../ui/time-text.ts";
import { noticeUndone, type UndoDirection, undoCommands } from "../../../ui/undo.ts";
import type { Inbox } from "./use-inbox.ts";

/** The ways through the inbox and back, by key and palette. */
export function useInboxCommands(projectId: number, inbox: Inbox, onRule: () => void): void {
  const revert = useInboxUndo(projectId);
  const undo = (direction: UndoDirection) =>
    void noticeUndone(
      direction,
      revert(direction).then((reverted) => {
        if (reverted === null) return null;
        if (reverted.itemId !== null) inbox.show(reverted.itemId);
        return countText(reverted.items, "item");
      }),
    );
  useCommands("Inbox", [
    command("inbox.next", "Next item", ["j", "ArrowDown"], () => inbox.step("next")),
    command("inbox.previous", "Previous item", ["k", "ArrowUp"], () => inbox.step("previous")),
    command("inbox.first", "First item", ["g g"], () => inbox.step("first")),
    command("inbox.last", "Last item", ["shift+g"], () => inbox.step("last")),
    command("inbox.refresh", "Look for disagreements anew", ["shift+l"], inbox.refresh),
    command("inbox.rule", "Settle by a rule…", ["shift+s"], onRule),
    ...undoCommands({
      ...{ id: "inbox", noun: "settling", undoKeys: ["u"], redoKeys: ["shift+u"], undo },
    }),
  ]);
}
