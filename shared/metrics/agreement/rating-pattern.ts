/** Units that got the same numbers of opinions: of each declared category (r_ik, in its order), and how many units. */
export interface RatingPattern {
  ratings: readonly number[];
  units: number;
}

/** Counts units with the same numbers of opinions together; `units`: the numbers of each. */
export function ratingPatterns(units: readonly (readonly number[])[]): RatingPattern[] {
  return mergedPatterns([units.map((ratings) => ({ ratings, units: 1 }))]);
}

/** Several lists of patterns as one, each pattern once. */
export function mergedPatterns(lists: Iterable<readonly RatingPattern[]>): RatingPattern[] {
  const patterns = new Map<string, RatingPattern>();
  for (const list of lists)
    for (const { ratings, units } of list) {
      const key = ratings.join();
      const pattern = patterns.get(key);
      if (pattern) pattern.units += units;
      else patterns.set(key, { ratings, units });
    }
  return [...patterns.values()];
}

/** How many opinions a unit of the pattern has (r_i). */
export function opinionsOf({ ratings }: Pick<RatingPattern, "ratings">): number {
  return ratings.reduce((sum, count) => sum + count, 0);
}
