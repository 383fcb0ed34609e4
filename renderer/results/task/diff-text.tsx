import type { TextRange } from "#shared/domain/finding.ts";
import { classes } from "../../ui/classes.ts";
import { annotatedPieces, markClasses } from "../../ui/code-editor/index.ts";
import { isNoValue } from "./task-part-words.ts";

export interface DiffTextProps {
  text: string;
  /** What the other text has not. */
  ranges: readonly TextRange[];
  kind?: "added" | "removed";
  label: string;
}

/** A text to compare with another one: its own words are marked. */
export function DiffText({ text, ranges, kind = "added", label }: DiffTextProps) {
  const message = kind === "added" ? "new" : "gone";
  const isNothing = isNoValue(text);
  const marks = isNothing ? [] : ranges.map(({ from, to }) => ({ kind, from, to, message }));
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by the keyboard.
      tabIndex={0}
      className="max-h-60 min-w-0 overflow-auto rounded-md border bg-sunken px-2 py-1.5 select-text"
    >
      <p
        className={classes("break-words whitespace-pre-wrap", isNothing && "font-sans text-muted italic")}
        dir="auto"
      >
        {annotatedPieces(text, marks, noLinks).map(({ from, text: piece, marks: own }) => (
          <span key={from} className={own.map(markClasses).join(" ")} title={own.at(-1)?.message}>
            {piece}
          </span>
        ))}
      </p>
    </section>
  );
}

const noLinks: [] = [];
