import type { SystemComparison } from "#shared/metrics/dialogues/compare-systems.ts";
import { numberText } from "../../../ui/time-text.ts";

/** Two systems on the same tasks; which is better is said only where the difference is significant. */
export function ComparisonsTable({ comparisons }: { comparisons: readonly SystemComparison[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {comparisons.map((comparison) => (
        <Line key={comparison.systems.join(" ")} {...comparison} />
      ))}
    </ul>
  );
}

function Line({ systems, tasks, difference, interval, smallest, better, pValue }: SystemComparison) {
  const [first, second] = systems;
  const points = (share: number) => (100 * share).toFixed(1);
  const sign = difference > 0 ? "+" : "";
  return (
    <li>
      <span className="font-medium">{first}</span> against <span className="font-medium">{second}</span>:{" "}
      {better === null ? (
        <span className="text-muted">no significant difference</span>
      ) : (
        <span>{systems[better]} solves more</span>
      )}
      <span className="text-sm text-muted">
        {" "}
        · {sign}
        {points(difference)} points
        {interval !== null && ` [${points(interval.from)}, ${points(interval.to)}]`} on {numberText(tasks)}{" "}
        tasks ·{" "}
        {smallest === null
          ? "no difference could be significant"
          : `significant from ${points(smallest)} points`}{" "}
        · p {pValue < 0.001 ? "< 0.001" : pValue.toFixed(3)}
      </span>
    </li>
  );
}
