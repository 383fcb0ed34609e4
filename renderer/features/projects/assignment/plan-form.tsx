import { type FormEvent, useState } from "react";
import { proposedSlotPlan, type SlotPlan } from "#shared/domain/slot.ts";
import { errorText } from "../../../data/faults.ts";
import { useSetPlan } from "../../../data/slots.ts";
import { Button } from "../../../ui/button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { typedCount } from "./typed-count.ts";

/** How many opinions each item is to get, and how long an item that somebody took waits for theirs. */
export function PlanForm({ projectId, plan }: { projectId: number; plan: SlotPlan | null }) {
  const [overlap, setOverlap] = useState(String((plan ?? proposedSlotPlan).overlap));
  const [hours, setHours] = useState(String((plan ?? proposedSlotPlan).leaseMinutes / 60));
  const set = useSetPlan(projectId);
  const opinions = typedCount(overlap);
  const minutes = Math.round(Number(hours) * 60);
  const isReady = opinions !== null && opinions >= 1 && opinions <= 20 && minutes >= 5 && minutes <= 43_200;
  const isChanged = plan === null || plan.overlap !== opinions || plan.leaseMinutes !== minutes;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady && isChanged) set.mutate({ overlap: opinions, leaseMinutes: minutes });
  };
  return (
    <form onSubmit={submit} aria-label="Opinions per item" className="flex flex-col gap-2">
      {plan === null ? (
        <p className="text-muted">
          So far everybody judges what they like, and each sees all items. Once you say how many opinions an
          item is to get, reviewers take items one by one and see only their own.
        </p>
      ) : null}
      <div className="flex flex-wrap items-end gap-3">
        <TextField label="Opinions per item" inputMode="numeric" value={overlap} onChange={setOverlap} />
        <TextField
          label="Hours until an untouched item is free again"
          inputMode="decimal"
          value={hours}
          onChange={setHours}
        />
        <Button
          type="submit"
          variant={plan === null ? "primary" : "plain"}
          disabled={!isReady || !isChanged}
          busy={set.isPending}
        >
          {plan === null ? "Begin" : "Change"}
        </Button>
        {plan === null ? null : (
          <Button variant="quiet" onClick={() => set.mutate(null)} disabled={set.isPending}>
            Let everybody judge what they like
          </Button>
        )}
      </div>
      {set.error ? <InlineError title={errorText(set.error)} /> : null}
    </form>
  );
}
