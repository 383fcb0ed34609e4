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
