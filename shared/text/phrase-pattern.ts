/** No phrase is longer: patterns of ten thousand characters are refused by the engine, and this is asked of texts that anybody wrote. */
const longestPattern = 2_000;

/** A text as a pattern that finds just it, whatever signs of patterns it has. */
export function escapedPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** The pattern of a phrase that comes from a task, a knowledge base or a question; null for one that is too long to be a phrase: nothing has it. */
export function phrasePattern(source: string, flags: string): RegExp | null {
  return source.length > longestPattern ? null : new RegExp(source, flags);
}
