import type { TextRange } from "../domain/finding.ts";
import { changedRanges } from "./changed-ranges.ts";
import { splitWords } from "./words.ts";

/** What each of two sentences has that the other has not, in whole words; neighbouring words in one range. */
export function wordDiff(a: string, b: string): { a: TextRange[]; b: TextRange[] } {
  return changedRanges(splitWords(a), splitWords(b), ({ text }) => text.normalize("NFC").toLowerCase());
}
