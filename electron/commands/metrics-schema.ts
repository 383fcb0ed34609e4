import { z } from "zod";
import { FigureWithIntervals } from "#shared/contract/agreement-figures.ts";
import { metricFigureNames } from "#shared/metrics/experts/metric-figures.ts";
import { count } from "./agreement-schema.ts";

const Spread = FigureWithIntervals.shape.byItem;
const figure = z.number().nullable().describe("Null where it is undefined (0 / 0).");
const named = <Value extends z.ZodType>(value: Value) =>
  Object.fromEntries(metricFigureNames.map((name) => [name, value])) as Record<
    (typeof metricFigureNames)[number],
    Value
  >;
const Metric = z.strictObject({
  definition: z.string(),
  n: count.describe("Labelled items on which the metric is defined."),
  undefined: count.describe("Labelled items on which it is not."),
  ...{ tp: count, tn: count, fp: count, fn: count },
  ...named(figure),
  intervals: z.strictObject(named(z.strictObject({ byItem: Spread, byDatabase: Spread }))),
});

/** What `querent metrics` writes. */
export const MetricsOutput = z
  .strictObject({
    nItems: count,
    nLabelled: count.describe("Items with an expert's label: the others count nowhere."),
    nYes: count.describe("Of these, predictions that the experts call right."),
    metrics: z.record(z.string(), Metric).describe("By the name of the metric; yes is the positive class."),
    components: z
      .record(z.string(), Metric)
      .describe("Each component of the exact set match, as a metric of its own."),
    judges: z.array(
      z.strictObject({
        judge: z.string(),
        unmatched: count.describe("Results on no item of the input."),
        score: Metric,
        goldX: Metric.describe("Against the experts' notes; undefined where the judge did not say."),
        ambQ: Metric,
      }),
    ),
    notes: z.array(z.string()),
  })
  .describe("What querent metrics writes: metrics against experts' labels (docs/agreement.md).");
