import { Search, X } from "lucide-react";
import type { KeyboardEvent, Ref, RefObject } from "react";
import { flushSync } from "react-dom";
import { classes } from "./classes.ts";
import { fieldClasses } from "./field.tsx";
import { Kbd } from "./kbd.tsx";

export interface SearchFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  placeholder?: string;
  /** The shortcut that leads here, drawn while it is empty. */
  keys?: string;
  /** Arrows and Enter go to the list that is searched. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  ref?: Ref<HTMLInputElement>;
  className?: string;
}

/** A field to filter what is below it. Escape empties it, and leaves it when it is empty. */
export function SearchField({
  label,
  value,
  onChange,
  placeholder,
  keys,
  onKeyDown,
  ref,
  className,
}: SearchFieldProps) {
  const onKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    onKeyDown?.(event);
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    if (value) onChange("");
    else event.currentTarget.blur();
  };
  return (
    <div className={classes("relative flex min-w-0 items-center", className)}>
      <Search size={14} className="pointer-events-none absolute left-2 text-faint" aria-hidden />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        placeholder={placeholder ?? label}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKey}
        className={classes(fieldClasses, "h-7 pr-7 pl-7")}
      />
      {value ? (
        <button
          type="button"
          aria-label="Clear"
          onClick={() => onChange("")}
          className="absolute right-1 flex size-5 items-center justify-center rounded-sm text-muted hover:bg-hover"
        >
          <X size={13} aria-hidden />
        </button>
      ) : keys ? (
        <span className="pointer-events-none absolute right-2">
          <Kbd keys={keys} quiet />
        </span>
      ) : null}
    </div>
  );
}

/** Shows a list that may be hidden, and puts the focus into its search within the same event: the next key belongs there. */
export function focusSearchOf(field: RefObject<HTMLInputElement | null>, showList: () => void): void {
  flushSync(showList);
  field.current?.focus();
  // A palette that closes gives the focus back to where it came from; by the next frame it is done.
  requestAnimationFrame(() => field.current?.focus());
}
