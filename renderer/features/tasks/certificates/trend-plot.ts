import { verdictWords } from "#shared/certificate/certificate-words.ts";
import type { TrendPoint } from "#shared/contract/certificates.ts";
import type { PlotSpec } from "../../../ui/plot/index.ts";

const series = [
  ["certified", verdictWords.certified],
  ["withExceptions", verdictWords["certified-with-exceptions"]],
  ["notCertified", verdictWords["not-certified"]],
] as const;

/** How many tasks had which verdict over time, up to `now` (milliseconds since 1970): a count holds until the next. */
export function trendPlot(points: readonly TrendPoint[], now: number): PlotSpec {
  const last = points.at(-1);
  const all = last === undefined ? [] : [...points, { ...last, at: new Date(now).toISOString() }];
  return {
    ...{ title: "Verdicts over time", form: "times", isShare: false },
    ...{ categories: "time (UTC)", values: "tasks" },
    points: series.flatMap(([key, name]) =>
      all.map((point) => ({
        ...{ series: name, category: Date.parse(point.at), value: point[key], interval: null },
        of: point.certified + point.withExceptions + point.notCertified,
      })),
    ),
  };
}
