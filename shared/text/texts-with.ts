/**
 * In which of the texts each needle is, by their places in the list. All needles are looked for at once: a place in a text costs as
 * much as there are lengths among the needles that begin as it does, however many needles there are. Empty needles are in none.
 */
export function textsWith(needles: Iterable<string>, texts: readonly string[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const needle of needles) if (needle !== "") found.set(needle, []);
  let width = Number.POSITIVE_INFINITY;
  for (const { length } of found.keys()) width = Math.min(width, length);
  const lengths = new Map<string, Set<number>>();
  const firsts = new Set<number>();
  for (const needle of found.keys()) {
    const beginning = needle.slice(0, width);
    firsts.add(needle.charCodeAt(0));
    lengths.set(beginning, (lengths.get(beginning) ?? new Set()).add(needle.length));
  }
  for (const [place, text] of texts.entries())
    for (let from = 0; from + width <= text.length; from += 1) {
      if (!firsts.has(text.charCodeAt(from))) continue;
      for (const length of lengths.get(text.slice(from, from + width)) ?? []) {
        const places = found.get(text.slice(from, from + length));
        if (places !== undefined && places.at(-1) !== place) places.push(place);
      }
    }
  return found;
}
