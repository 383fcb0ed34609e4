import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { Tooltip, type TooltipProps } from "./tooltip.tsx";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  icon: LucideIcon;
  /** Its name, for the tooltip and for those who do not see the icon. */
  label: string;
  keys?: string | undefined;
  side?: TooltipProps["side"];
  pressed?: boolean | undefined;
  size?: "sm" | "md";
}

/** A square button that shows only an icon; its name and shortcut are in the tooltip. */
export function IconButton({
  icon: Icon,
  label,
  keys,
  side = "bottom",
  pressed,
  size = "md",
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip content={label} keys={keys} side={side}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        className={classes(
          "inline-flex shrink-0 items-center justify-center rounded-md disabled:opacity-45",
          size === "sm" ? "size-6" : "size-7",
          pressed ? "bg-selected text-ink" : "text-muted enabled:hover:bg-hover enabled:hover:text-ink",
          className,
        )}
        {...rest}
      >
        <Icon size={size === "sm" ? 14 : 16} strokeWidth={1.75} aria-hidden />
      </button>
    </Tooltip>
  );
}
