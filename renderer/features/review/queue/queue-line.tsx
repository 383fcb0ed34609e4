import { Flag, SkipForward } from "lucide-react";
import { memo } from "react";
import type { QueueRow } from "#shared/contract/queue.ts";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { LabelIcon } from "../../../results/verdict/label-icon.tsx";
import { SkeletonRow } from "../../../ui/skeleton.tsx";
import { differenceNames } from "./filter-chips.ts";

interface QueueLineProps {
  /** Undefined while it is on its way. */
  row: QueueRow | undefined;
  labels: VerdictForm["labels"];
}

/** One item in the queue: its position, database, EX, verdict, and the start of its question. */
export const QueueLine = memo(function QueueLine({ row, labels }: QueueLineProps) {
  if (row === undefined) return <SkeletonRow />;
  return (
    <div className="flex h-full flex-col justify-center border-b px-3">
      <div className="flex items-center gap-1.5 text-sm leading-4 text-muted">
        <span className="tabular-nums">{row.index + 1}</span>
        <span className="min-w-0 flex-1 truncate">
          {row.dbId}
          {row.system === null ? "" : ` · ${row.system}`}
        </span>
        <ExSign row={row} />
        <LabelSign row={row} labels={labels} />
      </div>
      <div className="truncate leading-4.5">{row.question}</div>
    </div>
  );
});

function ExSign({ row: { ex, difference } }: { row: QueueRow }) {
  if (ex === null || difference === null) return null;
  const name = differenceNames[difference];
  if (ex.set === null)
    return (
      <span className="font-mono text-faint" role="img" aria-label={name} title={name}>
        –
      </span>
    );
  return ex.set ? (
    <span
      className="font-mono text-faint"
      role="img"
      aria-label={`EX sets equal, ${name}`}
      title={`EX sets equal · ${name}`}
    >
      =
    </span>
  ) : (
    <span
      className="font-mono text-warning"
      role="img"
      aria-label={`EX sets differs, ${name}`}
      title={`EX sets differs · ${name}`}
    >
      ≠
    </span>
  );
}

function LabelSign({ row: { label, skipped, flagged }, labels }: QueueLineProps & { row: QueueRow }) {
  const chosen = labels.find(({ id }) => id === label);
  return (
    <span className="flex w-7 shrink-0 items-center justify-end gap-0.5">
      {flagged && <Flag size={12} className="text-warning" aria-label="flagged" />}
      {chosen && <LabelIcon label={chosen} name={chosen.name} />}
      {label === null && skipped && <SkipForward size={12} className="text-faint" aria-label="skipped" />}
    </span>
  );
}
