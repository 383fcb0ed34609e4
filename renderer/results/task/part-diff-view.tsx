import { useMemo } from "react";
import { wordDiff } from "#shared/text/word-diff.ts";
import { classes } from "../../ui/classes.ts";
import { DiffText } from "./diff-text.tsx";
import type { PartDiff } from "./part-diffs.ts";

/** Longer texts are shown side by side without their differences marked, which would take too long. */
const markedLength = 40_000;

/** A part of a task before and after, side by side, with what differs marked. */
export function PartDiffView({ diff: { title, before, after, isCode } }: { diff: PartDiff }) {
  const ranges = useMemo(
    () => (before.length + after.length < markedLength ? wordDiff(before, after) : { a: [], b: [] }),
    [before, after],
  );
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-sm font-medium text-muted">{title}</h3>
      <div className={classes("grid grid-cols-2 gap-2", isCode && "font-mono text-sm")}>
        <DiffText label={`${title} before`} text={before} ranges={ranges.a} kind="removed" />
        <DiffText label={`${title} after`} text={after} ranges={ranges.b} />
      </div>
    </div>
  );
}
