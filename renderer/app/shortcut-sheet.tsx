import type { CommandSet } from "../ui/commands.ts";
import { Dialog } from "../ui/dialog.tsx";
import { ShortcutList } from "../ui/shortcut-list.tsx";

/** The `?` sheet: every shortcut that holds now, by group, made from the commands themselves. */
export function ShortcutSheet({
  open,
  onClose,
  sets,
}: {
  open: boolean;
  onClose(): void;
  sets: readonly CommandSet[];
}) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" width="lg">
      <ShortcutList sets={sets} />
    </Dialog>
  );
}
