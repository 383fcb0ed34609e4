import { CircleAlert, CircleCheck } from "lucide-react";
import { useMemo } from "react";
import type { EvaluatorProfile, TestScript } from "#shared/domain/test-script.ts";
import { useCompiled } from "../../../../data/task-tests.ts";
import { CodeInput, type CodeMark, type Reveal } from "../../../../ui/code-editor/index.ts";
import { findingMarks, type LocatedFinding } from "../findings/finding-marks.ts";
import { scriptCompletions } from "./script-completions.ts";

export interface TestCodeProps {
  script: TestScript;
  label: string;
  profile: EvaluatorProfile;
  wrap: boolean;
  /** What was found in the script when it was saved last. */
  located: readonly LocatedFinding[];
  reveal: Reveal | null;
  onChange(script: TestScript): void;
  onRun(): void;
  onLeave(): void;
}

/** A test script as Python to write, with what its evaluator hands over offered, and what Python cannot read marked. */
export function TestCode(props: TestCodeProps) {
  const { script, label, profile, wrap, located, reveal, onChange, onRun, onLeave } = props;
  const problem = useCompiled(script);
  const marks = useMemo(() => scriptMarks(script, problem, located), [script, problem, located]);
  const completions = useMemo(() => scriptCompletions(profile), [profile]);
  return (
    <div className="flex h-full min-h-0 flex-1 flex-col">
      <div className="relative min-h-0 flex-1">
        <CodeInput
          value={script}
          language="python"
          wrap={wrap}
          marks={marks}
          label={label}
          autoFocus={false}
          reveal={reveal}
          completions={completions}
          onChange={(text) => {
            if (text !== script) onChange(text);
          }}
          onRun={onRun}
          onLeave={onLeave}
        />
      </div>
      <CompileLine problem={problem} />
    </div>
  );
}

type Problem = ReturnType<typeof useCompiled>;

/** Always one line high, so that nothing moves while Python is asked. */
function CompileLine({ problem }: { problem: Problem }) {
  const isKnown = problem !== undefined;
  return (
    <output className="flex h-7 shrink-0 items-center gap-1.5 border-t bg-surface px-3 text-sm">
      {problem ? (
        <>
          <CircleAlert size={13} className="shrink-0 text-error" aria-hidden />
          <span className="truncate text-error">
            {problem.line !== null && `line ${problem.line}: `}
            {problem.message}
          </span>
        </>
      ) : (
        <>
          <CircleCheck
            size={13}
            className={`shrink-0 ${isKnown ? "text-added" : "text-faint"}`}
            aria-hidden
          />
          <span className="text-muted">{isKnown ? "Compiles." : "Compiling…"}</span>
        </>
      )}
    </output>
  );
}

/** null while Python is asked: the marks before stay where they are. */
function scriptMarks(
  script: TestScript,
  problem: Problem,
  located: readonly LocatedFinding[],
): CodeMark[] | null {
  if (problem === undefined) return null;
  const found = findingMarks(script, located);
  if (problem === null || problem.line === null) return found;
  const lines = script.split("\n");
  const line = lines[problem.line - 1] ?? "";
  const before = lines.slice(0, problem.line - 1).join("\n").length + (problem.line > 1 ? 1 : 0);
  const from = before + (line.length - line.trimStart().length);
  const to = Math.max(before + line.trimEnd().length, from);
  const mark: CodeMark = {
    from: to > from ? from : Math.max(0, from - 1),
    to: Math.min(to > from ? to : from, script.length),
    kind: "error",
    message: problem.message,
  };
  return [...found, mark];
}
