import { X } from "lucide-react";
import { jobNames, useCancelJob, useJobs } from "../data/jobs.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Progress } from "../ui/progress.tsx";
import { numberText } from "../ui/time-text.ts";

/** The job that runs, how far it is, and how to stop it. */
export function JobStatus() {
  const running = useJobs().filter(({ state }) => state === "running");
  const cancel = useCancelJob();
  const job = running[0];
  if (!job) return null;
  return (
    <section className="flex items-center gap-2 border-l pl-2" aria-label="Running work">
      <span className="text-ink">{jobNames[job.kind]}</span>
      <Progress
        label={jobNames[job.kind]}
        done={job.total > 0 ? job.done : null}
        total={job.total}
        className="w-28"
      />
      <span>
        {numberText(job.done)} / {numberText(job.total)}
        {running.length > 1 ? ` and ${running.length - 1} more` : ""}
      </span>
      <IconButton
        size="sm"
        side="top"
        icon={X}
        label="Stop; what is done stays"
        disabled={cancel.isPending}
        onClick={() => cancel.mutate(job.id)}
      />
    </section>
  );
}
