import {
  ArrowDown,
  ArrowDownUp,
  ArrowLeftRight,
  ArrowUp,
  CaseSensitive,
  Check,
  CircleAlert,
  CircleDashed,
  Clock,
  Columns3,
  Copy,
  DatabaseZap,
  DecimalsArrowLeft,
  Equal,
  EqualNot,
  type LucideIcon,
  Minus,
  Scissors,
  X,
} from "lucide-react";
import { memo } from "react";
import type { DifferenceKind } from "#shared/domain/difference.ts";
import { differenceSentence } from "#shared/domain/difference-sentence.ts";
import type { Evaluation } from "#shared/domain/evaluation.ts";
import { type Ex, exDefinitions, exKinds } from "#shared/domain/ex.ts";
import type { PairEvaluation } from "../data/pair-evaluation.ts";
import { Chip } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { numberText } from "../ui/time-text.ts";
import { Toggle } from "../ui/toggle.tsx";
import { type Tone, toneText } from "../ui/tone.ts";
import type { ComparisonView } from "./comparison-view.ts";

const signs: Record<DifferenceKind, { icon: LucideIcon; tone: Tone }> = {
  "missing-database": { icon: DatabaseZap, tone: "warning" },
  timeout: { icon: Clock, tone: "warning" },
  error: { icon: CircleAlert, tone: "error" },
  identical: { icon: Equal, tone: "added" },
  order: { icon: ArrowDownUp, tone: "changed" },
  duplicates: { icon: Copy, tone: "changed" },
  "columns-permuted": { icon: ArrowLeftRight, tone: "changed" },
  rounding: { icon: DecimalsArrowLeft, tone: "changed" },
  form: { icon: CaseSensitive, tone: "changed" },
  "extra-columns": { icon: Columns3, tone: "changed" },
  "missing-columns": { icon: Columns3, tone: "changed" },
  "one-empty": { icon: CircleDashed, tone: "removed" },
  "limit-tie": { icon: Scissors, tone: "changed" },
  subset: { icon: EqualNot, tone: "removed" },
  superset: { icon: EqualNot, tone: "removed" },
  different: { icon: EqualNot, tone: "removed" },
};

interface DifferenceBarProps {
  run: PairEvaluation | undefined;
  view: ComparisonView;
  onView(change: Partial<ComparisonView>): void;
  onDifference(step: 1 | -1): void;
}

/** What differs and why, the EX family, and how the rows are laid out. */
export const DifferenceBar = memo(function DifferenceBar(props: DifferenceBarProps) {
  const { run, view, onView, onDifference } = props;
  const evaluation = run?.evaluation ?? null;
  const alignment = run?.comparison?.alignment ?? null;
  return (
    <section
      aria-label="What differs"
      className="@container flex min-h-17 shrink-0 flex-col gap-1 border-t px-3 py-1.5"
    >
      <div className="flex min-h-6 items-center gap-2" aria-live="polite">
        {evaluation !== null && <Sentence evaluation={evaluation} />}
      </div>
      <div className="flex min-h-6 flex-wrap items-center gap-1.5">
        {evaluation !== null && <ExChips {...evaluation.ex} />}
        {alignment !== null && !alignment.complete && view.aligned && (
          <span className="text-sm text-warning">
            Too many rows to align all of them: the last rows are not paired.
          </span>
        )}
        <div className="ml-auto flex shrink-0 items-center gap-4 [&_kbd]:hidden @min-[760px]:[&_kbd]:inline-flex">
          {alignment !== null && (
            <>
              {view.aligned && alignment.differing > 0 && (
                <span className="flex items-center">
                  <Toggle
                    checked={view.onlyDifferences}
                    keys="d"
                    onChange={(onlyDifferences) => onView({ onlyDifferences })}
                  >
                    {numberText(alignment.differing)}{" "}
                    {alignment.differing === 1 ? "row differs" : "rows differ"}: show only these
                  </Toggle>
                  <IconButton
                    size="sm"
                    icon={ArrowDown}
                    label="Next difference"
                    keys="."
                    onClick={() => onDifference(1)}
                  />
                  <IconButton
                    size="sm"
                    icon={ArrowUp}
                    label="Previous difference"
                    keys=","
                    onClick={() => onDifference(-1)}
                  />
                </span>
              )}
              <Toggle checked={view.aligned} keys="a" onChange={(aligned) => onView({ aligned })}>
                Rows aligned
              </Toggle>
            </>
          )}
        </div>
      </div>
    </section>
  );
});

function Sentence({ evaluation: { difference, predicted, gold } }: { evaluation: Evaluation }) {
  const { icon: Icon, tone } = signs[difference.kind];
  return (
    <p className="flex min-w-0 flex-1 items-start gap-2 select-text">
      <Icon size={16} className={classes("mt-0.5 shrink-0", toneText[tone])} aria-label={difference.kind} />
      <span className="line-clamp-2 min-w-0 font-medium">
        {differenceSentence(difference, predicted, gold)}
      </span>
    </p>
  );
}

/** The four definitions of EX; items that agree in all of them draw nothing anew. */
const ExChips = memo(function ExChips(ex: Ex) {
  return exKinds.map((kind) => {
    const value = ex[kind];
    const { label, definition } = exDefinitions[kind];
    const said = value === null ? "not applicable" : value ? "equal" : "differs";
    return (
      <Chip
        key={kind}
        tone={value === null ? "neutral" : value ? "added" : "removed"}
        icon={value === null ? Minus : value ? Check : X}
        definition={`${said}. ${definition}`}
      >
        {label}
        {value === null && " n/a"}
      </Chip>
    );
  });
});
