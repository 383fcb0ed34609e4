import type { InboxFilter } from "#shared/contract/disagreements.ts";
import { useInboxUndo } from "../../../data/disagreements.ts";
import { command, useCommands } from "../../../ui/commands.ts";
import { countText } from "../../../ui/time-text.ts";
import { noticeUndone, type UndoDirection, undoCommands } from "../../../ui/undo.ts";
import type { Inbox } from "./use-inbox.ts";

/** The dialogs of the inbox. */
export type InboxDialog = "rule" | "judges";

/** What the inbox can be about. */
export const inboxSides = [
  { value: "people", title: "opinions differ" },
  { value: "ex-yes", title: "EX yes, people no" },
  { value: "ex-no", title: "EX no, people yes" },
  { value: "judge", title: "judge against people" },
] as const satisfies readonly { value: InboxFilter["about"]; title: string }[];

/** The ways through the inbox and back, by key and palette. */
export function useInboxCommands(projectId: number, inbox: Inbox, open: (dialog: InboxDialog) => void): void {
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
    command("inbox.refresh", "Look for disagreements again", ["shift+l"], inbox.refresh),
    command("inbox.rule", "Settle by a rule…", ["shift+s"], () => open("rule")),
    command("inbox.judges", "Judges…", ["shift+j"], () => open("judges")),
    ...inboxSides.map(({ value, title }) =>
      command(`inbox.about-${value}`, `Show: ${title}`, [], () =>
        inbox.setFilter({ ...inbox.filter, about: value }),
      ),
    ),
    ...undoCommands({
      ...{ id: "inbox", noun: "settling", undoKeys: ["u"], redoKeys: ["shift+u"], undo },
    }),
  ]);
}
