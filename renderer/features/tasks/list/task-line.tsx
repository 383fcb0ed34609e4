import {
  Check,
  CircleX,
  Info,
  type LucideIcon,
  MessageCircleQuestionMark,
  TriangleAlert,
  X,
} from "lucide-react";
import { memo } from "react";
import type { LastRun, TaskFindingCounts, TaskRow } from "#shared/contract/task-list.ts";
import type { Severity } from "#shared/domain/finding.ts";
import { classes } from "../../../ui/classes.ts";
import { SkeletonRow } from "../../../ui/skeleton.tsx";
import { countText } from "../../../ui/time-text.ts";
import { runText, runVerdicts, severityText, taskStatusNames } from "./task-words.ts";

/** One task in the list: its id and kind, how many ambiguities and findings it has, its last run, and the start of its question. */
export const TaskLine = memo(function TaskLine({ row }: { row: TaskRow | undefined }) {
  if (row === undefined) return <SkeletonRow />;
  const status = row.status === "draft" ? null : taskStatusNames[row.status];
  const kind = [row.isExercise ? "exercise" : null, row.category, row.difficultyTier, status, row.assignee]
    .filter((part) => part !== null)
    .join(" · ");
  return (
    <div className="flex h-full flex-col justify-center border-b px-3">
      <div className="flex items-center gap-2 text-sm leading-4 text-muted">
        <span className="min-w-0 flex-1 truncate">
          <span className="font-medium text-ink">{row.instanceId}</span>
          {kind === "" ? "" : ` · ${kind}`}
        </span>
        <FindingSigns findings={row.findings} />
        <RunSign run={row.lastRun} />
      </div>
      <div className="flex items-center gap-2 leading-4.5">
        <span className={classes("min-w-0 flex-1 truncate", row.question === "" && "text-faint")}>
          {row.question === "" ? "No question yet, or it is withheld." : row.question}
        </span>
        <AmbiguitySign row={row} />
      </div>
    </div>
  );
});

function AmbiguitySign({ row: { ambiguities, isClear } }: { row: TaskRow }) {
  const text = isClear
    ? "a clear task: nothing to clarify"
    : countText(ambiguities, "ambiguity", "ambiguities");
  return (
    <span
      className="flex w-8 shrink-0 items-center justify-end gap-0.5 text-sm text-muted"
      role="img"
      aria-label={text}
      title={text}
    >
      {isClear ? (
        <span className="text-faint">clear</span>
      ) : (
        <>
          <MessageCircleQuestionMark size={12} aria-hidden />
          {ambiguities}
        </>
      )}
    </span>
  );
}

const severitySigns: Record<Severity, { icon: LucideIcon; colour: string }> = {
  error: { icon: CircleX, colour: "text-error" },
  warning: { icon: TriangleAlert, colour: "text-warning" },
  info: { icon: Info, colour: "text-faint" },
};

function FindingSigns({ findings }: { findings: TaskFindingCounts }) {
  return (["error", "warning", "info"] as const).map((severity) => {
    const count = findings[severity];
    if (count === 0) return null;
    const { icon: Icon, colour } = severitySigns[severity];
    const text = severityText(severity, count);
    return (
      <span
        key={severity}
        className={`flex shrink-0 items-center gap-0.5 ${colour}`}
        role="img"
        aria-label={text}
        title={text}
      >
        <Icon size={12} strokeWidth={2} aria-hidden />
        {count}
      </span>
    );
  });
}

/** The newest run: one sign where both verdicts agree, else "shipped ≠ fixed". A run of an older revision is pale. */
function RunSign({ run }: { run: LastRun | null }) {
  if (run === null)
    return (
      <span className="w-8 shrink-0 text-right text-faint" role="img" aria-label="not run" title="not run">
        –
      </span>
    );
  const { shipped, fixed } = runVerdicts(run);
  const text = runText(run);
  return (
    <span
      className={classes("flex w-8 shrink-0 items-center justify-end", !run.isCurrent && "opacity-70")}
      role="img"
      aria-label={text}
      title={text}
    >
      <VerdictIcon passed={shipped} />
      {shipped !== fixed && (
        <>
          <span className="font-mono text-warning">≠</span>
          <VerdictIcon passed={fixed} />
        </>
      )}
    </span>
  );
}

/** Passed or failed, by form and colour. */
export function VerdictIcon({ passed }: { passed: boolean }) {
  return passed ? (
    <Check size={14} strokeWidth={2.5} className="text-added" aria-label="passed" />
  ) : (
    <X size={14} strokeWidth={2.5} className="text-removed" aria-label="failed" />
  );
}
