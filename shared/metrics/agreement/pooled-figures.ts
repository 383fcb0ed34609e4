/** The figures over the opinions of any number of people, in the order in which `pooledFigures` gives them; one for each category follows. */
export const pooledNames = [
  "rawAgreement",
  "fleissKappa",
  "krippendorffAlpha",
  "gwetAc1",
  "brennanPrediger",
  "prevalence",
] as const;
export type PooledName = (typeof pooledNames)[number];

const perUnit = 5;
const perCategory = 4;

/**
 * What one unit adds to the sums from which all pooled figures follow: whether it is rated, whether twice, its share of
 * agreeing pairs, its opinions if it is rated twice, its disagreement; and for each category its share, its opinions on units
 * rated twice, its agreeing pairs, and its pairs.
 */
export function pooledFeatures(ratings: readonly number[]): Float64Array {
  const features = new Float64Array(perUnit + perCategory * ratings.length);
  let [opinions, squares] = [0, 0];
  for (const count of ratings) {
    opinions += count;
    squares += count * count;
  }
  if (opinions === 0) return features;
  const isDouble = opinions > 1;
  features[0] = 1;
  if (isDouble)
    features.set([
      1,
      1,
      (squares - opinions) / (opinions * (opinions - 1)),
      opinions,
      (opinions * opinions - squares) / (opinions - 1),
    ]);
  ratings.forEach((count, category) => {
    const at = perUnit + perCategory * category;
    const pairs = [count, count * (count - 1), count * (opinions - 1)];
    features.set([count / opinions, ...(isDouble ? pairs : [0, 0, 0])], at);
  });
  return features;
}

/** The figures that follow from summed features: NaN where one is undefined. */
export function pooledFigures(sums: Float64Array): Float64Array {
  const categories = (sums.length - perUnit) / perCategory;
  const figures = new Float64Array(pooledNames.length + categories).fill(Number.NaN);
  // By index, as everything that is done in each of 2,000 draws: taking an array apart costs ten times as much.
  const at = (index: number) => sums[index] as number;
  const [rated, double, agreement, opinions, disagreement] = [at(0), at(1), at(2), at(3), at(4)];
  if (rated === 0) return figures;
  let [squares, spread, used, usedTwice, totals] = [0, 0, 0, 0, 0];
  for (let category = 0; category < categories; category += 1) {
    const own = perUnit + perCategory * category;
    const [shares, total, agreeing, pairs] = [at(own), at(own + 1), at(own + 2), at(own + 3)];
    const share = shares / rated;
    squares += share * share;
    spread += share * (1 - share);
    used += Number(shares > 0);
    usedTwice += Number(total > 0);
    totals += total * total;
    if (pairs > 0) figures[pooledNames.length + category] = agreeing / pairs;
  }
  if (categories === 2) figures[5] = ((sums[perUnit] ?? 0) - (sums[perUnit + perCategory] ?? 0)) / rated;
  if (double === 0) return figures;
  const raw = agreement / double;
  figures[0] = raw;
  if (used > 1) figures[1] = corrected(raw, squares);
  if (usedTwice > 1) figures[2] = 1 - ((opinions - 1) * disagreement) / (opinions * opinions - totals);
  if (categories > 1) {
    figures[3] = corrected(raw, spread / (categories - 1));
    figures[4] = corrected(raw, 1 / categories);
  }
  return figures;
}

function corrected(raw: number, chance: number): number {
  return (raw - chance) / (1 - chance);
}
