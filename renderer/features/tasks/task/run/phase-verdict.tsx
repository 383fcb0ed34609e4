import type { PhaseResult } from "#shared/domain/task-run.ts";
import { choiceTexts, startTexts } from "./run-words.ts";
import { PassedSign } from "./verdict-sign.tsx";

/** How a phase ended: the verdict as the evaluator ships and with its known faults put right, and why they differ. */
export function PhaseVerdict({ phase }: { phase: PhaseResult }) {
  const { passed, passedFixed, reason, start, choice } = phase;
  return (
    <section
      aria-label={`Verdict of phase ${phase.phase}`}
      className="min-h-0 flex-1 overflow-auto p-3 select-text"
    >
      <div className="grid max-w-140 grid-cols-2 divide-x rounded-md border">
        <div className="p-3">
          <PassedSign passed={passed} title="As shipped" />
          <p className="mt-1 text-sm text-muted">
            The verdict of the reference evaluator, with its known faults.
          </p>
        </div>
        <div className="p-3">
          <PassedSign passed={passedFixed} title="Fixed" />
          <p className="mt-1 text-sm text-muted">
            The verdict with its known faults fixed: it compares tokens instead of patterns and honours the
            conditions.
          </p>
        </div>
      </div>
      {reason !== null && <p className="mt-3">{reason}</p>}
      <p className="mt-3 text-sm text-muted">
        Ran {startTexts[start]}, judged by {choiceTexts[choice]}.
      </p>
    </section>
  );
}
