import { classes } from "./classes.ts";

/** Reserves the room of something that is on its way; give it the size of what will come. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={classes("skeleton", className)} />;
}

/** Lines of text on their way. */
export function SkeletonLines({ lines }: { lines: number }) {
  const widths = ["w-4/5", "w-3/5", "w-11/12", "w-2/3"];
  return (
    <div className="flex flex-col gap-2 p-3" aria-hidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are all alike.
        <Skeleton key={line} className={classes("h-3", widths[line % widths.length] ?? "w-full")} />
      ))}
    </div>
  );
}

/** A row of a list on its way. */
export function SkeletonRow({ lines = 2 }: { lines?: 1 | 2 }) {
  return (
    <div className="flex h-full flex-col justify-center gap-1.5 border-b px-3">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-2.5 w-3/5" />
      {lines === 2 && <Skeleton className="h-2.5 w-4/5" />}
    </div>
  );
}
