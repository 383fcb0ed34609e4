import { jobNames, useCancelJob, useJobs } from "../../data/jobs.ts";
import { InlineError } from "../../ui/inline-error.tsx";
import { WorkProgress } from "../../ui/work-progress.tsx";

/** How far the run is that is played now, and how to stop it; or why the last one failed. */
export function RunProgress({ projectId }: { projectId: number }) {
  const cancel = useCancelJob();
  const job = useJobs().findLast((one) => one.projectId === projectId && one.kind === "dialogues");
  if (job?.state === "failed")
    return (
      <InlineError className="m-2" title="The run stopped.">
        {job.message ?? "No reason was given."}
      </InlineError>
    );
  if (job?.state !== "running") return null;
  return (
    <section
      aria-label={jobNames.dialogues}
      className="flex h-8 shrink-0 items-center gap-2 border-b bg-panel px-3 text-sm text-muted"
    >
      <WorkProgress
        name={job.total === 0 ? "Preparing tasks" : jobNames.dialogues}
        done={job.done}
        total={job.total}
        onStop={() => cancel.mutate(job.id)}
        stopping={cancel.isPending}
        stopLabel="Stop the run and keep what was played"
      />
    </section>
  );
}
