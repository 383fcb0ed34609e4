import type { WorkFigures } from "#shared/contract/work-figures.ts";
import { criterionSpecs } from "#shared/domain/cross-check.ts";
import type { CriterionAcceptance } from "#shared/metrics/criterion-acceptance.ts";
import type { PlotSpec } from "../../../ui/plot/index.ts";
import { numberText } from "../../../ui/time-text.ts";

/** Labels a day of all people together; days between the first and the last on which nobody worked are 0. */
export function throughputPlot({ days }: WorkFigures): PlotSpec {
  const byDay = Map.groupBy(days, ({ day }) => day);
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  const points: PlotSpec["points"][number][] = [];
  if (first !== undefined && last !== undefined)
    for (let at = Date.parse(first); at <= Date.parse(last); at += 86_400_000) {
      const own = byDay.get(new Date(at).toISOString().slice(0, 10)) ?? [];
      const value = own.reduce((sum, { items }) => sum + items, 0);
      points.push({ series: "items a day", category: at, value, interval: null, of: own.length });
    }
  return {
    ...{ title: "Throughput", form: "times", isShare: false, points },
    ...{ categories: "day (UTC)", values: "items labelled" },
  };
}

/** How long each person takes from one label to the next: the median, with the quartiles. */
export function timePlot({ people }: WorkFigures): PlotSpec {
  return {
    ...{ title: "Time per item", form: "rows", isShare: false, interval: "quartiles" },
    ...{ categories: "person", values: "seconds from one label to the next" },
    points: people.flatMap(({ reviewer, of, seconds }) =>
      seconds === null
        ? []
        : [
            {
              ...{ series: "median", category: reviewer, value: seconds.median, of },
              interval: { from: seconds.lower, to: seconds.upper },
              note: `${Math.round(seconds.median)} s, n = ${numberText(of)}`,
            },
          ],
    ),
  };
}

/** What share of tasks each criterion of the cross-check accepts, in the first check of each task and in the last. */
export function acceptancePlot(
  acceptance: Record<"first" | "last", readonly CriterionAcceptance[]>,
): PlotSpec {
  return {
    ...{ title: "Accepted per criterion", form: "rows", isShare: true },
    ...{ categories: "criterion", values: "tasks accepted" },
    points: (["first", "last"] as const).flatMap((which) =>
      acceptance[which].flatMap(({ criterion, accepted, of, interval }) =>
        of === 0
          ? []
          : [
              {
                ...{ series: `${which} check`, category: criterionSpecs[criterion].title, interval, of },
                value: accepted / of,
                note: `${which} check: ${accepted} of ${of}`,
              },
            ],
      ),
    ),
  };
}
