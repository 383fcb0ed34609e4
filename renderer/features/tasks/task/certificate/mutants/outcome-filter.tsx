import { classes } from "../../../../../ui/classes.ts";
import { Tooltip } from "../../../../../ui/tooltip.tsx";
import { type MutantOutcome, mutantOutcomes, outcomeWords } from "./mutant-outcomes.ts";
import "./mutants.css";

export interface OutcomeFilterProps {
  /** What pressing an outcome does, for those who do not see it. */
  label: string;
  counts: Record<MutantOutcome, number>;
  /** Those that are shown; undefined where none stays pressed. */
  pressed?: readonly MutantOutcome[];
  onOutcome(outcome: MutantOutcome): void;
}

/** What became of the mutants, how many of each, and what each dot means. */
export function OutcomeFilter({ label, counts, pressed, onOutcome }: OutcomeFilterProps) {
  return (
    <fieldset aria-label={label} className="flex min-w-0 flex-wrap gap-0.5">
      {mutantOutcomes
        .filter((outcome) => counts[outcome] > 0)
        .map((outcome) => (
          <Tooltip
            key={outcome}
            content={`${outcomeWords[outcome].meaning} ${outcomeWords[outcome].advice}`}
            side="top"
          >
            <button
              type="button"
              aria-pressed={pressed?.includes(outcome)}
              onClick={() => onOutcome(outcome)}
              className={classes(
                "flex h-6 items-center gap-1 rounded-md px-1 text-sm whitespace-nowrap hover:bg-hover",
                pressed?.includes(outcome) && "bg-selected",
              )}
            >
              <span aria-hidden className={`code-dot code-dot-${outcome}`} />
              {outcomeWords[outcome].label}
              <span className="text-muted tabular-nums">{counts[outcome]}</span>
            </button>
          </Tooltip>
        ))}
    </fieldset>
  );
}
