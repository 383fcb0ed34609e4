import { diffArrays } from "diff";
import type { TextRange } from "../domain/finding.ts";

/** So many insertions and deletions are followed; texts further apart than this have nothing to be marked but their middle. */
const MOST_EDITS = 1_000;

/** The ranges of each text whose parts the other has not, by a shortest edit of their keys; neighbouring parts in one range. */
export function changedRanges<T extends TextRange>(
  a: readonly T[],
  b: readonly T[],
  keyOf: (part: T) => string,
): { a: TextRange[]; b: TextRange[] } {
  const keysA = a.map(keyOf);
  const keysB = b.map(keyOf);
  const { head, tail } = sameEnds(keysA, keysB);
  const middleA = keysA.slice(head, a.length - tail);
  const middleB = keysB.slice(head, b.length - tail);
  const changes = diffArrays(middleA, middleB, { maxEditLength: MOST_EDITS }) ?? [
    { removed: true, added: false, count: middleA.length },
    { removed: false, added: true, count: middleB.length },
  ];
  const ranges: { a: TextRange[]; b: TextRange[] } = { a: [], b: [] };
  let [atA, atB] = [head, head];
  for (const { removed, added, count } of changes) {
    if (removed) ranges.a.push(rangeOf(a, atA, count));
    if (added) ranges.b.push(rangeOf(b, atB, count));
    if (!added) atA += count;
    if (!removed) atB += count;
  }
  return ranges;
}

/** How many keys two lists share at their beginning and, behind that, at their end: long texts seldom differ elsewhere. */
function sameEnds(a: readonly string[], b: readonly string[]): { head: number; tail: number } {
  const shortest = Math.min(a.length, b.length);
  let head = 0;
  while (head < shortest && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  return { head, tail };
}

function rangeOf(parts: readonly TextRange[], start: number, count: number): TextRange {
  return { from: parts[start]?.from ?? 0, to: parts[start + count - 1]?.to ?? 0 };
}
