/** So many characters of a needle tell whether it may begin at a place; each place reads as many. */
const longestBeginning = 16;
/** An odd number that spreads characters over 32 bits (Knuth's multiplicative hashing). */
const base = 2654435761;

/**
 * In which of the texts each needle is, by their places in the list. All needles are looked for at once (Rabin and Karp): a place in
 * a text costs as much as there are lengths among the needles that begin as it does, however many and however long needles are.
 * Empty needles are in none.
 */
export function textsWith(needles: Iterable<string>, texts: readonly string[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const needle of needles) if (needle !== "") found.set(needle, []);
  let width = longestBeginning;
  for (const { length } of found.keys()) width = Math.min(width, length);
  /** By how needles begin, and by length: those of each hash. */
  const beginnings = new Map<string, Map<number, Map<number, string[]>>>();
  const firsts = new Set<number>();
  for (const needle of found.keys()) {
    firsts.add(needle.charCodeAt(0));
    const beginning = needle.slice(0, width);
    const lengths = beginnings.get(beginning) ?? new Map<number, Map<number, string[]>>();
    const hashes = lengths.get(needle.length) ?? new Map<number, string[]>();
    const hash = hashesOf(needle)[needle.length] ?? 0;
    beginnings.set(
      beginning,
      lengths.set(needle.length, hashes.set(hash, [...(hashes.get(hash) ?? []), needle])),
    );
  }
  const powers = powersUpTo(texts.reduce((most, { length }) => Math.max(most, length), 0));
  for (const [place, text] of texts.entries()) {
    const upTo = hashesOf(text);
    const hashAt = (from: number, length: number) =>
      ((upTo[from + length] ?? 0) - Math.imul(upTo[from] ?? 0, powers[length] ?? 0)) >>> 0;
    for (let from = 0; from + width <= text.length; from += 1) {
      if (!firsts.has(text.charCodeAt(from))) continue;
      for (const [length, hashes] of beginnings.get(text.slice(from, from + width)) ?? []) {
        if (from + length > text.length) continue;
        for (const needle of hashes.get(hashAt(from, length)) ?? []) {
          const places = found.get(needle);
          // Looked at once a text only: a needle may be at each of its places.
          if (places?.at(-1) !== place && text.startsWith(needle, from)) places?.push(place);
        }
      }
    }
  }
  return found;
}

/** The hash of each beginning of a text, from that of none to that of all of it. */
function hashesOf(text: string): Uint32Array {
  const hashes = new Uint32Array(text.length + 1);
  for (let at = 0; at < text.length; at += 1)
    hashes[at + 1] = Math.imul(hashes[at] ?? 0, base) + text.charCodeAt(at);
  return hashes;
}

function powersUpTo(length: number): Uint32Array {
  const powers = new Uint32Array(length + 1).fill(1);
  for (let at = 0; at < length; at += 1) powers[at + 1] = Math.imul(powers[at] ?? 0, base);
  return powers;
}
