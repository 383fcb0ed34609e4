import { useMemo } from "react";
import type { TaskCrossChecks } from "#shared/contract/cross-checks.ts";
import type { Task } from "#shared/domain/task.ts";
import { useTaskRevision } from "../../../data/task-history.ts";
import { PartDiffView } from "../../../results/task/part-diff-view.tsx";
import { partDiffs } from "../../../results/task/part-diffs.ts";
import { countText } from "../../../ui/time-text.ts";

/** What the author has changed since it was judged last, side by side: only that needs a second look. */
export function ChangedSince({ view, task }: { view: TaskCrossChecks; task: Task }) {
  const since = judgedRevision(view);
  const { data: then } = useTaskRevision(view.taskId, since ?? 0);
  const diffs = useMemo(() => (then === undefined ? [] : partDiffs(then.task, task)), [then, task]);
  if (since === null || diffs.length === 0) return null;
  return (
    <details open className="border-b px-4 py-2">
      <summary className="text-sm font-medium">
        Changed since revision {since} was judged: {countText(diffs.length, "part")}
      </summary>
      <section aria-label="Changes since the last check" className="mt-2 flex flex-col gap-3">
        {diffs.map((diff) => (
          <PartDiffView key={diff.title} diff={diff} />
        ))}
      </section>
    </details>
  );
}

/** The revision of the last check, or the oldest that the caller has judged unsent; null where that is the newest. */
function judgedRevision({ checks: [last], criteria, revision }: TaskCrossChecks): number | null {
  const given = criteria.flatMap(({ judgement }) => judgement?.revision ?? []);
  const since = last?.revision ?? Math.min(...given);
  return since < revision ? since : null;
}
