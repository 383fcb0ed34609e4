import { CircleAlert, Clock, DatabaseZap, Play, RotateCw, Square } from "lucide-react";
import type { RunSummary } from "#shared/domain/result.ts";
import type { PairEvaluation, SideResult } from "../data/pair-evaluation.ts";
import { longerLimitMs } from "../data/settings.ts";
import { Button } from "../ui/button.tsx";
import { loadingText } from "../ui/loading-text.ts";
import { Progress } from "../ui/progress.tsx";
import { countText, spanText } from "../ui/time-text.ts";
import { Tooltip } from "../ui/tooltip.tsx";
import { useElapsed } from "../ui/use-elapsed.ts";

/** A wait longer than this is said, in milliseconds. */
const saidAfterMs = 200;

/** "1 row", "1,000,000 rows"; a result that was cut off has at least that many. */
export const rowCountText = ({ rowCount, truncated }: Pick<RunSummary, "rowCount" | "truncated">): string =>
  `${truncated ? "at least " : ""}${countText(rowCount, "row")}`;

interface ResultStatusProps {
  run: PairEvaluation | undefined;
  side: SideResult | undefined;
  title: string;
  timeLimitMs: number;
  onCancel(): void;
  /** Runs both sides again; with a longer limit where one is given. */
  onRerun(timeMs?: number): void;
}

/** How one side ran: its rows and time, or that it still runs, or why it did not. */
export function ResultStatus({ run, side, title, timeLimitMs, onCancel, onRerun }: ResultStatusProps) {
  const summary = side?.summary ?? null;
  const running = run?.state === "running" && (summary === null || run.evaluation === null);
  return (
    <div className="flex h-7 shrink-0 items-center gap-2 border-y bg-panel pr-1.5 pl-3 text-sm">
      <h3 className="sr-only">{title} result</h3>
      <output className="flex min-w-0 flex-1 items-center gap-2 truncate">
        {running ? (
          <Running startedAt={run.startedAt} rows={side?.rows ?? 0} onCancel={onCancel} />
        ) : (
          <Ended run={run} side={side} timeLimitMs={timeLimitMs} onRerun={onRerun} />
        )}
      </output>
    </div>
  );
}

/** Instead of both sides' results: their database is loaded for the first time, which may take a while. */
export function LoadingDatabase({ run, onCancel }: { run: PairEvaluation; onCancel(): void }) {
  const elapsed = useElapsed(run.startedAt);
  if (run.loading === null) return null;
  const text = loadingText(run.loading);
  return (
    <div className="flex h-7 shrink-0 items-center gap-2 border-y bg-panel px-3 text-sm">
      <span className="spinner shrink-0 text-accent" />
      <output className="min-w-0 truncate">{text}</output>
      <span className="text-muted">{spanText(elapsed)}</span>
      <Progress
        label={text}
        done={run.loading.doneBytes}
        total={run.loading.totalBytes}
        className="w-24 shrink-0"
      />
      <Button size="sm" variant="quiet" icon={Square} keys="mod+." onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function Running({ startedAt, rows, onCancel }: { startedAt: number; rows: number; onCancel(): void }) {
  const elapsed = useElapsed(startedAt);
  if (elapsed < saidAfterMs) return null;
  return (
    <>
      <span className="spinner text-accent" />
      <span>
        Running, {spanText(elapsed)}
        {rows > 0 ? `, ${countText(rows, "row")} so far` : ""}
      </span>
      <Button size="sm" variant="quiet" icon={Square} keys="mod+." onClick={onCancel}>
        Cancel
      </Button>
    </>
  );
}

function Ended({ run, side, timeLimitMs, onRerun }: Omit<ResultStatusProps, "title" | "onCancel">) {
  const summary = side?.summary ?? null;
  const again = (
    <Button size="sm" variant="quiet" icon={RotateCw} keys="r" onClick={() => onRerun()}>
      Run again
    </Button>
  );
  if (run === undefined) return null;
  if (run.state === "cancelled")
    return (
      <>
        <Square size={13} className="text-muted" aria-hidden /> Cancelled {again}
      </>
    );
  if (run.state === "failed")
    return (
      <>
        <CircleAlert size={14} className="shrink-0 text-error" aria-hidden />
        <span className="text-error">Not run</span> {again}
      </>
    );
  if (summary?.status === "cancelled") return <>Cancelled {again}</>;
  return summary && <Summary summary={summary} timeLimitMs={timeLimitMs} onRerun={onRerun} />;
}

interface SummaryProps extends Pick<ResultStatusProps, "timeLimitMs" | "onRerun"> {
  summary: RunSummary;
}

/** What came of a statement that ran to its end, or as far as it was let. */
function Summary({ summary, timeLimitMs, onRerun }: SummaryProps) {
  const longer = longerLimitMs(timeLimitMs);
  switch (summary.status) {
    case "ok":
      return (
        <>
          <span>{rowCountText(summary)}</span>
          <Tooltip content="Time in the engine, reading every row included">
            <span className="text-muted">{spanText(summary.elapsedMs)}</span>
          </Tooltip>
        </>
      );
    case "timeout":
      return (
        <>
          <Clock size={14} className="text-warning" aria-hidden />
          <span>Stopped at the limit after {spanText(summary.elapsedMs)}</span>
          <Button size="sm" variant="quiet" icon={Play} keys="shift+r" onClick={() => onRerun(longer)}>
            Run for up to {spanText(longer)}
          </Button>
        </>
      );
    case "missing-database":
      return (
        <>
          <DatabaseZap size={14} className="text-warning" aria-hidden /> Database missing
        </>
      );
    case "cancelled":
      return <>Cancelled</>;
    case "error":
      return (
        <>
          <CircleAlert size={14} className="shrink-0 text-error" aria-hidden />
          <span className="text-error">{summary.error?.kind === "refused" ? "Refused" : "Error"}</span>
          <span className="text-muted">{spanText(summary.elapsedMs)}</span>
        </>
      );
  }
}
