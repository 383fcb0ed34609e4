import { Square } from "lucide-react";
import type { ReactNode } from "react";
import { engineFacts } from "#shared/domain/engine.ts";
import { errorDetails, errorText, faultOf } from "../../../../data/faults.ts";
import type { TaskRunState } from "../../../../data/task-runs.ts";
import { Button } from "../../../../ui/button.tsx";
import { InlineError } from "../../../../ui/inline-error.tsx";
import { loadingText } from "../../../../ui/loading-text.ts";
import { Progress } from "../../../../ui/progress.tsx";
import { TimeAgo } from "../../../../ui/time-ago.tsx";
import { numberText, spanText } from "../../../../ui/time-text.ts";
import { useElapsed } from "../../../../ui/use-elapsed.ts";
import type { ShownRun } from "./shown-run.ts";

interface RunStatusProps {
  shown: ShownRun;
  /** It runs again when an edit is saved. */
  follows: boolean;
  onCancel(): void;
}

/** How far the run is, or how and when it ended. */
export function RunStatusLine({ shown, follows, onCancel }: RunStatusProps) {
  const { live, stored } = shown;
  if (live?.state === "running") return <Running live={live} onCancel={onCancel} />;
  if (live?.state === "failed")
    return (
      <InlineError
        className="m-2"
        title={faultOf(live.error)?.code === "ENGINE" ? "The task could not be run." : "The run failed."}
        details={errorDetails(live.error)}
      >
        {errorText(live.error)}
      </InlineError>
    );
  if (live?.state === "cancelled")
    return (
      <Strip>
        {follows
          ? "Stopped. It runs again when an edit is saved."
          : live.phases.length + live.findings.length === 0
            ? "Cancelled. There is no result yet."
            : "Cancelled. The results so far are shown below; they are not saved."}
      </Strip>
    );
  const run = live?.run ?? stored?.run;
  if (run === undefined) return null;
  return (
    <Strip>
      <span>
        Gold under {run.profile} on {engineFacts[run.engine].label} in {spanText(run.elapsedMs)}
      </span>
      {stored !== null && (
        <span className="text-muted">
          <TimeAgo at={stored.at} />
        </span>
      )}
      {stored !== null && !stored.isCurrent && live === null && (
        <span className="text-warning">before the last edit: run it again</span>
      )}
    </Strip>
  );
}

function Strip({ children }: { children: ReactNode }) {
  return (
    <output className="flex h-8 min-w-0 items-center gap-3 px-3 text-sm whitespace-nowrap">{children}</output>
  );
}

function Running({ live, onCancel }: { live: TaskRunState; onCancel(): void }) {
  const { loading, step, phases, findings, startedAt } = live;
  const elapsed = useElapsed(startedAt);
  const doing =
    loading !== null
      ? loadingText(loading)
      : step === "check"
        ? `Checking the gold on the data, ${numberText(findings.length)} found so far`
        : step === "run"
          ? `Running phase ${Math.min(phases.length + 1, 2)}`
          : "Opening the database";
  return (
    <Strip>
      <span className="spinner text-accent" />
      <span className="min-w-0 truncate">{doing}</span>
      <span className="text-muted">{spanText(elapsed)}</span>
      <Progress
        label={doing}
        done={loading?.doneBytes ?? null}
        total={loading?.totalBytes ?? 0}
        className="w-24"
      />
      <span className="flex-1" />
      <Button size="sm" variant="quiet" icon={Square} keys="mod+." onClick={onCancel}>
        Cancel
      </Button>
    </Strip>
  );
}
