import type { Behaviour } from "#shared/domain/dialogue.ts";
import { errorDetails, errorText } from "../../../data/faults.ts";
import type { SubmissionVerdict } from "../../../data/submissions.ts";
import { RunLines } from "../../../results/run-lines.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { loadingText } from "../../../ui/loading-text.ts";
import { spanText } from "../../../ui/time-text.ts";
import { useElapsed } from "../../../ui/use-elapsed.ts";

interface SubmissionTestsProps {
  /** Names the submission. */
  identity: string;
  verdict: SubmissionVerdict | undefined;
  behaviour: Behaviour;
  /** The verdict that the dialogue gave; null where it gave none. */
  inDialogue: boolean | null;
}

/** What ran for a submission and what its tests say, judged again as the dialogue did. */
export function SubmissionTests({ identity, verdict, behaviour, inDialogue }: SubmissionTestsProps) {
  if (verdict === undefined) return <Waiting text="The tests are run as soon as you rest here." />;
  const { state, result, error } = verdict;
  if (state === "failed")
    return (
      <InlineError className="m-2" title="The tests could not be run." details={errorDetails(error)}>
        {errorText(error)}
      </InlineError>
    );
  if (state === "cancelled") return <Waiting text="The tests were cancelled. Press R to run them again." />;
  if (result === null) return <Running verdict={verdict} />;
  const passed = behaviour === "fixed" ? result.passedFixed : result.passed;
  return (
    <>
      {inDialogue !== null && passed !== inDialogue && (
        <p className="border-b px-3 py-1.5 text-warning">
          Judged again it {passed ? "passes" : "fails"}, unlike in the dialogue: the database or the tests
          have changed since.
        </p>
      )}
      <RunLines
        id="dialogues.tests"
        run={`${identity} ${verdict.serial}`}
        phases={[result]}
        isRunning={false}
      />
    </>
  );
}

function Running({ verdict: { loading, startedAt } }: { verdict: SubmissionVerdict }) {
  const elapsed = useElapsed(startedAt);
  const text = loading === null ? "The tests are running" : loadingText(loading);
  return (
    <output className="flex h-7 shrink-0 items-center gap-2 px-3 text-sm">
      <span className="spinner shrink-0 text-accent" />
      <span className="min-w-0 truncate">{text}</span>
      <span className="text-muted">{spanText(elapsed)}</span>
    </output>
  );
}

const Waiting = ({ text }: { text: string }) => <p className="p-3 text-muted">{text}</p>;
