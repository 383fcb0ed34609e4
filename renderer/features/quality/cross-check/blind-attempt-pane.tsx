import { EyeOff } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import type { TaskCrossChecks } from "#shared/contract/cross-checks.ts";
import type { BlindAttempt } from "#shared/domain/blind-attempt.ts";
import { viewState } from "#shared/settings/view-state.ts";
import { useCrossCheckSteps } from "../../../data/cross-checks.ts";
import { errorText } from "../../../data/faults.ts";
import { PassedSign } from "../../../results/passed-sign.tsx";
import { Button } from "../../../ui/button.tsx";
import { command, useCommands } from "../../../ui/commands.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import { countText } from "../../../ui/time-text.ts";

/** Whether a task to check is not shown before the checker has tried it, or does not want to. */
export const triesFirstState = viewState("quality.cross-check.tries-first", z.boolean(), false);

interface BlindAttemptPaneProps {
  view: TaskCrossChecks;
  /** The person wants to see the task without trying. */
  onShow(): void;
  onDialogue(dialogueId: number): void;
}

/** Instead of the task: the offer to solve it without its gold, or the attempt that goes on. */
export function BlindAttemptPane({ view, onShow, onDialogue }: BlindAttemptPaneProps) {
  const { taskId, attempt } = view;
  const { isBusy, failure, run } = useAttemptStep();
  const steps = useCrossCheckSteps();
  const begin = () => run(() => steps.tryBlind(taskId));
  const giveUp = () => run(() => steps.giveUp(taskId));
  const dialogueId = attempt?.isWaiting ? attempt.dialogueId : null;
  const goOn = (): void => {
    if (dialogueId !== null) onDialogue(dialogueId);
  };
  const isOpen = attempt?.isOpen === true;
  useCommands("Cross-check of the task", [
    command("cross-check.try", "Try to solve the task without its gold", ["b"], begin, { enabled: !isOpen }),
    command("cross-check.show", "Show the task without trying", ["s"], onShow, { enabled: !isOpen }),
    command("cross-check.go-on", "Go on with the dialogue", ["o"], goOn, { enabled: dialogueId !== null }),
    command("cross-check.give-up", "Give up and show the task", [], giveUp, { enabled: isOpen }),
  ]);
  const actions = isOpen ? (
    <>
      <Button variant="primary" keys="o" disabled={dialogueId === null} onClick={goOn}>
        Go on with the dialogue
      </Button>
      <Button busy={isBusy} onClick={giveUp}>
        Give up
      </Button>
    </>
  ) : (
    <>
      <Button variant="primary" keys="b" busy={isBusy} onClick={begin}>
        Try it without the gold
      </Button>
      <Button keys="s" onClick={onShow}>
        Show the task
      </Button>
    </>
  );
  return (
    <EmptyState
      icon={EyeOff}
      title={
        isOpen ? "You are solving this task without its gold" : "Solve it before you see how it is solved?"
      }
      actions={actions}
    >
      {isOpen
        ? dialogueId === null
          ? "The dialogue is being prepared: the database is loaded and the gold is tried on it."
          : `${countText(attempt.turns, "turn")} so far. Until it ends or you give up, nothing shows you the gold.`
        : "You are the system: you get the ambiguous question, the schema and the visible knowledge, ask the simulated user what is unclear, and submit SQL. Your check shows how it ended."}
      {failure === null ? null : (
        <InlineError className="mt-3 text-left" title="That did not work.">
          {errorText(failure)}
        </InlineError>
      )}
    </EmptyState>
  );
}

function useAttemptStep() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const run = (step: () => Promise<unknown>): void => {
    setBusy(true);
    setFailure(null);
    void step()
      .catch(setFailure)
      .finally(() => setBusy(false));
  };
  return { isBusy, failure, run };
}

interface AttemptOutcomeProps {
  view: TaskCrossChecks;
  onDialogue(dialogueId: number): void;
}

/** How the checker fared who tried first, or the way to try. */
export function AttemptOutcome({ view, onDialogue }: AttemptOutcomeProps) {
  const { taskId, attempt, whyNot } = view;
  const { tryBlind } = useCrossCheckSteps();
  const { isBusy, failure, run } = useAttemptStep();
  const begin = () => run(() => tryBlind(taskId));
  useCommands("Cross-check of the task", [
    command("cross-check.try", "Try to solve the task in a dialogue", ["b"], begin, {
      enabled: whyNot === null,
    }),
  ]);
  if (attempt === null && whyNot !== null) return null;
  return (
    <section aria-label="Your attempt" className="border-b px-3 py-2">
      <h3 className="flex h-6 items-center justify-between gap-2 text-sm font-medium text-muted">
        Your attempt
        {whyNot === null && (
          <Button size="sm" variant="quiet" keys="b" busy={isBusy} onClick={begin}>
            {attempt === null ? "Try it in a dialogue" : "Try again"}
          </Button>
        )}
      </h3>
      {attempt !== null && <Outcome attempt={attempt} onDialogue={onDialogue} />}
      {failure === null ? null : <p className="text-sm text-error">{errorText(failure)}</p>}
    </section>
  );
}

function Outcome({
  attempt,
  onDialogue,
}: {
  attempt: BlindAttempt;
  onDialogue: AttemptOutcomeProps["onDialogue"];
}) {
  const { problem, dialogueId, turns, startedAt, phase1Passed, phase2Passed, hasFollowUp, end } = attempt;
  if (problem !== null) return <p className="text-sm text-warning">It could not be played: {problem}</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <PassedSign passed={phase1Passed} title="phase 1" />
      {hasFollowUp && <PassedSign passed={phase2Passed} title="phase 2" />}
      <span className="min-w-0 flex-1 text-sm text-muted">
        {end === "system-stopped" || end === null ? "given up after " : "in "}
        {countText(turns, "turn")}, <TimeAgo at={startedAt} />
      </span>
      {dialogueId !== null && (
        <Button size="sm" variant="quiet" onClick={() => onDialogue(dialogueId)}>
          Open the dialogue
        </Button>
      )}
    </div>
  );
}
