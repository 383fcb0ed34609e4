import type { LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useCommands } from "./commands.ts";
import { IconButton } from "./icon-button.tsx";
import { Popover } from "./popover.tsx";

export interface CommandPopoverProps {
  /** What opens it, and shuts it again. */
  command: { group: string; id: string; title: string; keys: string };
  icon: LucideIcon;
  /** What the button is called; the command's title else. */
  button?: string;
  /** What the popover is called. */
  label: string;
  className: string;
  /** Something else is asked: it gives way. */
  givesWay?: boolean;
  children: ReactNode;
}

/** A popover behind a small button, which a command of its own opens, too. */
export function CommandPopover(props: CommandPopoverProps) {
  const { command, icon, button, label, className, givesWay = false, children } = props;
  const { group, id, title, keys } = command;
  const [isOpen, setOpen] = useState(false);
  if (givesWay && isOpen) setOpen(false);
  useCommands(group, [{ id, title, keys: [keys], run: () => setOpen(!isOpen) }]);
  return (
    <Popover
      label={label}
      className={className}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton size="sm" icon={icon} label={button ?? title} keys={keys} />}
    >
      {children}
    </Popover>
  );
}
