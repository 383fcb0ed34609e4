import type { Job } from "#shared/contract/jobs.ts";
import { jobNames, useCancelJob } from "../../data/jobs.ts";
import { useMay } from "../../data/members.ts";
import { Button } from "../../ui/button.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { numberText } from "../../ui/time-text.ts";
import { WorkProgress } from "../../ui/work-progress.tsx";

/** How far the work on all tasks is, and how to stop it. */
export function TaskJobProgress({ jobs }: { jobs: readonly Job[] }) {
  const cancel = useCancelJob();
  const may = useMay();
  return jobs.map((job) => (
    <section
      key={job.id}
      aria-label={jobNames[job.kind]}
      className="flex items-center gap-2 text-sm text-muted"
    >
      <WorkProgress
        name={jobNames[job.kind]}
        done={job.done}
        total={job.total}
        onStop={may("jobs", "cancel", job.projectId) ? () => cancel.mutate(job.id) : null}
        stopping={cancel.isPending}
        stopLabel={`Stop ${jobNames[job.kind].toLowerCase()} and keep what is done`}
      />
    </section>
  ));
}

interface TaskJobOutcomeProps {
  job: Job;
  onClose(): void;
  /** Null: this person may not set them. */
  onSettings: (() => void) | null;
}

/** What a work on all tasks had to say at its end: why it could not go on, or why some tasks have no result. */
export function TaskJobOutcome({ job, onClose, onSettings }: TaskJobOutcomeProps) {
  const { kind, state, done, total, message } = job;
  const failed = state === "failed";
  return (
    <InlineError
      className="m-2"
      tone={failed ? "error" : "warning"}
      title={`${jobNames[kind]} ${failed ? "stopped" : "ended"} at ${numberText(done)} of ${numberText(total)}.`}
      actions={
        <>
          {onSettings !== null && (
            <Button size="sm" onClick={onSettings}>
              Engine, evaluator, server…
            </Button>
          )}
          <Button size="sm" variant="quiet" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <span className="line-clamp-3">{message ?? "No reason was given."}</span>
    </InlineError>
  );
}
