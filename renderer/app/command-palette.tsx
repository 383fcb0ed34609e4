import { Dialog } from "@base-ui/react/dialog";
import { Command as Palette } from "cmdk";
import { Search } from "lucide-react";
import { type RefObject, useRef } from "react";
import type { Command, CommandSet } from "../ui/commands.ts";
import { DialogLayer, focusAtOnce } from "../ui/dialog.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { commandGroups } from "../ui/shortcut-list.tsx";

export interface CommandPaletteProps {
  open: boolean;
  onClose(): void;
  /** The commands of the window as it was when the palette was opened. */
  sets: readonly CommandSet[];
}

/** Every command by its name, found by a few of its letters. */
export function CommandPalette({ open, onClose, sets }: CommandPaletteProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop fixed inset-0 z-30" />
        <Dialog.Popup
          aria-label="Command palette"
          initialFocus={() => focusAtOnce(input.current)}
          className="popup fixed top-[12vh] left-1/2 z-30 w-140 max-w-[calc(100vw-48px)] -translate-x-1/2 overflow-hidden outline-none"
        >
          <DialogLayer open={open} commands={[]}>
            <CommandList input={input} sets={sets} onClose={onClose} />
          </DialogLayer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface CommandListProps extends Omit<CommandPaletteProps, "open"> {
  input: RefObject<HTMLInputElement | null>;
}

function CommandList({ input, sets, onClose }: CommandListProps) {
  const choose = (command: Command): void => {
    onClose();
    // The palette first gives the focus back, so that a command may put it where it belongs.
    setTimeout(() => command.run());
  };
  return (
    <Palette label="Commands" loop>
      <div className="flex h-10 items-center gap-2 border-b px-3">
        <Search size={15} className="shrink-0 text-faint" aria-hidden />
        <Palette.Input
          ref={input}
          placeholder="What do you want to do?"
          className="h-full flex-1 bg-transparent outline-none"
        />
      </div>
      <Palette.List className="max-h-[54vh] overflow-auto p-1">
        <Palette.Empty className="px-3 py-6 text-center text-muted">
          No command has these letters in its name.
        </Palette.Empty>
        {commandGroups(sets).map(({ group, commands }) => (
          <Palette.Group
            key={group}
            heading={group}
            className="**:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-0.5 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:text-faint"
          >
            {commands.map((command) => (
              <Palette.Item
                key={command.id}
                value={`${command.title} ${command.id}`}
                keywords={[group]}
                disabled={command.enabled === false}
                onSelect={() => choose(command)}
                className="flex min-h-7 items-center gap-2 rounded-sm px-2 data-[disabled=true]:text-faint data-[selected=true]:bg-selected"
              >
                <span className="min-w-0 flex-1 truncate">{command.title}</span>
                {command.keys?.map((keys) => (
                  <Kbd key={keys} keys={keys} />
                ))}
              </Palette.Item>
            ))}
          </Palette.Group>
        ))}
      </Palette.List>
    </Palette>
  );
}
