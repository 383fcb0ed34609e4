import type { Phase } from "#shared/domain/task.ts";
import type { PhaseResult } from "#shared/domain/task-run.ts";
import { PassedSign } from "./passed-sign.tsx";
import { type RunEntry, statementPair } from "./run-entries.ts";
import { choiceTexts, startTexts, stepTitles } from "./run-words.ts";
import { StatementResultView } from "./statement-result.tsx";
import { TestResult } from "./test-result.tsx";

export interface RunDetailProps {
  /** Which run this is, so that each grid is one of it. */
  run: string;
  entry: RunEntry | undefined;
  /** A line of a test of a task was pressed: its phase, its number (0-based), the line (1-based). */
  onTestLine?: ((phase: Phase, test: number, line: number) => void) | undefined;
}

/** The line of the run that is looked at, whole. */
export function RunDetail({ run, entry, onTestLine }: RunDetailProps) {
  if (entry === undefined) return <div className="min-h-0 flex-1" />;
  if (entry.kind === "phase") return <PhaseVerdict phase={entry.phase} />;
  if (entry.kind === "test") {
    const { test, phase, isFixed } = entry;
    const { index } = test;
    return (
      <TestResult
        test={test}
        title={`${index === null ? "Default test" : `Test ${index + 1}`}${isFixed ? ", fixed," : ""}`}
        onLine={
          index === null || onTestLine === undefined
            ? undefined
            : (line) => onTestLine(phase.phase, index, line)
        }
      />
    );
  }
  return (
    <div className="flex min-h-0 min-w-0 flex-1 divide-x">
      {statementPair(entry).map(({ title, statement }) => (
        <StatementResultView
          key={title}
          title={stepTitles[title]}
          statement={statement}
          identity={`${run} ${entry.phase.phase} ${title} ${entry.index}`}
        />
      ))}
    </div>
  );
}

/** How a phase ended: the verdict as the evaluator ships and with its known faults put right, and why they differ. */
function PhaseVerdict({ phase }: { phase: PhaseResult }) {
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
