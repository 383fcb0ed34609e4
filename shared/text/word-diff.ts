import type { TextRange } from "../domain/finding.ts";
import { keptKeys } from "../sql/diff.ts";
import { splitWords, type Word } from "./words.ts";

/** What each of two sentences has that the other has not, in whole words; neighbouring words in one range. */
export function wordDiff(a: string, b: string): { a: TextRange[]; b: TextRange[] } {
  const wordsA = splitWords(a);
  const wordsB = splitWords(b);
  const kept = keptKeys(wordsA.map(key), wordsB.map(key));
  return { a: changedRanges(wordsA, kept.a), b: changedRanges(wordsB, kept.b) };
}

const key = ({ text }: Word): string => text.normalize("NFC").toLowerCase();

function changedRanges(all: readonly Word[], kept: Uint8Array): TextRange[] {
  const ranges: TextRange[] = [];
  let open: TextRange | null = null;
  for (const [at, { from, to }] of all.entries()) {
    if (kept[at] === 1) open = null;
    else if (open !== null) open.to = to;
    else {
      open = { from, to };
      ranges.push(open);
    }
  }
  return ranges;
}
