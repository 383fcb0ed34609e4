/** The figures of two people's opinions on the same units, in the order in which `pairFigures` gives them; one for each category follows. */
export const pairNames = ["rawAgreement", "cohenKappa", "gwetAc1", "pabak", "prevalence", "bias"] as const;
export type PairName = (typeof pairNames)[number];

/** The figures that follow from a table of counts (q × q, by rows: the first person's label, then the second's): NaN where one is undefined. */
export function pairFigures(table: Float64Array): Float64Array {
  const q = Math.round(Math.sqrt(table.length));
  const figures = new Float64Array(pairNames.length + q).fill(Number.NaN);
  const { units, agreed, rows, columns } = marginsOf(table, q);
  if (units === 0) return figures;
  const raw = agreed / units;
  let [chance, used, spread] = [0, 0, 0];
  for (let category = 0; category < q; category += 1) {
    const [row, column] = [(rows[category] ?? 0) / units, (columns[category] ?? 0) / units];
    chance += row * column;
    used += Number(row + column > 0);
    spread += ((row + column) / 2) * (1 - (row + column) / 2);
    if (row + column > 0)
      figures[pairNames.length + category] =
        (2 * (table[category * q + category] ?? 0)) / units / (row + column);
  }
  const ac1Chance = spread / (q - 1);
  figures.set([
    raw,
    used > 1 ? (raw - chance) / (1 - chance) : Number.NaN,
    q > 1 ? (raw - ac1Chance) / (1 - ac1Chance) : Number.NaN,
    q > 1 ? (q * raw - 1) / (q - 1) : Number.NaN,
    q === 2 ? ((table[0] ?? 0) - (table[3] ?? 0)) / units : Number.NaN,
    q === 2 ? ((table[1] ?? 0) - (table[2] ?? 0)) / units : Number.NaN,
  ]);
  return figures;
}

/**
 * The standard error of Cohen's kappa (Fleiss, Cohen and Everitt 1969: the one for a kappa other than 0); null where kappa is
 * undefined.
 */
export function cohenStandardError(table: Float64Array): number | null {
  const kappa = pairFigures(table)[pairNames.indexOf("cohenKappa")] ?? Number.NaN;
  if (Number.isNaN(kappa)) return null;
  const q = Math.round(Math.sqrt(table.length));
  const { units, rows, columns } = marginsOf(table, q);
  const row = (at: number) => (rows[at] ?? 0) / units;
  const column = (at: number) => (columns[at] ?? 0) / units;
  let [diagonal, rest, chance] = [0, 0, 0];
  for (let first = 0; first < q; first += 1) {
    chance += row(first) * column(first);
    for (let second = 0; second < q; second += 1) {
      const share = (table[first * q + second] ?? 0) / units;
      if (first === second) diagonal += share * (1 - (row(first) + column(first)) * (1 - kappa)) ** 2;
      else rest += share * (column(first) + row(second)) ** 2;
    }
  }
  const centre = (kappa - chance * (1 - kappa)) ** 2;
  const variance = (diagonal + (1 - kappa) ** 2 * rest - centre) / (units * (1 - chance) ** 2);
  return Math.sqrt(Math.max(0, variance));
}

function marginsOf(table: Float64Array, q: number) {
  const [rows, columns] = [new Float64Array(q), new Float64Array(q)];
  let [units, agreed] = [0, 0];
  for (let row = 0; row < q; row += 1)
    for (let column = 0; column < q; column += 1) {
      const count = table[row * q + column] as number;
      units += count;
      if (row === column) agreed += count;
      rows[row] = (rows[row] as number) + count;
      columns[column] = (columns[column] as number) + count;
    }
  return { units, agreed, rows, columns };
}
