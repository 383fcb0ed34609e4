import type { TextRange } from "../../domain/finding.ts";
import { phraseSaid, type SaidText } from "./said-text.ts";

/** How a text may say a part: where it does, null where it does not. */
export type Way = (said: SaidText) => TextRange | null;

/** One thing that a stretch of SQL decides, and how words may say it. */
export interface NodePart {
  range: TextRange;
  kind: string;
  way: Way;
}

/** Said by a pattern of words. */
export const pattern =
  (words: RegExp): Way =>
  ({ text }) =>
    phraseSaid(text, words);

/** Said in one of several ways. */
export const anyOf =
  (ways: readonly Way[]): Way =>
  (said) => {
    for (const way of ways) {
      const range = way(said);
      if (range !== null) return range;
    }
    return null;
  };
