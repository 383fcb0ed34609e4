import { Play } from "lucide-react";
import type { AgreementDetails } from "#shared/contract/agreement-figures.ts";
import { useStartAgreement } from "../../../data/agreement.ts";
import { errorText } from "../../../data/faults.ts";
import { useCancelJob, useJobs } from "../../../data/jobs.ts";
import { Button } from "../../../ui/button.tsx";
import { command, useCommands } from "../../../ui/commands.ts";
import { InlineError } from "../../../ui/inline-error.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import { WorkProgress } from "../../../ui/work-progress.tsx";

interface WorkOutProps {
  projectId: number;
  stage: AgreementDetails["stage"];
  /** Null where nothing has been worked out yet. */
  details: AgreementDetails | null;
}

/** What has been worked out and when, and how to do it anew. */
export function WorkOut({ projectId, stage, details }: WorkOutProps) {
  const start = useStartAgreement(projectId);
  const stop = useCancelJob();
  const job = useJobs().find(
    ({ kind, projectId: of, state }) => kind === "agreement" && of === projectId && state === "running",
  );
  const run = () => start.mutate(stage);
  useCommands("Agreement", [command("agreement.work-out", "Work out pairs and groups", [], run)]);
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
      {job ? (
        <WorkProgress
          name="Working out pairs and groups"
          {...{
            done: job.done,
            total: job.total,
            stopping: stop.isPending,
            stopLabel: "Stop working them out",
          }}
          onStop={() => stop.mutate(job.id)}
        />
      ) : (
        <>
          <Button
            size="sm"
            variant={details === null ? "primary" : "plain"}
            icon={Play}
            busy={start.isPending}
            onClick={run}
          >
            {details === null ? "Work out pairs and groups" : "Work out again"}
          </Button>
          {details === null ? (
            <span>
              The matrix of pairs, groups by database, difficulty, EX and person, and the drift over weeks.
            </span>
          ) : (
            <span>
              Worked out <TimeAgo at={details.at} />
              {details.isCurrent ? "" : "; verdicts were given since"}
            </span>
          )}
        </>
      )}
      {start.error ? (
        <InlineError title="They were not worked out.">{errorText(start.error)}</InlineError>
      ) : null}
    </div>
  );
}
