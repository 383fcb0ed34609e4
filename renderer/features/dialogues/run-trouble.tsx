import { useJobs } from "../../data/jobs.ts";
import { InlineError } from "../../ui/inline-error.tsx";

/** Why the last run of the project could not go on. */
export function RunTrouble({ projectId }: { projectId: number }) {
  const job = useJobs().findLast((one) => one.projectId === projectId && one.kind === "dialogues");
  if (job?.state !== "failed") return null;
  return (
    <InlineError className="m-2" title="The run stopped.">
      {job.message ?? "No reason was given."} Once that is put right, choose "Go on with this run".
    </InlineError>
  );
}
