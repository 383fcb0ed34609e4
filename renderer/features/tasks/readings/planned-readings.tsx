import { countText, numberText } from "../../../ui/time-text.ts";
import type { PlannedReview } from "./planned-review.ts";
import type { ReviewFields } from "./review-form.tsx";

/** So many lines are drawn: who wants to read more filters more. */
const mostLines = 200;

/** What is about to be kept or rejected: how many readings, of what, and which. */
export function PlannedReadings({
  planned,
  status,
}: {
  planned: PlannedReview;
  status: ReviewFields["status"];
}) {
  const { readings, ambiguities, tasks } = planned;
  if (readings.length === 0) return <p className="text-muted">No such proposal is left to judge.</p>;
  const of = `${countText(ambiguities, "ambiguity", "ambiguities")} in ${countText(tasks, "task")}`;
  return (
    <section aria-label="What is stored">
      <p>
        {status === "kept" ? "Keeps" : "Rejects"} <strong>{countText(readings.length, "reading")}</strong> of{" "}
        {of}.{readings.length > mostLines && ` The first ${numberText(mostLines)}:`}
      </p>
      <ul
        aria-label="Readings that are meant"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by the keyboard.
        tabIndex={0}
        className="mt-1.5 max-h-52 overflow-auto rounded-md border bg-canvas select-text"
      >
        {readings.slice(0, mostLines).map(({ instanceId, taskId, ambiguity, reading, summary }) => (
          <li
            key={`${taskId} ${ambiguity} ${reading.sql}`}
            className="grid grid-cols-[10rem_minmax(0,1fr)_minmax(0,1fr)] gap-x-3 border-b px-2 py-1 text-sm last:border-b-0"
          >
            <span className="truncate text-muted" title={instanceId}>
              {instanceId} · {ambiguity + 1}
            </span>
            <span className="truncate" title={`${reading.meaning}: ${reading.sql}`}>
              {reading.meaning}
            </span>
            <span className="truncate text-muted" title={summary}>
              {summary}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
