/** The axis of a plot of counts: it begins at 0, ends at or behind the largest count, and its ticks are round numbers. */
export interface Axis {
  end: number;
  ticks: number[];
}

/** An axis for counts up to `largest` with about `parts` parts, each of 1, 2 or 5 times a power of ten. */
export function axisOf(largest: number, parts = 4): Axis {
  const rough = Math.max(1, largest / parts);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  const count = Math.max(1, Math.ceil(largest / step));
  return { end: count * step, ticks: Array.from({ length: count + 1 }, (_, at) => at * step) };
}
