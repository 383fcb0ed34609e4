import type { TextRange } from "#shared/domain/finding.ts";
import { keptKeys } from "#shared/sql/diff.ts";

/** What each of two sentences has that the other has not, in whole words; neighbouring words in one range. */
export function wordDiff(a: string, b: string): { a: TextRange[]; b: TextRange[] } {
  const wordsA = words(a);
  const wordsB = words(b);
  const kept = keptKeys(wordsA.map(key), wordsB.map(key));
  return { a: changedRanges(wordsA, kept.a), b: changedRanges(wordsB, kept.b) };
}

interface Word extends TextRange {
  text: string;
}

/** Words with what is in them (don't, 2.5, π, 水), and every other sign by itself. */
function words(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}_]+(?:['’.,][\p{L}\p{N}]+)*|[^\s]/gu)].map(
    ({ index, 0: word }) => ({ text: word, from: index, to: index + word.length }),
  );
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
