import { testId } from "../documents/task-documents.ts";
import { PhaseVerdict } from "./phase-verdict.tsx";
import { type RunEntry, statementPair } from "./run-entries.ts";
import { stepTitles } from "./run-words.ts";
import { StatementResultView } from "./statement-result.tsx";
import { TestResult } from "./test-result.tsx";

export interface RunDetailProps {
  /** Which run this is, so that each grid is one of it. */
  run: string;
  entry: RunEntry | undefined;
  /** A line of a document was pressed. */
  onLine(document: string, line: number): void;
}

/** The line of the run that is looked at, whole. */
export function RunDetail({ run, entry, onLine }: RunDetailProps) {
  if (entry === undefined) return <div className="min-h-0 flex-1" />;
  if (entry.kind === "phase") return <PhaseVerdict phase={entry.phase} />;
  if (entry.kind === "test") {
    const { test, phase, isFixed } = entry;
    const { index } = test;
    return (
      <TestResult
        test={test}
        title={`${index === null ? "Default test" : `Test ${index + 1}`}${isFixed ? ", fixed," : ""}`}
        onLine={index === null ? undefined : (line) => onLine(testId(phase.phase, index), line)}
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
