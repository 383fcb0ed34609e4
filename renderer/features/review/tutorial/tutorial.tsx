import { CircleCheck, GraduationCap } from "lucide-react";
import { useCallback, useMemo } from "react";
import { z } from "zod";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { viewState } from "#shared/settings/view-state.ts";
import { useVerdictForm } from "../../../data/settings.ts";
import { useVerdictState } from "../../../data/verdicts.ts";
import { useViewState } from "../../../data/view-state.ts";
import { Button } from "../../../ui/button.tsx";
import { command, useCommands } from "../../../ui/commands.ts";
import type { ReviewQueue } from "../use-review-queue.ts";
import { type TutorialStep, tutorialSteps } from "./tutorial-steps.ts";

const tutorialState = viewState("review.tutorial", z.number().int().nonnegative().nullable(), null);

/** A short guided path through a few items of the sample: what to press and why. It can be left, and begun again. */
export function Tutorial({ projectId, queue }: { projectId: number; queue: ReviewQueue }) {
  const form = useVerdictForm(projectId);
  const [at, setAt] = useViewState(tutorialState);
  const { ids, filter, setFilter, goToIndex } = queue;
  const goTo = useCallback(
    (step: number) => {
      setAt(step);
      const place = tutorialSteps[step]?.place;
      // The places are those of the whole queue.
      if (Object.keys(filter).length > 0) setFilter({});
      if (place !== undefined) goToIndex(place - 1);
    },
    [setAt, filter, setFilter, goToIndex],
  );
  const commands = useMemo(
    () => [command("review.tutorial", "Tutorial: judge your first items", [], () => goTo(0))],
    [goTo],
  );
  useCommands("Help", commands);
  const step = at === null ? undefined : tutorialSteps[at];
  const itemId = step === undefined ? undefined : ids[step.place - 1];
  if (at === null || step === undefined || itemId === undefined) return null;
  return (
    <Step
      key={at}
      {...{ step, at, itemId, form, goTo }}
      isThere={queue.itemId === itemId}
      onClose={() => setAt(null)}
    />
  );
}

interface StepProps {
  step: TutorialStep;
  at: number;
  itemId: number;
  form: VerdictForm;
  isThere: boolean;
  goTo(step: number): void;
  onClose(): void;
}

function Step({ step, at, itemId, form, isThere, goTo, onClose }: StepProps) {
  const verdict = useVerdictState(itemId);
  const isDone = step.isDone?.(verdict) ?? false;
  const isLast = at === tutorialSteps.length - 1;
  return (
    <section
      aria-label="Tutorial"
      className="flex items-center gap-3 border-b bg-selected px-4 py-2"
      aria-live="polite"
    >
      {isDone ? (
        <CircleCheck size={18} className="shrink-0 text-added" aria-label="done" />
      ) : (
        <GraduationCap size={18} className="shrink-0 text-muted" aria-hidden />
      )}
      <p className="min-w-0 flex-1">
        <span className="mr-2 text-sm text-muted">
          Step {at + 1} of {tutorialSteps.length}
        </span>
        {textOf(step.text, form)}
      </p>
      {!isThere && !isDone && (
        <Button size="sm" onClick={() => goTo(at)}>
          Go to item {step.place}
        </Button>
      )}
      {at > 0 && (
        <Button size="sm" variant="quiet" onClick={() => goTo(at - 1)}>
          Back
        </Button>
      )}
      {isLast ? (
        <Button size="sm" variant="primary" onClick={onClose}>
          Finish
        </Button>
      ) : (
        <>
          <Button size="sm" variant="quiet" onClick={onClose}>
            Leave the tutorial
          </Button>
          <Button
            size="sm"
            variant={isDone || step.isDone === undefined ? "primary" : "plain"}
            onClick={() => goTo(at + 1)}
          >
            Next step
          </Button>
        </>
      )}
    </section>
  );
}

/** The text of a step with the keys of the project's form in it, by their names where they have none. */
function textOf(text: string, { labels, diagnoses }: VerdictForm): string {
  const keyOf = (entry: { key: string | null; name: string } | undefined, name: string) =>
    entry === undefined ? name : (entry.key?.toUpperCase() ?? entry.name);
  const keys: Readonly<Record<string, string>> = {
    yes: keyOf(
      labels.find(({ counts }) => counts === "right"),
      "yes",
    ),
    no: keyOf(
      labels.find(({ counts }) => counts === "wrong"),
      "no",
    ),
    gold: keyOf(
      diagnoses.find(({ id }) => id === "GoldX"),
      "gold wrong",
    ),
  };
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => keys[name] ?? whole);
}
