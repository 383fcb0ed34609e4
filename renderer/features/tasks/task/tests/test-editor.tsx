import { CircleAlert, CircleCheck } from "lucide-react";
import { useMemo } from "react";
import type { EvaluatorProfile, TestScript } from "#shared/domain/test-script.ts";
import { readTestForm } from "#shared/formats/test-form/read-test-form.ts";
import { writeTestForm } from "#shared/formats/test-form/write-test-form.ts";
import { useCompiled } from "../../../../data/task-tests.ts";
import { Button } from "../../../../ui/button.tsx";
import { CodeInput, type CodeMark } from "../../../../ui/code-editor/index.ts";
import { Tabs } from "../../../../ui/tabs.tsx";
import type { PlacedFinding } from "../findings/finding-marks.ts";
import { findingMarks } from "../findings/finding-marks.ts";
import { TestFormPane } from "./form/test-form-pane.tsx";
import { scriptCompletions } from "./script-completions.ts";
import type { TestsDesk, WrittenAs } from "./use-tests-desk.ts";

export interface TestEditorProps {
  desk: TestsDesk;
  script: TestScript;
  profile: EvaluatorProfile;
  wrap: boolean;
  /** What was found in the script when it was saved last. */
  placed: readonly PlacedFinding[];
  onLeave(): void;
}

/** One test script, in a form where a form wrote it, else as Python. */
export function TestEditor(props: TestEditorProps) {
  const { desk, script } = props;
  const { writtenAs, write, index } = desk;
  const form = useMemo(() => readTestForm(script), [script]);
  const problem = useCompiled(script);
  return (
    <Tabs<WrittenAs>
      label={`Test ${index + 1} written as`}
      tabs={[
        { value: "form", title: "Form" },
        {
          value: "python",
          title: "Python",
          badge: problem && (
            <CircleAlert size={12} role="img" aria-label="does not compile" className="text-error" />
          ),
        },
      ]}
      value={writtenAs}
      onChange={write}
    >
      {writtenAs === "python" ? (
        <PythonEditor {...props} problem={problem} />
      ) : form === null ? (
        <HandWritten onPython={() => write("python")} />
      ) : (
        <TestFormPane
          key={`${desk.taskId} ${desk.part.phase} ${index}`}
          form={form}
          desk={desk}
          onChange={(next) => desk.change(writeTestForm(next), "form")}
        />
      )}
    </Tabs>
  );
}

function HandWritten({ onPython }: { onPython(): void }) {
  return (
    <div className="flex flex-col items-start gap-2 p-3">
      <p className="max-w-120 text-muted">
        This script was written by hand, or changed by hand since the form wrote it. It stays Python, so that
        nothing of it is lost.
      </p>
      <Button size="sm" onClick={onPython}>
        Show the Python
      </Button>
    </div>
  );
}

type Problem = ReturnType<typeof useCompiled>;

function PythonEditor(props: TestEditorProps & { problem: Problem }) {
  const { desk, script, profile, wrap, placed, onLeave, problem } = props;
  const { index, reveal, change, start } = desk;
  const marks = useMemo(() => scriptMarks(script, problem, placed), [script, problem, placed]);
  const completions = useMemo(() => scriptCompletions(profile), [profile]);
  return (
    <>
      <div className="relative min-h-0 flex-1">
        <CodeInput
          value={script}
          language="python"
          wrap={wrap}
          marks={marks}
          label={`Python of test ${index + 1}`}
          autoFocus={false}
          reveal={reveal}
          completions={completions}
          onChange={(text) => {
            if (text !== script) change(text, "python");
          }}
          onRun={() => start([index])}
          onLeave={onLeave}
        />
      </div>
      <CompileLine problem={problem} />
    </>
  );
}

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
        isKnown && (
          <>
            <CircleCheck size={13} className="shrink-0 text-added" aria-hidden />
            <span className="text-muted">Python can read it.</span>
          </>
        )
      )}
    </output>
  );
}

/** null while Python is asked: the marks before stay where they are. */
function scriptMarks(
  script: TestScript,
  problem: Problem,
  placed: readonly PlacedFinding[],
): CodeMark[] | null {
  if (problem === undefined) return null;
  const found = findingMarks(script, placed);
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
