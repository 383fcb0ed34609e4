/** When work will be done at the pace of the last days on which anybody worked. */
export interface Forecast {
  /** Items a day on which somebody works; the mean of the last of them. */
  perDay: number;
  /** How many such days the mean is of. */
  days: number;
  /** How many more such days it takes, `to` null where there is no telling; null where nothing is left. */
  daysLeft: { expected: number; from: number; to: number | null } | null;
}

/** The pace is of at most so many days, so that it follows what is done now. */
const lastDays = 10;

/**
 * The forecast for what is left, from how many items were newly labelled on each day with work, the oldest first; null with fewer
 * than two such days. The interval follows from the standard error of the mean (two of it either way).
 */
export function forecastOf(itemsByDay: readonly number[], left: number): Forecast | null {
  const recent = itemsByDay.slice(-lastDays);
  const days = recent.length;
  if (days < 2) return null;
  const perDay = recent.reduce((sum, items) => sum + items, 0) / days;
  const variance = recent.reduce((sum, items) => sum + (items - perDay) ** 2, 0) / (days - 1);
  const margin = 2 * Math.sqrt(variance / days);
  const daysAt = (pace: number) => Math.ceil(left / pace);
  const slowest = perDay - margin;
  return {
    ...{ perDay, days },
    daysLeft:
      left === 0
        ? null
        : {
            expected: daysAt(perDay),
            from: daysAt(perDay + margin),
            to: slowest <= 0 ? null : daysAt(slowest),
          },
  };
}
