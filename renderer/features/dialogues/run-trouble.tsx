import { Hourglass } from "lucide-react";
import { useJobs } from "../../data/jobs.ts";
import { InlineError } from "../../ui/inline-error.tsx";

/** What the run that is being played waits for, or why the last one could not go on. */
export function RunTrouble({ projectId }: { projectId: number }) {
  const job = useJobs().findLast((one) => one.projectId === projectId && one.kind === "dialogues");
  if (job?.state === "running" && job.message !== null)
    return (
      <p role="status" className="flex items-start gap-2 border-b bg-panel px-3 py-1.5 text-sm">
        <Hourglass size={14} className="mt-0.5 shrink-0 text-warning" aria-hidden />
        <span className="min-w-0 break-words">
          <span className="font-medium">Waiting for a language model.</span>{" "}
          <span className="text-muted">{job.message}</span>
        </span>
      </p>
    );
  if (job?.state !== "failed") return null;
  return (
    <InlineError className="m-2" title="The run stopped.">
      {job.message ?? "No reason was given."} Once that is put right, choose "Go on with this run".
    </InlineError>
  );
}
