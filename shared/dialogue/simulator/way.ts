import type { TextRange } from "../../domain/finding.ts";
import { phraseSaid, phrasesSaid, type SaidText } from "./said-text.ts";

/** How a text may say a part: where it does, null where it does not. */
export type Way = (said: SaidText) => TextRange | null;

/** One thing that a stretch of SQL decides, and how words may say it. */
export interface NodePart {
  range: TextRange;
  kind: string;
  way: Way;
  /** How it may be said where it is not all that is decided: the request has told what it is about. */
  loose?: Way;
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

/** Said by a pattern of words that no word before them takes back: "not a view", "mark it as deleted". */
export const affirmed =
  (words: RegExp): Way =>
  ({ text }) => {
    for (const range of phrasesSaid(text, words)) {
      const before = text.slice(Math.max(0, range.from - 30), range.from);
      if (
        !/(?:n't|\b(?:not|no|never|instead of|rather than|without|mark\w* (?:\w+ )?as|flag\w* (?:\w+ )?as))\s+(?:an?\s+|the\s+|just\s+|really\s+|to\s+)?(?:\w+\s+)?$/i.test(
          before,
        )
      )
        return range;
    }
    return null;
  };
