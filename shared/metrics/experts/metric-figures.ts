/** How a metric's yes and no meet the experts': the positive class is "the prediction is right" (ROSE, appendix D). */
export interface Confusion {
  tp: number;
  tn: number;
  fp: number;
  fn: number;
}

/** The figures of a metric against experts, in the order in which `metricFigures` gives them. */
export const metricFigureNames = ["accuracy", "kappa", "mcc", "f1", "precision", "recall"] as const;
export type MetricFigureName = (typeof metricFigureNames)[number];

/** The figures that follow from how many items are tp, tn, fp and fn, in this order: NaN where one is undefined (0 / 0). */
export function metricFigures(counts: Float64Array): Float64Array {
  const [tp = 0, tn = 0, fp = 0, fn = 0] = counts;
  const n = tp + tn + fp + fn;
  const [saidYes, saidNo, isYes, isNo] = [tp + fp, tn + fn, tp + fn, tn + fp];
  const byChance = saidYes * isYes + saidNo * isNo;
  return Float64Array.of(
    (tp + tn) / n,
    (n * (tp + tn) - byChance) / (n * n - byChance),
    (tp * tn - fp * fn) / Math.sqrt(saidYes * isYes * saidNo * isNo),
    (2 * tp) / (2 * tp + fp + fn),
    tp / saidYes,
    tp / isYes,
  );
}
