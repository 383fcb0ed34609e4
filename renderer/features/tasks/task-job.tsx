import { X } from "lucide-react";
import type { Job } from "#shared/contract/jobs.ts";
import { jobNames, useCancelJob } from "../../data/jobs.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { Progress } from "../../ui/progress.tsx";
import { numberText } from "../../ui/time-text.ts";

/** How far the work on all tasks is, and how to stop it. */
export function TaskJobProgress({ jobs }: { jobs: readonly Job[] }) {
  const cancel = useCancelJob();
  return jobs.map((job) => (
    <section
      key={job.id}
      aria-label={jobNames[job.kind]}
      className="flex items-center gap-2 text-sm text-muted"
    >
      <span>{jobNames[job.kind]}</span>
      <Progress
        label={jobNames[job.kind]}
        done={job.total > 0 ? job.done : null}
        total={job.total}
        className="w-24"
      />
      <span>
        {numberText(job.done)} / {numberText(job.total)}
      </span>
      <IconButton
        size="sm"
        icon={X}
        label={`Stop: ${jobNames[job.kind].toLowerCase()}; what is done stays`}
        disabled={cancel.isPending}
        onClick={() => cancel.mutate(job.id)}
      />
    </section>
  ));
}

/** Why a work on all tasks could not go on. */
export function TaskJobFailure({
  job,
  onClose,
  onSettings,
}: {
  job: Job;
  onClose(): void;
  onSettings(): void;
}) {
  return (
    <InlineError
      className="m-2"
      title={`${jobNames[job.kind]} stopped after ${numberText(job.done)} of ${numberText(job.total)}.`}
      actions={
        <>
          <Button size="sm" onClick={onSettings}>
            Engine, evaluator, server…
          </Button>
          <Button size="sm" variant="quiet" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {job.message ?? "It gave no reason."}
    </InlineError>
  );
}
