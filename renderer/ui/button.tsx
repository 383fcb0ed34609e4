import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { Kbd } from "./kbd.tsx";

export type ButtonVariant = "plain" | "primary" | "quiet" | "danger";

export interface ButtonProps extends ComponentProps<"button"> {
  /** plain: bordered; primary: the one thing to do here; quiet: no border until it is pointed at; danger: takes something away. */
  variant?: ButtonVariant;
  size?: "sm" | "md";
  icon?: LucideIcon | undefined;
  /** The shortcut that does the same, drawn on the button. */
  keys?: string | undefined;
  /** On or off, for a button that stays pressed. */
  pressed?: boolean | undefined;
  /** Its work is under way: a spinner replaces the icon and it cannot be pressed again. */
  busy?: boolean | undefined;
}

const variantClasses: Record<ButtonVariant, string> = {
  plain: "border border-line-strong bg-raised text-ink hover:bg-hover",
  primary: "border border-transparent bg-accent-fill text-on-accent hover:bg-accent-fill-hover",
  quiet: "border border-transparent text-muted hover:bg-hover hover:text-ink",
  danger: "border border-line-strong bg-raised text-error hover:bg-error-fill",
};

/** A button with words; `IconButton` is the one without. */
export function Button({
  variant = "plain",
  size = "md",
  icon: Icon,
  keys,
  pressed,
  busy = false,
  className,
  children,
  disabled,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-busy={busy || undefined}
      disabled={disabled}
      // Not `disabled`, which would take the focus away from who has just pressed it.
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classes(
        "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap",
        "disabled:opacity-50 aria-busy:opacity-100",
        size === "sm" ? "h-6 px-2 text-sm" : "h-7 px-2.5",
        pressed ? "border border-transparent bg-selected text-ink" : variantClasses[variant],
        className,
      )}
      {...rest}
    >
      {busy ? <span className="spinner" /> : Icon ? <Icon size={14} strokeWidth={1.75} aria-hidden /> : null}
      {children}
      {keys ? (
        <span className={classes("-mr-0.5 ml-0.5", variant === "primary" ? "[&_span]:text-on-accent" : "")}>
          <Kbd keys={keys} quiet />
        </span>
      ) : null}
    </button>
  );
}
