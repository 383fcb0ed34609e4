import { Switch as Base } from "@base-ui/react/switch";
import type { ReactNode } from "react";
import { Kbd } from "./kbd.tsx";
import { leaveShortcuts } from "./leave-shortcuts.ts";

export interface ToggleProps {
  checked: boolean;
  onChange(checked: boolean): void;
  keys?: string | undefined;
  disabled?: boolean | undefined;
  children: ReactNode;
}

/** A switch that works at once, its words beside it. */
export function Toggle({ checked, onChange, keys, disabled = false, children }: ToggleProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Base UI's switch is the control and takes its name from the label around it.
    <label className="inline-flex h-6 shrink-0 items-center gap-1.5 whitespace-nowrap">
      <Base.Root
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        onKeyDown={leaveShortcuts}
        className="flex h-3.5 w-6 shrink-0 items-center rounded-full border border-line-control bg-sunken px-px data-checked:border-accent-fill data-checked:bg-accent-fill data-disabled:opacity-50"
      >
        <Base.Thumb className="size-2.5 rounded-full bg-line-control transition-transform duration-100 data-checked:translate-x-2.5 data-checked:bg-on-accent" />
      </Base.Root>
      <span>{children}</span>
      {keys ? <Kbd keys={keys} quiet /> : null}
    </label>
  );
}
