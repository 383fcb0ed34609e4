/** Whether values in their order rise or fall: Kendall's tau with their order, and how likely as much is without any trend (two-sided). */
export interface Trend {
  /** How many values. */
  n: number;
  /** From -1 (each is below those before) to 1; pairs of equal values count for neither side. */
  tau: number;
  p: number;
}

/** The test of Mann and Kendall; null of fewer than four values, or where all are equal: nothing could be called a trend. */
export function trendOf(values: readonly number[]): Trend | null {
  const n = values.length;
  let score = 0;
  for (const [at, value] of values.entries())
    for (const later of values.slice(at + 1)) score += Math.sign(later - value);
  const ties = [...Map.groupBy(values, (value) => value).values()].map(({ length }) => length);
  if (n < 4 || ties.length < 2) return null;
  const p = ties.length === n ? exactP(n, score) : normalP(n, score, ties);
  return { n, tau: (2 * score) / (n * (n - 1)), p };
}

/** How likely |score| or more is if every order of n different values is as likely: by counting inversions of permutations. */
function exactP(n: number, score: number): number {
  const pairs = (n * (n - 1)) / 2;
  // chance[k]: of k inversions; one value more brings 0 to its position of them.
  let chance = [1];
  for (let size = 2; size <= n; size += 1) {
    const next = new Array<number>(chance.length + size - 1).fill(0);
    for (const [inversions, share] of chance.entries())
      for (let more = 0; more < size; more += 1)
        next[inversions + more] = (next[inversions + more] ?? 0) + share / size;
    chance = next;
  }
  const atMost = (pairs - Math.abs(score)) / 2;
  const tail = chance.slice(0, atMost + 1).reduce((sum, share) => sum + share, 0);
  return Math.min(1, 2 * tail);
}

/** The same with equal values: by the normal distribution, its variance less what they take, the score a step nearer to 0. */
function normalP(n: number, score: number, ties: readonly number[]): number {
  const part = (size: number) => size * (size - 1) * (2 * size + 5);
  const variance = (part(n) - ties.reduce((sum, size) => sum + part(size), 0)) / 18;
  const z = Math.max(0, Math.abs(score) - 1) / Math.sqrt(variance);
  return erfc(z / Math.SQRT2);
}

/** The complementary error function of x ≥ 0, to seven places (Abramowitz and Stegun 7.1.26). */
function erfc(x: number): number {
  const t = 1 / (1 + 0.3275911 * x);
  const factors = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  return factors.reduce((sum, factor) => (sum + factor) * t, 0) * Math.exp(-x * x);
}
