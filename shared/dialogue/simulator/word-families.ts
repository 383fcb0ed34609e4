import { stem } from "../../sql/provenance/word-index.ts";

/** Whether two words, or their stems, belong to one family; `families` has one a line. It is read when somebody first asks. */
export function wordFamilies(families: string): (one: string, other: string) => boolean {
  let familiesOf: Map<string, Set<number>> | null = null;
  return (one, other) => {
    familiesOf ??= readFamilies(families);
    const others = familiesOf.get(other);
    const own = others === undefined ? undefined : familiesOf.get(one);
    return own !== undefined && [...own].some((family) => others?.has(family));
  };
}

function readFamilies(families: string): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const [index, line] of families.trim().split("\n").entries())
    for (const word of line.split(" "))
      for (const form of new Set([word, stem(word), stem(pluralOf(word))]))
        found.set(form, (found.get(form) ?? new Set()).add(index));
  return found;
}

/** "agency" and "agencies", whose stems differ. */
function pluralOf(word: string): string {
  return word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`;
}
