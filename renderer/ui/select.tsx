import { Select as Base } from "@base-ui/react/select";
import type { BaseUIEvent } from "@base-ui/react/types";
import { Check, ChevronDown } from "lucide-react";
import { type KeyboardEvent, useId } from "react";
import { classes } from "./classes.ts";
import { leaveShortcuts } from "./leave-shortcuts.ts";

/** One of the choices; `detail` is shown beside its title. */
export interface SelectOption<T extends string> {
  value: T;
  title: string;
  detail?: string | undefined;
}

export interface SelectProps<T extends string> {
  label: string;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  value: T;
  options: readonly SelectOption<T>[];
  onChange(value: T): void;
  className?: string;
}

/** While its list is closed letters are shortcuts of the window, too; they choose in the open list alone. */
function leaveKeys(event: BaseUIEvent<KeyboardEvent>): void {
  if (event.key.length === 1 && event.key !== " ") event.preventBaseUIHandler();
  leaveShortcuts(event);
}

/** Chooses one of a few; for many, use a filterable list. */
export function Select<T extends string>({
  label,
  hideLabel = false,
  value,
  options,
  onChange,
  className,
}: SelectProps<T>) {
  const labelId = useId();
  return (
    <div className={classes("flex min-w-0 flex-col gap-1", className)}>
      <span id={labelId} className={hideLabel ? "sr-only" : "text-sm font-medium text-muted"}>
        {label}
      </span>
      <Base.Root
        value={value}
        onValueChange={(next) => next !== null && onChange(next as T)}
        items={options.map(({ value: option, title }) => ({ value: option, label: title }))}
      >
        <Base.Trigger
          aria-labelledby={labelId}
          onKeyDown={leaveKeys}
          className="flex h-7 min-w-0 items-center gap-2 rounded-md border border-line-control bg-canvas px-2 text-left hover:bg-hover"
        >
          <Base.Value className="min-w-0 flex-1 truncate" />
          <Base.Icon className="text-muted">
            <ChevronDown size={14} aria-hidden />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-40">
            <Base.Popup className="popup max-h-80 min-w-(--anchor-width) overflow-auto p-1 outline-none">
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  className="flex min-h-6.5 items-center gap-2 rounded-sm px-2 outline-none data-highlighted:bg-selected"
                >
                  <span className="w-4">
                    <Base.ItemIndicator>
                      <Check size={14} aria-hidden />
                    </Base.ItemIndicator>
                  </span>
                  <Base.ItemText className="min-w-0 flex-1 truncate">{option.title}</Base.ItemText>
                  {option.detail ? <span className="pl-4 text-sm text-faint">{option.detail}</span> : null}
                </Base.Item>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </div>
  );
}
