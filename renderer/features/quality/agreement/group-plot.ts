import type { AgreementDetails } from "#shared/contract/agreement-figures.ts";
import type { Grouping } from "#shared/domain/agreement.ts";
import type { PlotSpec } from "../../../ui/plot/index.ts";
import { numberText } from "../../../ui/time-text.ts";
import { type DrawnFigure, drawnFigures, figureText, groupingWords } from "./figure-words.ts";

/** One figure by group, with its intervals by item; weeks as a line over time. Groups in which it is undefined are not drawn. */
export function groupPlot(groups: AgreementDetails["groups"], by: Grouping, figure: DrawnFigure): PlotSpec {
  const own = groups.filter((group) => group.by === by);
  const isDrift = by === "week";
  return {
    title: `${drawnFigures[figure]} ${groupingWords[by].title.toLowerCase()}`,
    form: isDrift ? "times" : "rows",
    categories: isDrift ? "week (its Monday)" : groupingWords[by].one,
    values: drawnFigures[figure],
    isShare: false,
    hasFractions: true,
    points: own.flatMap(({ group, figures }) => {
      const { value, byItem } = figures[figure];
      if (value === null) return [];
      const category = isDrift ? mondayOf(group) : group;
      const note = `${figureText(value)}, n = ${numberText(figures.double)}`;
      return [
        {
          series: drawnFigures[figure],
          category,
          value,
          interval: byItem.interval,
          of: figures.double,
          note,
        },
      ];
    }),
  };
}

/** The Monday of an ISO week ("2026-W07"), in milliseconds since 1970. */
function mondayOf(week: string): number {
  const [year = 0, number = 0] = week.split("-W").map(Number);
  const fourth = new Date(Date.UTC(year, 0, 4));
  const dayMs = 86_400_000;
  return fourth.getTime() - ((fourth.getUTCDay() || 7) - 1) * dayMs + (number - 1) * 7 * dayMs;
}
