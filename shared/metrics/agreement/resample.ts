import type { Random } from "../../dialogue/seed.ts";
import { type Interval, percentileInterval, resamples } from "../dialogues/resample-tasks.ts";
import { drawBinomial } from "./binomial.ts";
import { addFeatures, type Counted } from "./counted.ts";

/** Figures that follow from summed features; NaN where one is undefined. */
type FiguresOfSums = (sums: Float64Array) => Float64Array;

/** Where 95 of 100 resamples of one figure lie. */
export interface Resampled {
  /** Null where it would say nothing: fewer than two units to draw from, all resamples equal, or none defined. */
  interval: Interval | null;
  resamples: number;
  /** Resamples in which the figure is undefined; the interval is of the others. */
  undefinedResamples: number;
}

/**
 * Draws as many units as there are, with replacement, and says where each figure then lies (percentile bootstrap). Units of one
 * kind are drawn together, so the time depends on how many kinds there are, not on how many units.
 */
export function resampleUnits(
  kinds: readonly Counted[],
  figures: FiguresOfSums,
  random: Random,
): Resampled[] {
  const total = kinds.reduce((sum, { units }) => sum + units, 0);
  return spreads(total, kinds[0]?.features.length ?? 0, figures, (sums) => {
    let [left, open] = [total, total];
    for (const { features, units } of kinds) {
      const drawn = open === units ? left : drawBinomial(left, units / open, random);
      left -= drawn;
      open -= units;
      if (drawn > 0) addFeatures(sums, features, drawn);
    }
  });
}

/** The same with whole clusters of units drawn (by their sums): units of one cluster are not independent of each other. */
export function resampleClusters(
  clusters: readonly Float64Array[],
  figures: FiguresOfSums,
  random: Random,
): Resampled[] {
  return spreads(clusters.length, clusters[0]?.length ?? 0, figures, (sums) => {
    for (let drawn = 0; drawn < clusters.length; drawn += 1) {
      const cluster = clusters[Math.floor(random() * clusters.length)];
      if (cluster) addFeatures(sums, cluster, 1);
    }
  });
}

function spreads(
  units: number,
  width: number,
  figures: FiguresOfSums,
  draw: (sums: Float64Array) => void,
): Resampled[] {
  const sums = new Float64Array(width);
  const values = Array.from(figures(sums), () => new Float64Array(resamples));
  if (units < 2) return values.map(() => ({ interval: null, resamples: 0, undefinedResamples: 0 }));
  for (let resample = 0; resample < resamples; resample += 1) {
    sums.fill(0);
    draw(sums);
    const drawn = figures(sums);
    for (let at = 0; at < values.length; at += 1)
      (values[at] as Float64Array)[resample] = drawn[at] as number;
  }
  return values.map(spreadOf);
}

function spreadOf(values: Float64Array): Resampled {
  const defined = (
    values.some(Number.isNaN) ? values.filter((value) => !Number.isNaN(value)) : values
  ).sort();
  const counts = { resamples, undefinedResamples: resamples - defined.length };
  const isSpread = defined.length > 0 && (defined[defined.length - 1] ?? 0) - (defined[0] ?? 0) > 1e-12;
  return { interval: isSpread ? percentileInterval(defined) : null, ...counts };
}
