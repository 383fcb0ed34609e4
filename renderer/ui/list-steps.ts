/** A way through a list. */
export type ListStep = "first" | "previous" | "next" | "last";

/** Where a step leads from `index` among `count` lines; null where it leads nowhere. */
export function stepIndex(step: ListStep, index: number, count: number): number | null {
  if (count === 0) return null;
  const to = { first: 0, previous: index - 1, next: index + 1, last: count - 1 }[step];
  return to === index || to < 0 || to >= count ? null : to;
}

/** The next item after `index` that `isOpen`, going around the end once; null where there is none but this one. */
export function nextOpen(
  ids: readonly number[],
  index: number,
  isOpen: (itemId: number) => boolean,
  step: 1 | -1 = 1,
): number | null {
  for (let away = 1; away < ids.length; away++) {
    const at = (index + step * away + ids.length * 2) % ids.length;
    const itemId = ids[at];
    if (itemId !== undefined && isOpen(itemId)) return at;
  }
  return null;
}

/** What a person typed as a position in a list ("412", 1-based) as an index, or null where there is no such position. */
export function typedIndex(text: string, count: number): number | null {
  const position = Number(text.trim().replaceAll(",", ""));
  return Number.isInteger(position) && position >= 1 && position <= count ? position - 1 : null;
}
