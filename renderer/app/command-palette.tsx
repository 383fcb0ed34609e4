import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { type RefObject, useMemo, useRef, useState } from "react";
import type { Command, CommandSet } from "../ui/commands.ts";
import { DialogLayer, focusAtOnce } from "../ui/dialog.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { lettersFit } from "../ui/letters-fit.ts";
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
          data-modal=""
          initialFocus={() => focusAtOnce(input.current)}
          finalFocus={false}
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
  const [typed, setTyped] = useState("");
  const groups = useMemo(() => fittingGroups(sets, typed), [sets, typed]);
  const choose = (command: Command): void => {
    onClose();
    // The palette first gives the focus back, so that a command may put it where it belongs.
    setTimeout(() => command.run());
  };
  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      // What fits, and how well, is decided here: by letters, not by whole words.
      filter={null}
      value={typed}
      onValueChange={(value, { reason }) => {
        if (reason !== "item-press") setTyped(value);
      }}
      autoHighlight="always"
      keepHighlight
      itemToStringValue={({ title }: Command) => title}
    >
      <div className="flex h-10 items-center gap-2 border-b px-3">
        <Search size={15} className="shrink-0 text-faint" aria-hidden />
        <Autocomplete.Input
          ref={input}
          aria-label="Commands"
          placeholder="What do you want to do?"
          className="h-full flex-1 bg-transparent outline-none"
        />
      </div>
      <Autocomplete.Empty className="px-3 text-center text-muted not-empty:py-6">
        No command matches these letters.
      </Autocomplete.Empty>
      <Autocomplete.List className="max-h-[54vh] overflow-auto p-1 empty:p-0">
        {(group: CommandGroup) => (
          <Autocomplete.Group key={group.value} items={group.items}>
            <Autocomplete.GroupLabel className="px-2 pt-2 pb-0.5 text-xs text-faint">
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => <CommandLine key={command.id} command={command} onChoose={choose} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

function CommandLine({ command, onChoose }: { command: Command; onChoose(command: Command): void }) {
  return (
    <Autocomplete.Item
      value={command}
      disabled={command.enabled === false}
      onClick={() => onChoose(command)}
      className="flex min-h-7 items-center gap-2 rounded-sm px-2 data-disabled:text-faint data-highlighted:bg-selected"
    >
      <span className="min-w-0 flex-1 truncate">{command.title}</span>
      {command.keys?.map((keys) => (
        <Kbd key={keys} keys={keys} />
      ))}
    </Autocomplete.Item>
  );
}

interface CommandGroup {
  value: string;
  items: Command[];
}

/** The commands whose names have these letters, the best first; their groups in the order of their best. */
function fittingGroups(sets: readonly CommandSet[], typed: string): CommandGroup[] {
  const fitOf = ({ title, id }: Command, group: string): number =>
    // A name counts more than the words around it.
    2 * lettersFit(typed, title) || lettersFit(typed, `${title} ${id} ${group}`);
  return commandGroups(sets)
    .map(({ group, commands }) => {
      const fitting = commands
        .filter(({ id }) => id !== "palette.open")
        .map((command) => ({ command, fit: fitOf(command, group) }))
        .filter(({ fit }) => fit > 0)
        .sort((one, other) => other.fit - one.fit);
      return { value: group, items: fitting.map(({ command }) => command), best: fitting[0]?.fit ?? 0 };
    })
    .filter(({ best }) => best > 0)
    .sort((one, other) => other.best - one.best);
}
