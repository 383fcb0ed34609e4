import { Check, CircleDashed, type LucideIcon, X } from "lucide-react";
import { type KeyboardEvent, type Ref, useEffect, useId, useRef } from "react";
import type { Reading, ReadingResult, ReadingSource } from "#shared/domain/reading.ts";
import { classes } from "../../../../ui/classes.ts";
import { toneText } from "../../../../ui/tone.ts";

export interface ReadingRowsProps {
  ref: Ref<HTMLDivElement>;
  readings: readonly Reading[];
  /** What came of a reading; null while that is not known. */
  resultOf(reading: Reading): ReadingResult | null;
  /** The chosen row, or -1. */
  selected: number;
  onSelect(index: number): void;
}

const statusIcons: Record<Reading["status"], LucideIcon> = {
  proposed: CircleDashed,
  kept: Check,
  rejected: X,
};

const sourceWords: Record<ReadingSource, string> = {
  operator: "from the snippet",
  schema: "from the schema",
  knowledge: "from the knowledge base",
  person: "written by hand",
  model: "from the language model",
};

/** What the data does not tell from the gold, and what does not run, is of no use. */
const outcomeClasses: Record<ReadingResult["outcome"], string> = {
  differs: "text-ink",
  empty: "text-ink",
  same: toneText.warning,
  fails: toneText.error,
};

/** The readings of an ambiguity, one of them chosen; arrows, Home and End choose another. */
export function ReadingRows({ ref, readings, resultOf, selected, onSelect }: ReadingRowsProps) {
  const id = useId();
  const chosen = useRef<HTMLDivElement>(null);
  const current = readings[selected];
  const result = current === undefined ? null : resultOf(current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chosen row asks for it, and one that grows by its result.
  useEffect(() => {
    const row = chosen.current;
    if (row?.parentElement === document.activeElement) row?.scrollIntoView({ block: "nearest" });
  }, [selected, result]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey) return;
    const last = readings.length - 1;
    const steps: Record<string, number> = {
      ArrowDown: Math.min(last, selected + 1),
      ArrowUp: Math.max(0, selected - 1),
      Home: 0,
      End: last,
    };
    const to = steps[key];
    if (to === undefined) return;
    onSelect(to);
    event.preventDefault();
  };
  return (
    <div
      ref={ref}
      role="listbox"
      aria-label="Readings of the ambiguity"
      tabIndex={0}
      aria-activedescendant={selected < 0 ? undefined : `${id}-${selected}`}
      onKeyDown={onKeyDown}
      className="flex flex-col overflow-clip rounded-md border bg-canvas outline-none focus-visible:border-focus"
    >
      {readings.map((reading, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active row.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list's own keys do the same.
        <div
          key={reading.sql}
          id={`${id}-${at}`}
          ref={at === selected ? chosen : undefined}
          role="option"
          aria-selected={at === selected}
          onClick={() => onSelect(at)}
          className={classes(
            "scroll-mt-40 scroll-mb-10 border-b px-2 py-1.5 last:border-b-0",
            at === selected ? "bg-selected" : "",
          )}
        >
          <ReadingRow reading={reading} result={resultOf(reading)} />
        </div>
      ))}
    </div>
  );
}

function ReadingRow({ reading, result }: { reading: Reading; result: ReadingResult | null }) {
  const { sql, meaning, source, operator, status, reason } = reading;
  const Icon = statusIcons[status];
  return (
    <>
      <p className={classes("text-sm break-words", status === "rejected" && "text-muted line-through")}>
        {meaning}
      </p>
      <code className="mt-0.5 line-clamp-3 text-sm break-words whitespace-pre-wrap">{sql}</code>
      <p className="mt-0.5 flex flex-wrap items-start gap-x-2 text-sm text-muted">
        {result !== null && (
          <span className={classes("font-medium break-words", outcomeClasses[result.outcome])}>
            {result.summary}
          </span>
        )}
        <span className="flex min-w-0 items-start gap-1">
          <Icon size={12} aria-hidden className="mt-1 shrink-0" />
          <span className="min-w-0 break-words">
            {status}
            {reason !== null && `: ${reason}`} · {sourceWords[source]}
            {source === "model" && ` ${operator}`}
            {result === null && " · not run"}
          </span>
        </span>
      </p>
    </>
  );
}
