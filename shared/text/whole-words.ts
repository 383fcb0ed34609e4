import type { TextRange } from "../domain/finding.ts";

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** The words of a text that a range touches, whole at both ends, without the blanks around; "" where it touches none. */
export function wholeWords(text: string, { from, to }: TextRange): string {
  const selected = text.slice(from, to);
  const within = selected.trim();
  if (within === "") return "";
  const start = from + selected.indexOf(within);
  const segments = segmenter.segment(text);
  // Chinese and Japanese are parted into words, too, where the rule "letters up to a blank" would take the whole sentence.
  const first = segments.containing(start);
  const last = segments.containing(start + within.length - 1);
  if (first === undefined || last === undefined) return within;
  return text.slice(
    first.isWordLike ? first.index : start,
    last.isWordLike ? last.index + last.segment.length : start + within.length,
  );
}
