/**
 * A stream of pseudo-random choices that is the same on every machine (mulberry32): integer arithmetic only, no clock,
 * so that the sample database has the same content wherever it is built.
 */
export interface RandomStream {
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number;
  /** True in about `percent` of 100 cases. */
  chance(percent: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** Picks by weight; weights are positive whole numbers. */
  pickWeighted<T>(choices: readonly (readonly [value: T, weight: number])[]): T;
}

/** Opens the stream of this seed; each table has a seed of its own, so that a change to one leaves the others as they are. */
export function randomStream(seed: number): RandomStream {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
  const below = (bound: number): number => next() % bound;
  const pick = <T>(values: readonly T[]): T => {
    if (values.length === 0) throw new RangeError("nothing to pick from");
    return values[below(values.length)] as T;
  };
  return {
    int: (low, high) => low + below(high - low + 1),
    chance: (percent) => below(10_000) < percent * 100,
    pick,
    pickWeighted: (choices) => {
      let rest = below(choices.reduce((sum, [, weight]) => sum + weight, 0));
      for (const [value, weight] of choices) {
        if (rest < weight) return value;
        rest -= weight;
      }
      throw new RangeError("weights must be positive");
    },
  };
}
