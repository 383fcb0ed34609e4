import { summedFeatures } from "./counted.ts";
import { pooledFeatures, pooledFigures, pooledNames } from "./pooled-figures.ts";
import { opinionsOf, type RatingPattern } from "./rating-pattern.ts";

/** Standard errors of the pooled figures; null where there are fewer than two units, or the figure is undefined. */
interface PooledStandardErrors {
  rawAgreement: number | null;
  fleissKappa: number | null;
  krippendorffAlpha: number | null;
  gwetAc1: number | null;
  brennanPrediger: number | null;
}

/**
 * Gwet's standard errors over units (Handbook of Inter-Rater Reliability, 4th edition, chapter 5), with n(n − 1) below the sum;
 * Krippendorff's alpha by the jackknife, which covers better with few units (Hughes 2022). q: the declared categories.
 */
export function pooledStandardErrors(patterns: readonly RatingPattern[], q: number): PooledStandardErrors {
  const units = patterns.filter((pattern) => opinionsOf(pattern) > 0).map(unitOf);
  const double = units.filter(({ opinions }) => opinions > 1);
  const shares = meanOver(units, q, ({ ratings, opinions }, category) => (ratings[category] ?? 0) / opinions);
  const used = shares.filter((share) => share > 0).length;
  const expected = (weight: (category: number) => number) => (unit: Unit) =>
    unit.ratings.reduce((sum, count, category) => sum + (count / unit.opinions) * weight(category), 0);
  const ofShare = expected((category) => shares[category] ?? 0);
  const ofRest = expected((category) => (1 - (shares[category] ?? 0)) / (q - 1));
  return {
    rawAgreement: standardError(units, double, () => 0),
    fleissKappa: used > 1 ? standardError(units, double, ofShare) : null,
    krippendorffAlpha: alphaStandardError(double),
    gwetAc1: q > 1 ? standardError(units, double, ofRest) : null,
    brennanPrediger: q > 1 ? standardError(units, double, () => 1 / q) : null,
  };
}

interface Unit extends RatingPattern {
  opinions: number;
  /** The share of its pairs of opinions that agree; 0 with fewer than two. */
  agreement: number;
}

function unitOf(pattern: RatingPattern): Unit {
  const opinions = opinionsOf(pattern);
  const agreeing = pattern.ratings.reduce((sum, count) => sum + count * (count - 1), 0);
  return { ...pattern, opinions, agreement: opinions < 2 ? 0 : agreeing / (opinions * (opinions - 1)) };
}

/** Of (pa − pe) / (1 − pe); `expected`: what a unit adds to the chance agreement, whose mean is pe. */
function standardError(
  units: readonly Unit[],
  double: readonly Unit[],
  expected: (unit: Unit) => number,
): number | null {
  const [n, doubles] = [countOf(units), countOf(double)];
  if (n < 2 || doubles === 0) return null;
  const chance = mean(units, expected);
  const figure = (mean(double, ({ agreement }) => agreement) - chance) / (1 - chance);
  const influence = (unit: Unit) => {
    const own = unit.opinions < 2 ? 0 : ((unit.agreement - chance) * n) / doubles;
    return (own - 2 * (1 - figure) * (expected(unit) - chance)) / (1 - chance);
  };
  return deviation(units, n, figure, influence);
}

/** By the jackknife: leaving out one unit at a time. */
function alphaStandardError(double: readonly Unit[]): number | null {
  const n = countOf(double);
  const counted = double.map(({ ratings, units }) => ({ features: pooledFeatures(ratings), units }));
  const sums = summedFeatures(counted);
  if (n < 2 || Number.isNaN(alphaOf(sums))) return null;
  const without = counted.map(({ features }) => alphaOf(sums.map((sum, at) => sum - (features[at] ?? 0))));
  if (without.some(Number.isNaN)) return null;
  const usual = counted.reduce((sum, { units }, at) => sum + units * (without[at] ?? 0), 0) / n;
  const squares = counted.reduce((sum, { units }, at) => sum + units * ((without[at] ?? 0) - usual) ** 2, 0);
  return Math.sqrt(((n - 1) / n) * squares);
}

function alphaOf(sums: Float64Array): number {
  return pooledFigures(sums)[pooledNames.indexOf("krippendorffAlpha")] ?? Number.NaN;
}

function deviation(
  units: readonly Unit[],
  n: number,
  figure: number,
  influence: (unit: Unit) => number,
): number {
  const squares = units.reduce((sum, unit) => sum + unit.units * (influence(unit) - figure) ** 2, 0);
  return Math.sqrt(squares / (n * (n - 1)));
}

function countOf(units: readonly Unit[]): number {
  return units.reduce((sum, unit) => sum + unit.units, 0);
}

function mean(units: readonly Unit[], value: (unit: Unit) => number): number {
  return units.reduce((sum, unit) => sum + unit.units * value(unit), 0) / countOf(units);
}

function meanOver(
  units: readonly Unit[],
  q: number,
  value: (unit: Unit, category: number) => number,
): number[] {
  return Array.from({ length: q }, (_, category) => mean(units, (unit) => value(unit, category)));
}
