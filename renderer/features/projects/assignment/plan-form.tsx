import { type FormEvent, useState } from "react";
import type { Project } from "#shared/domain/project.ts";
import { proposedSlotPlan, SlotPlan } from "#shared/domain/slot.ts";
import { errorText } from "../../../data/faults.ts";
import { useSetPlan } from "../../../data/slots.ts";
import { Button } from "../../../ui/button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { InlineQuestion, type InlineQuestionProps } from "../../../ui/inline-question.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { countText } from "../../../ui/time-text.ts";
import { typedCount } from "./typed-count.ts";

/** How many opinions each item is to get, and how long an item that somebody took waits for theirs. */
export function PlanForm({ project, plan }: { project: Project; plan: SlotPlan | null }) {
  const [overlap, setOverlap] = useState(String((plan ?? proposedSlotPlan).overlap));
  const [hours, setHours] = useState(String((plan ?? proposedSlotPlan).leaseMinutes / 60));
  const [isEnding, setEnding] = useState(false);
  const set = useSetPlan(project.id);
  const opinions = typedCount(overlap, 1, 20);
  const minutes = typedMinutes(hours);
  const isReady = opinions !== null && minutes !== null;
  const isChanged = plan === null || plan.overlap !== opinions || plan.leaseMinutes !== minutes;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady && isChanged) set.mutate({ overlap: opinions, leaseMinutes: minutes });
  };
  return (
    <form onSubmit={submit} aria-label="Opinions per item" className="flex flex-col gap-2">
      {plan === null ? <NoPlanYet items={project.itemCount} opinions={opinions} /> : null}
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label="Opinions per item"
          inputMode="numeric"
          autoFocus={plan === null}
          value={overlap}
          onChange={setOverlap}
          error={opinions === null ? "Enter a whole number from 1 to 20, such as 2." : null}
        />
        <TextField
          label="Hours until an untouched item is free again"
          inputMode="decimal"
          value={hours}
          onChange={setHours}
          error={minutes === null ? "Enter a number from 0.1 to 720, such as 4." : null}
        />
        <Button
          type="submit"
          className="mt-5"
          variant={plan === null ? "primary" : "plain"}
          disabled={!isReady || !isChanged}
          busy={set.isPending}
        >
          {plan === null ? "Begin" : "Change"}
        </Button>
        {plan === null ? null : (
          <Button className="mt-5" variant="quiet" pressed={isEnding} onClick={() => setEnding(!isEnding)}>
            Let everybody judge what they like
          </Button>
        )}
      </div>
      {isEnding ? (
        <EndQuestion
          busy={set.isPending}
          onKeep={() => setEnding(false)}
          onConfirm={() => set.mutate(null)}
        />
      ) : null}
      {set.error ? <InlineError title={errorText(set.error)} /> : null}
    </form>
  );
}

function EndQuestion(answers: Pick<InlineQuestionProps, "busy" | "onKeep" | "onConfirm">) {
  return (
    <InlineQuestion keep="Keep the plan" confirm="End the plan" {...answers}>
      Everybody sees and judges all items again. What people hold and have not judged is taken back; what was
      said stays.
    </InlineQuestion>
  );
}

/** Typed hours in minutes; null for what no plan can have. */
function typedMinutes(hours: string): number | null {
  const minutes = SlotPlan.shape.leaseMinutes.safeParse(Math.round(Number(hours.replace(",", ".")) * 60));
  return minutes.success ? minutes.data : null;
}

/** What holds without a plan, and what one with so many opinions an item would come to. */
function NoPlanYet({ items, opinions }: { items: number; opinions: number | null }) {
  return (
    <p className="text-muted">
      So far everybody judges what they like, and each sees all items. Once you say how many opinions an item
      is to get, reviewers take items one by one and see only their own.
      {opinions === null
        ? ""
        : ` ${countText(items, "item")}: ${countText(items * opinions, "opinion")} in all. You can change the number later.`}
    </p>
  );
}
