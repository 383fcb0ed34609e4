import { Menu as Base } from "@base-ui/react/menu";
import { Check, type LucideIcon } from "lucide-react";
import type { ReactElement } from "react";
import { Kbd } from "./kbd.tsx";

/** A line of a menu: an action, a heading, or a hairline. */
export type MenuEntry =
  | {
      title: string;
      detail?: string | undefined;
      icon?: LucideIcon | undefined;
      keys?: string | undefined;
      checked?: boolean | undefined;
      disabled?: boolean | undefined;
      /** Null: it is nothing that this person may do, and the entry is left out. */
      run: (() => void) | null;
    }
  | { heading: string }
  | "line";

/** The entries that there is something to do by, and the hairlines that part some of them. */
export function shownEntries(entries: readonly MenuEntry[]): MenuEntry[] {
  const offered = entries.filter((entry) => entry === "line" || "heading" in entry || entry.run !== null);
  // Of the lines in a row the last one stays, if something stands on both sides of it.
  return offered.filter(
    (entry, at) =>
      entry !== "line" ||
      (offered.slice(0, at).some((above) => above !== "line") &&
        offered[at + 1] !== undefined &&
        offered[at + 1] !== "line"),
  );
}

export interface MenuProps {
  trigger: ReactElement<Record<string, unknown>>;
  entries: readonly MenuEntry[];
  side?: "top" | "bottom" | "left" | "right";
  align?: "start" | "center" | "end";
}

/** A menu under its button, with arrows and type-ahead. */
export function Menu({ trigger, entries, side = "bottom", align = "start" }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={4} collisionPadding={8} className="z-40">
          <Base.Popup className="popup max-h-(--available-height) min-w-48 overflow-auto p-1 outline-none">
            {shownEntries(entries).map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity of their own.
              <Entry key={index} entry={entry} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry === "line") return <Base.Separator className="-mx-1 my-1 h-px bg-line" />;
  if ("heading" in entry)
    return <div className="px-2 pt-1.5 pb-0.5 text-xs font-medium text-faint">{entry.heading}</div>;
  const Icon = entry.checked ? Check : entry.icon;
  return (
    <Base.Item
      disabled={entry.disabled ?? false}
      onClick={entry.run ?? undefined}
      className="flex min-h-6.5 max-w-110 items-center gap-2 rounded-sm px-2 outline-none data-disabled:text-faint data-highlighted:bg-selected"
    >
      <span className="flex w-4 justify-center text-muted">
        {Icon ? (
          <Icon size={14} strokeWidth={1.75} aria-label={entry.checked ? "current" : undefined} />
        ) : null}
      </span>
      <span className="min-w-0 flex-1 truncate">{entry.title}</span>
      {entry.detail ? <span className="truncate pl-4 text-sm text-faint">{entry.detail}</span> : null}
      {entry.keys ? <Kbd keys={entry.keys} quiet /> : null}
    </Base.Item>
  );
}
