import type { ReactNode } from "react";
import { errorDetails, errorText } from "../../../../data/faults.ts";
import type { TestRun } from "../../../../data/task-tests.ts";
import { StatementResultView } from "../../../../results/statement-result.tsx";
import { TestResult } from "../../../../results/test-result.tsx";
import { InlineError } from "../../../../ui/inline-error.tsx";
import { loadingText } from "../../../../ui/loading-text.ts";
import { countText, spanText } from "../../../../ui/time-text.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { answerTitles, isToPass } from "./answers.ts";
import { passedCount, testOutcome } from "./test-outcomes.ts";
import type { TestsEditor } from "./use-tests-editor.ts";

/** What the test that is looked at said of the answer. */
export function TestsResult() {
  const { run, ranOn } = useTaskEditor(({ tests }) => tests);
  if (run === null)
    return (
      <p className="p-3 text-muted">
        Run the tests on the gold, and on an answer that is wrong: a good test passes on the first and fails
        on the second. Everything runs on a private copy of the database and changes nothing.
      </p>
    );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Strip run={run} on={ranOn} />
      <Body run={run} />
    </div>
  );
}

/** How far the run is, or how it ended; always one line high. */
function Strip({ run, on }: { run: TestRun; on: TestsEditor["ranOn"] }) {
  const { state, loading, tests, elapsedMs } = run;
  const { passed, total } = passedCount(run);
  const title = answerTitles[on].title;
  let text: ReactNode = `${passed} of ${countText(total, "test")} passed on ${title}`;
  if (state === "cancelled") text = "Cancelled";
  else if (state === "failed") text = "The tests could not be run";
  else if (run.answer?.failed) text = `The answer failed, so no test ran on ${title}`;
  else if (state === "running")
    text = loading ? loadingText(loading) : `Running on ${title}, ${countText(tests.length, "test")} done`;
  return (
    <output className="flex h-7 shrink-0 items-center gap-2 border-b bg-surface px-3 text-sm">
      {state === "running" && <span className="spinner text-accent" />}
      <span className="truncate">{text}</span>
      {state === "done" && <span className="shrink-0 text-muted">{spanText(elapsedMs)}</span>}
      <Judgement run={run} on={on} />
    </output>
  );
}

/** Whether the tests said what they should of an answer that is right, or wrong. */
function Judgement({ run, on }: { run: TestRun; on: TestsEditor["ranOn"] }) {
  const { passed, total } = passedCount(run);
  const toPass = isToPass(on);
  if (run.state !== "done" || toPass === null || run.indexes !== null || total === 0) return null;
  if (toPass) return passed < total && <span className="text-error">the gold has to pass</span>;
  return passed === total && <span className="text-warning">no test catches it</span>;
}

function Body({ run }: { run: TestRun }) {
  const { part, taskId, index, script, toLine } = useTaskEditor(({ tests }) => tests);
  if (run.state === "failed")
    return (
      <InlineError className="m-2" title="The tests could not be run." details={errorDetails(run.error)}>
        {errorText(run.error)}
      </InlineError>
    );
  const failed = run.answer?.failed
    ? run.answer.steps.flatMap(({ statements }) => statements).at(-1)
    : undefined;
  if (failed !== undefined)
    return <StatementResultView title="Answer" statement={failed} identity={`${run.startedAt} answer`} />;
  const own = script === undefined ? null : index;
  const outcome = testOutcome(run, { taskId, phase: part.phase, index: own, script }) ?? refusal(run);
  if (outcome === null)
    return (
      <p className="p-3 text-muted">
        {run.state === "running" ? "" : "This test has not been run since its last edit."}
      </p>
    );
  if (outcome === "running") return null;
  const title = outcome.test.index === null ? "Default test" : `Test ${outcome.test.index + 1}`;
  return (
    <TestResult
      test={outcome.test}
      title={title}
      onLine={own === null ? undefined : (line) => toLine(own, line)}
    />
  );
}

/** The evaluator's own word instead of the tests': it refuses the answer as a whole. */
function refusal(run: TestRun) {
  return run.scripts.length > 0 ? (run.tests.find(({ test }) => test.index === null) ?? null) : null;
}
