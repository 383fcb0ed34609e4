import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Kbd } from "./kbd.tsx";
import { leaveShortcuts } from "./leave-shortcuts.ts";

export interface CheckboxProps {
  checked: boolean;
  onChange(checked: boolean): void;
  keys?: string | undefined;
  disabled?: boolean | undefined;
  title?: string | undefined;
  children: ReactNode;
}

/** A box to tick, its words beside it. */
export function Checkbox({ checked, onChange, keys, disabled = false, title, children }: CheckboxProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Base UI's checkbox is the control and takes its name from the label around it.
    <label className="inline-flex h-6 shrink-0 items-center gap-1.5 whitespace-nowrap" title={title}>
      <Base.Root
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        onKeyDown={leaveShortcuts}
        className="flex size-3.5 shrink-0 items-center justify-center rounded-sm border border-line-control bg-canvas data-checked:border-accent-fill data-checked:bg-accent-fill data-disabled:opacity-50"
      >
        <Base.Indicator className="text-on-accent">
          <Check size={11} strokeWidth={3} aria-hidden />
        </Base.Indicator>
      </Base.Root>
      <span>{children}</span>
      {keys ? <Kbd keys={keys} quiet /> : null}
    </label>
  );
}
