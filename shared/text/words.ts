import type { TextRange } from "../domain/finding.ts";

/** A word of a text, and where it is (UTF-16 offsets). */
export interface Word extends TextRange {
  text: string;
}

/** Words with what is in them (don't, 2.5, π, 水), and every other sign by itself. */
export function splitWords(text: string): Word[] {
  return Array.from(
    text.matchAll(/[\p{L}\p{M}\p{N}_]+(?:['’.,][\p{L}\p{N}]+)*|[^\s]/gu),
    ({ index, 0: word }) => ({ text: word, from: index, to: index + word.length }),
  );
}
