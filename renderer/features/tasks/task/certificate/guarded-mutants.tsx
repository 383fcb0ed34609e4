import { ArrowDown } from "lucide-react";
import { Button } from "../../../../ui/button.tsx";
import { countText } from "../../../../ui/time-text.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { isOpen, type MutantOutcome } from "./mutants/mutant-outcomes.ts";
import { OutcomeFilter } from "./mutants/outcome-filter.tsx";
import { outcomeCounts } from "./mutants/shown-mutants.ts";

/** What became of the mutants, each outcome a way to the first of its mutants. */
export function GuardedMutants() {
  const { mutants, setViewState, toMutant } = useTaskEditor(({ certificate, setViewState, jumps }) => ({
    mutants: certificate.mutants,
    ...{ setViewState, toMutant: jumps.toMutant },
  }));
  if (mutants === null || mutants.length === 0) return null;
  const open = mutants.filter(({ outcome }) => isOpen(outcome));
  const show = (outcomes: readonly MutantOutcome[]): void => {
    const first = mutants.find(({ outcome }) => outcomes.includes(outcome));
    if (first === undefined) return;
    setViewState({ mutants: [...outcomes] });
    toMutant(first);
  };
  return (
    <div className="flex flex-col items-start gap-1 px-3 pl-9">
      {open.length > 0 && (
        <Button
          size="sm"
          icon={ArrowDown}
          onClick={() => show([...new Set(open.map(({ outcome }) => outcome))])}
        >
          Go through {countText(open.length, "survivor")} to mend
        </Button>
      )}
      <div className="-ml-1.5">
        <OutcomeFilter
          label="Go to the mutants that are"
          counts={outcomeCounts(mutants)}
          onOutcome={(one) => show([one])}
        />
      </div>
    </div>
  );
}
