import { jobNames, useCancelJob, useJobs } from "../data/jobs.ts";
import { WorkProgress } from "../ui/work-progress.tsx";

/** The job that runs, how far it is, and how to stop it. */
export function JobStatus() {
  const running = useJobs().filter(({ state }) => state === "running");
  const cancel = useCancelJob();
  const job = running[0];
  if (!job) return null;
  return (
    <section className="flex items-center gap-2 border-l pl-2" aria-label="Running work">
      <WorkProgress
        name={jobNames[job.kind]}
        done={job.done}
        total={job.total}
        onStop={() => cancel.mutate(job.id)}
        stopping={cancel.isPending}
        stopLabel="Stop and keep what is done"
        side="top"
      >
        {running.length > 1 ? ` and ${running.length - 1} more` : ""}
      </WorkProgress>
    </section>
  );
}
