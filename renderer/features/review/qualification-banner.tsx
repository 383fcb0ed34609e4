import { GraduationCap, TriangleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { useOwnChecks } from "../../data/check-items.ts";
import { Button } from "../../ui/button.tsx";
import { isFiltered } from "../../ui/filters.ts";
import { countText } from "../../ui/time-text.ts";
import type { ReviewQueue } from "./use-review-queue.ts";

/** Sends a reviewer to the items that they qualify by, says how they did, and what is to be told of attention items. */
export function QualificationBanner({ projectId, queue }: { projectId: number; queue: ReviewQueue }) {
  const { data } = useOwnChecks(projectId);
  const { filter, setFilter } = queue;
  // Whoever comes to the screen is sent once; they come back to these items by the button, as does who just chose them.
  const isSettled = useRef(false);
  useEffect(() => {
    if (data === undefined || isSettled.current) return;
    isSettled.current = true;
    const { total, passed } = data.qualification;
    if (total > 0 && passed === null && !isFiltered(filter)) setFilter({ set: "qualification" });
  }, [data, filter, setFilter]);
  if (data === undefined) return null;
  const { total, judged, right, needed, passed } = data.qualification;
  const isThere = filter.set === "qualification";
  return (
    <>
      {data.attention === "nothing" ? null : (
        <p role="status" className="flex items-center gap-2 bg-warning-fill px-4 py-1.5 text-warning">
          <TriangleAlert size={15} className="shrink-0" aria-hidden />
          {data.attention === "stop"
            ? "Your verdicts are on hold: some of the latest differ from known answers. Ask whoever leads the project to look at them."
            : "Some of your latest verdicts differ from known answers. Please read the guidelines again (L)."}
        </p>
      )}
      {total > 0 && (isThere || passed !== true) && (
        <div role="status" className="flex min-h-9 items-center gap-3 border-b bg-panel px-4 py-1">
          <GraduationCap size={16} className="shrink-0 text-muted" aria-hidden />
          <span className="min-w-0 flex-1">
            {passed === null
              ? `Qualification: judge ${countText(total, "item")} first; ${needed} right are needed. ${judged} of ${total} judged.`
              : `Qualification: ${right} of ${total} right, ${needed} needed: ${passed ? "passed" : "not passed. Ask whoever leads the project what to do"}.`}
          </span>
          {isThere ? (
            <Button size="sm" onClick={() => setFilter({})}>
              All items
            </Button>
          ) : (
            passed === null && (
              <Button size="sm" onClick={() => setFilter({ set: "qualification" })}>
                Judge them now
              </Button>
            )
          )}
        </div>
      )}
    </>
  );
}
