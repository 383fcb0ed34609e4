import type { WorkFigures } from "#shared/contract/work-figures.ts";
import { countText } from "../../../ui/time-text.ts";

/** When the items that nobody has labelled will be, in a sentence. */
export function forecastText({ items, labelled, forecast }: WorkFigures): string {
  if (items > 0 && labelled === items) return "Every item has a label.";
  if (forecast === null || forecast.daysLeft === null)
    return "A forecast needs two days on which somebody labelled items here.";
  const { perDay, days, daysLeft } = forecast;
  const most = daysLeft.to === null ? "no upper bound" : `${daysLeft.to} at most`;
  return `At ${perDay.toFixed(1)} new items a day (the mean of the last ${days} days with work), the rest takes ${countText(daysLeft.expected, "such day")}: ${daysLeft.from} at least, ${most}.`;
}
