import { type LucideIcon, X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
import { type Tone, toneFill } from "./tone.ts";
import { Tooltip } from "./tooltip.tsx";

export interface ChipProps {
  tone?: Tone;
  icon?: LucideIcon | undefined;
  /** What the words on the chip mean: shown when it is pointed at or focused, and read out after its name. */
  definition?: ReactNode;
  /** Makes it a chip that can be taken away (a filter). */
  onRemove?: (() => void) | undefined;
  /** What taking it away is called: "Remove filter database". */
  removeLabel?: string | undefined;
  children: ReactNode;
}

/** A short fact in a tone: its colour is never the only sign, an icon or a word says the same. */
export function Chip({
  tone = "neutral",
  icon: Icon,
  definition,
  onRemove,
  removeLabel,
  children,
}: ChipProps) {
  const definitionId = useId();
  const body = (
    <span
      className={classes(
        "inline-flex h-5 max-w-full shrink-0 items-center gap-1 rounded-sm px-1.5 text-sm font-medium whitespace-nowrap",
        toneFill[tone],
        onRemove ? "pr-0.5" : "",
      )}
      {...(definition ? { tabIndex: 0, role: "note", "aria-describedby": definitionId } : {})}
    >
      {Icon ? <Icon size={12} strokeWidth={2.25} className="shrink-0" aria-hidden /> : null}
      <span className="truncate">{children}</span>
      {onRemove ? (
        <button
          type="button"
          aria-label={removeLabel ?? "Remove"}
          onClick={onRemove}
          className="flex size-4 items-center justify-center rounded-sm hover:bg-line"
        >
          <X size={12} aria-hidden />
        </button>
      ) : null}
    </span>
  );
  if (!definition) return body;
  return (
    <>
      <Tooltip content={definition}>{body}</Tooltip>
      <span id={definitionId} hidden>
        {definition}
      </span>
    </>
  );
}
