import { classes } from "./classes.ts";

export interface ProgressProps {
  /** What is going on, for those who do not see the bar. */
  label: string;
  /** How much is done; null where no total is known. */
  done: number | null;
  total: number;
  className?: string;
}

/** A thin bar: how much of a whole is done, or that something is under way. */
export function Progress({ label, done, total, className }: ProgressProps) {
  const share = done === null || total <= 0 ? null : Math.min(1, Math.max(0, done / total));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={share === null ? undefined : total}
      aria-valuenow={share === null ? undefined : (done ?? 0)}
      className={classes("h-1 overflow-hidden rounded-sm bg-line", className)}
    >
      {share === null ? (
        <div className="progress-unknown h-full w-1/3 bg-accent-fill" />
      ) : (
        <div className="h-full bg-accent-fill" style={{ width: `${share * 100}%` }} />
      )}
    </div>
  );
}
