import { randomOf, seedOf } from "../../dialogue/seed.ts";
import { summedFeatures } from "../agreement/counted.ts";
import { type Resampled, resampleClusters, resampleUnits } from "../agreement/resample.ts";
import { type Confusion, type MetricFigureName, metricFigureNames, metricFigures } from "./metric-figures.ts";

/** What experts and a metric say of one item: whether the prediction is right; `metric` is null where the metric is undefined. */
export interface Observation {
  dbId: string;
  expert: boolean;
  metric: boolean | null;
}

type Figures = Record<MetricFigureName, number | null>;
/** A metric against experts: how many items it is defined on, its confusion matrix and the figures of it. */
export type MetricReport = { n: number; undefined: number } & Confusion &
  Figures & {
    intervals: Record<MetricFigureName, { byItem: Resampled; byDatabase: Resampled }>;
  };

/** The report of a metric, with intervals by items and by whole databases; a figure is null where it is undefined. */
export function metricReport(observations: readonly Observation[], seed: number): MetricReport {
  const known = observations.filter(({ metric }) => metric !== null);
  const clusters = [...Map.groupBy(known, ({ dbId }) => dbId).values()].map(countsOf);
  const counts = summedFeatures(clusters.map((features) => ({ features, units: 1 })));
  const kinds = [...counts]
    .map((units, at) => ({ features: unitAt(at), units }))
    .filter(({ units }) => units > 0);
  const values = metricFigures(counts);
  const byItem = resampleUnits(kinds, metricFigures, randomOf(seedOf("items", 0, seed)));
  const byDatabase = resampleClusters(clusters, metricFigures, randomOf(seedOf("databases", 0, seed)));
  const [tp = 0, tn = 0, fp = 0, fn = 0] = counts;
  return {
    ...{ n: known.length, undefined: observations.length - known.length, tp, tn, fp, fn },
    ...(named((at) => (Number.isNaN(values[at]) ? null : values[at])) as Figures),
    intervals: named((at) => ({
      byItem: byItem[at] ?? notDrawn,
      byDatabase: byDatabase[at] ?? notDrawn,
    })),
  };
}

const notDrawn: Resampled = { interval: null, resamples: 0, undefinedResamples: 0 };

function named<Value>(value: (at: number) => Value): Record<MetricFigureName, Value> {
  return Object.fromEntries(metricFigureNames.map((name, at) => [name, value(at)])) as Record<
    MetricFigureName,
    Value
  >;
}

function countsOf(observations: readonly Observation[]): Float64Array {
  const counts = new Float64Array(4);
  for (const { expert, metric } of observations) {
    const at = metric === expert ? (expert ? 0 : 1) : expert ? 3 : 2;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

function unitAt(at: number): Float64Array {
  const counts = new Float64Array(4);
  counts[at] = 1;
  return counts;
}
