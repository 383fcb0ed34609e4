import { FlaskConical, Play, Square } from "lucide-react";
import type { DialoguePreview } from "#shared/dialogue/dialogue-preview.ts";
import { errorDetails, errorText } from "../../../../data/faults.ts";
import { type TestRun, useTestRun } from "../../../../data/task-tests.ts";
import { PassedSign } from "../../../../results/passed-sign.tsx";
import { Button } from "../../../../ui/button.tsx";
import { InlineError } from "../../../../ui/inline-error.tsx";
import { loadingText } from "../../../../ui/loading-text.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";

export interface SubmissionOutcomeProps {
  preview: DialoguePreview;
  isCurrent: boolean;
}

/** What the system submits in the end, and whether the phases pass with it: tests run only when they are asked for. */
export function SubmissionOutcome({ preview, isCurrent }: SubmissionOutcomeProps) {
  const open = preview.ambiguities.filter(({ written }) => written !== null);
  const numbers = open.map(({ ambiguity }) => ambiguity + 1).join(", ");
  return (
    <section aria-label="Submission" className="flex flex-col items-start gap-2 px-3 py-2">
      <p className="font-medium">
        {preview.isGold
          ? "It submits the gold."
          : `It submits another reading of ${open.length === 1 ? "ambiguity" : "ambiguities"} ${numbers}.`}
      </p>
      {preview.isGold ? <GoldOutcome /> : <OtherOutcome preview={preview} isCurrent={isCurrent} />}
    </section>
  );
}

/** The phases of the gold as they ran last, if nothing was edited since. */
function GoldOutcome() {
  const { profile, lastRuns, isSaved, running, startRun } = useTaskEditor((state) => ({
    ...{ profile: state.profile, lastRuns: state.view.lastRuns, running: state.running },
    ...{ isSaved: state.draft.saveState === "saved", startRun: state.startRun },
  }));
  const last = lastRuns.find(({ run, isCurrent }) => run.profile === profile && isCurrent && isSaved);
  if (running) return <p className="text-sm text-muted">The gold runs.</p>;
  if (last !== undefined)
    return (
      <p className="flex flex-wrap gap-3">
        {last.run.phases.map(({ phase, passedFixed }) => (
          <PassedSign key={phase} passed={passedFixed} title={`Phase ${phase}`} />
        ))}
      </p>
    );
  return (
    <>
      <p className="text-sm text-muted">Whether both phases pass with it is known once it has run.</p>
      <Button size="sm" icon={Play} keys="r" onClick={() => startRun(false)}>
        Run the gold
      </Button>
    </>
  );
}

/** Whether the tests notice what was left open. */
function OtherOutcome({ preview, isCurrent }: SubmissionOutcomeProps) {
  const { taskId, profile, flush, scripts } = useTaskEditor(({ taskId, profile, draft, task }) => ({
    ...{ taskId, profile, flush: draft.flush, scripts: task.tests },
  }));
  const { run, start, cancel } = useTestRun();
  const { submitted } = preview;
  if (preview.ambiguities.some(({ written }) => written === ""))
    return <p className="text-sm text-muted">It cannot run: one of them has no other reading.</p>;
  const isOfThis = run !== null && run.taskId === taskId && run.sql.join(";\n") === submitted.join(";\n");
  const runTests = () =>
    void flush().then(() => start({ taskId, phase: 1, indexes: null, sql: submitted, profile }, scripts));
  return (
    <>
      {isOfThis && <TestsSaid run={run} />}
      {run?.state === "running" ? (
        <Button size="sm" icon={Square} onClick={cancel}>
          Cancel
        </Button>
      ) : (
        <Button size="sm" icon={FlaskConical} disabled={!isCurrent} onClick={runTests}>
          Run the tests on it
        </Button>
      )}
    </>
  );
}

function TestsSaid({ run }: { run: TestRun }) {
  const { state, loading, error, answer, tests } = run;
  if (state === "failed")
    return (
      <InlineError title="The tests could not be run." details={errorDetails(error)}>
        {errorText(error)}
      </InlineError>
    );
  if (state !== "done")
    return (
      <output className="text-sm text-muted">
        {state === "cancelled" ? "Cancelled." : loading === null ? "The tests run." : loadingText(loading)}
      </output>
    );
  const passed = answer?.failed !== true && tests.every(({ test }) => test.status === "passed");
  return (
    <output className="flex flex-col items-start gap-1">
      <PassedSign passed={passed} title="Phase 1" />
      <span className={`text-sm ${passed ? "text-warning" : "text-muted"}`}>
        {passed
          ? "The tests let another reading through: they do not notice what was left open."
          : "The tests notice what was left open. Say the missing parts in the words of the clarification."}
      </span>
    </output>
  );
}
