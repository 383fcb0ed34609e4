import type { TextRange } from "../../domain/finding.ts";

/** Words that begin or end no phrase. */
const small = new Set(
  "a an the and or of in on at to for from by with without as is are was were be it its they their his her that which who whose what how many much show list give find get display return me us please all each every any no not than then there this these those i also only has have had do does did over per among between".split(
    " ",
  ),
);

/** A phrase has no more words than this. */
const longestPhrase = 5;

interface Word extends TextRange {
  text: string;
}

function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’/³²-]*/gu), (match) => ({
    from: match.index,
    to: match.index + match[0].length,
    text: match[0],
  }));
}

function isSmall({ text }: Word): boolean {
  return small.has(text.toLowerCase());
}

/** Whether punctuation is between two places. */
function areApart(text: string, from: number, to: number): boolean {
  return /[,.;:?!()]/.test(text.slice(from, to));
}

/** The words that end last before an offset, up to punctuation or a small word; small ones behind them are passed over. */
export function phraseBefore(text: string, offset: number): TextRange | null {
  const phrase: Word[] = [];
  for (const word of wordsOf(text.slice(0, offset)).reverse()) {
    const next = phrase[0];
    if (next !== undefined && (areApart(text, word.to, next.from) || isSmall(word))) break;
    if (isSmall(word)) continue;
    if (phrase.unshift(word) === longestPhrase) break;
  }
  return around(phrase);
}

/** The one or two words that begin at an offset; null where a small word or punctuation comes first. */
export function phraseBehind(text: string, offset: number): TextRange | null {
  const phrase: Word[] = [];
  for (const word of wordsOf(text).filter(({ from }) => from >= offset)) {
    if (isSmall(word) || areApart(text, phrase.at(-1)?.to ?? offset, word.from)) break;
    if (phrase.push(word) === 2) break;
  }
  return around(phrase);
}

/** The phrases around the words that are wanted, in order. */
export function phrasesWith(text: string, isWanted: (word: string) => boolean): TextRange[] {
  const words = wordsOf(text);
  return words.flatMap((word, at) => {
    if (isSmall(word) || !isWanted(word.text)) return [];
    const belongs = (other: Word | undefined, from: number, to: number) =>
      other !== undefined && !isSmall(other) && !areApart(text, from, to);
    let start = at;
    while (at - start < 2 && belongs(words[start - 1], words[start - 1]?.to ?? 0, words[start]?.from ?? 0))
      start -= 1;
    let end = at;
    while (end - start < 3 && belongs(words[end + 1], words[end]?.to ?? 0, words[end + 1]?.from ?? 0))
      end += 1;
    return { from: (words[start] as Word).from, to: (words[end] as Word).to };
  });
}

/** The phrase that an acronym in brackets stands for, where the range is one: "Stress Index (RSI)"; else the range itself. */
export function phraseAround(text: string, range: TextRange): TextRange {
  const isInBrackets = text[range.from - 1] === "(" && text[range.to] === ")";
  return (isInBrackets ? phraseBefore(text, range.from - 1) : null) ?? range;
}

function around(words: readonly Word[]): TextRange | null {
  const [first, last] = [words[0], words.at(-1)];
  return first === undefined || last === undefined ? null : { from: first.from, to: last.to };
}
