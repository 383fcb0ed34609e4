import type { Origin } from "#shared/sql/provenance/origin.ts";
import { classes } from "../../../../ui/classes.ts";
import { Tooltip } from "../../../../ui/tooltip.tsx";
import { legendOrder, originClass, originWords } from "./origin-words.ts";
import "./provenance.css";

export interface OriginLegendProps {
  /** What pressing an origin does, for those who do not see it. */
  label: string;
  counts: Partial<Record<Origin, number>>;
  /** Phase 2 has one origin more. */
  phase: 1 | 2;
  /** The origin that is pressed; undefined where none stays pressed. */
  pressed?: Origin | null;
  onOrigin(origin: Origin): void;
}

/** What each line and colour of the gold means, and how many parts have it. */
export function OriginLegend({ label, counts, phase, pressed, onOrigin }: OriginLegendProps) {
  const origins = legendOrder.filter((origin) => phase === 2 || origin !== "phase-1");
  return (
    <fieldset aria-label={label} className="flex min-w-0 flex-wrap gap-x-0.5">
      {origins.map((origin) => (
        <Tooltip key={origin} content={originWords[origin].meaning} side="top">
          <button
            type="button"
            aria-pressed={pressed === undefined ? undefined : pressed === origin}
            disabled={(counts[origin] ?? 0) === 0 && pressed !== origin}
            onClick={() => onOrigin(origin)}
            className={classes(
              "flex h-6 items-center gap-1 rounded-md px-1.5 text-sm whitespace-nowrap",
              "enabled:hover:bg-hover disabled:text-faint",
              pressed === origin && "bg-selected",
            )}
          >
            <code aria-hidden className={classes("px-0.5 leading-5", originClass(origin))}>
              ab
            </code>
            {originWords[origin].label}
            <span className="text-muted tabular-nums">{counts[origin] ?? 0}</span>
          </button>
        </Tooltip>
      ))}
    </fieldset>
  );
}
