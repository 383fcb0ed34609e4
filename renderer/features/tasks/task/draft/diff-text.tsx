import type { TextRange } from "#shared/domain/finding.ts";
import { MarkedText } from "../question/marked-text.tsx";

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
  const marks = ranges.map(({ from, to }) => ({ kind, from, to, message }));
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by the keyboard.
      tabIndex={0}
      className="max-h-40 min-w-0 overflow-auto rounded-md border bg-sunken px-2 py-1.5 select-text"
    >
      <MarkedText text={text} marks={marks} onTag={noTag} />
    </section>
  );
}

const noTag = (): void => {};
