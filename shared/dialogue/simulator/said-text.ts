import type { TextRange } from "../../domain/finding.ts";
import { numberPattern, plainNumber, stem } from "../../sql/provenance/word-index.ts";
import { spelledNumber } from "./number-words.ts";
import { areSynonyms } from "./synonyms.ts";

/** A word of a text, with its stem; UTF-16 offsets. */
export interface SaidWord extends TextRange {
  word: string;
  stem: string;
}

/** A number that a text says, in digits or words, with the unit behind it in seconds where it is one of time. */
export interface SaidNumber extends TextRange {
  value: number;
  isPercent: boolean;
  seconds: number | null;
}

/** A text of plain English, cut into words and numbers once. */
export interface SaidText {
  text: string;
  words: readonly SaidWord[];
  numbers: readonly SaidNumber[];
}

const unitSeconds: [unit: RegExp, seconds: number][] = [
  [/^(?:seconds?|secs?|s)$/, 1],
  [/^(?:minutes?|mins?)$/, 60],
  [/^(?:hours?|hrs?|h)$/, 3600],
  [/^days?$/, 86_400],
  [/^weeks?$/, 604_800],
  [/^months?$/, 2_592_000],
  [/^years?$/, 31_536_000],
];

/** What stands behind this is not read: no question or answer is that long. */
const longestText = 8_000;

/** The text that was cut last: each part of a gold is looked for in the same words. */
let last: SaidText | null = null;

/** Cuts a text into words and numbers. */
export function saidText(whole: string): SaidText {
  const text = whole.slice(0, longestText);
  if (last?.text !== text) last = readText(text);
  return last;
}

function readText(text: string): SaidText {
  const words = Array.from(text.matchAll(/\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*|\d+/gu), (match) => {
    const word = match[0].toLowerCase();
    return { word, stem: rootOf(word), from: match.index, to: match.index + match[0].length };
  });
  const numbers = [...digitNumbers(text), ...wordNumbers(words)];
  return { text, words, numbers: [...numbers, ...timesTogether(text, numbers)] };
}

/** The stem of a word in small letters. "The riskiest" speaks of risk, as "risky" does. */
export function rootOf(word: string): string {
  return stem(word.replace(/(?<=[a-z]{3})i(?:er|est)$/, "y"));
}

/** "One hour and thirty minutes" says 5,400 seconds, too. */
function timesTogether(text: string, numbers: readonly SaidNumber[]): SaidNumber[] {
  const times = numbers.flatMap(({ from, to, seconds }) => (seconds === null ? [] : [{ from, to, seconds }]));
  const timesAt = Map.groupBy(times, ({ from }) => from);
  return times.flatMap((one) =>
    placesBehind(text, one.to)
      .flatMap((place) => timesAt.get(place) ?? [])
      .filter(({ seconds }) => seconds < one.seconds)
      .map(({ to, seconds }) => ({
        ...{ from: one.from, to, value: Number.NaN, isPercent: false },
        seconds: one.seconds + seconds,
      })),
  );
}

/** Where the number behind a unit may begin: "hour " and "hour and ". */
function placesBehind(text: string, at: number): number[] {
  const unit = /[\s-]*\p{L}+,?\s+/uy;
  unit.lastIndex = at;
  if (!unit.test(text)) return [];
  const and = /and\s+/y;
  and.lastIndex = unit.lastIndex;
  return and.test(text) ? [unit.lastIndex, and.lastIndex] : [unit.lastIndex];
}

function digitNumbers(text: string): SaidNumber[] {
  const pattern = /\d+(?:[,\u2009 ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/g;
  return Array.from(text.matchAll(pattern), (match) => {
    const to = match.index + match[0].length;
    const behind = text.slice(to, to + 40);
    const isPercent = /^\s?(?:%|per ?cent\b)/i.test(behind);
    const unit = /^[\s-]*(\p{L}+)/u.exec(behind)?.[1]?.toLowerCase() ?? "";
    const andHalf = /^\s+(?:and a half|½)/i.test(behind) ? 0.5 : 0;
    const scale = /^(?:thousand|k)$/.test(unit) ? 1000 : unit === "million" ? 1_000_000 : 1;
    const value = (Number(plainNumber(match[0].replaceAll(/[\u2009 ]/g, ""))) + andHalf) * scale;
    return { from: match.index, to, value, isPercent, seconds: inSeconds(value, unit) };
  });
}

function wordNumbers(words: readonly SaidWord[]): SaidNumber[] {
  const spelled = words.map(({ word }) => word);
  const found: SaidNumber[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const article = articleNumber(words, at);
    const number = article === undefined ? spelledNumber(spelled, at) : { value: article, used: 1 };
    if (number === null) {
      const share = shareOf(words, at, Number(words[at]?.word));
      if (share !== null) found.push(share);
      continue;
    }
    const { value, used } = number;
    const share = shareOf(words, at, value);
    const half = halfBehind(words, at + used);
    const full = value + (half === null ? 0 : 0.5);
    const unit = words[at + used + (half?.before ?? 0)]?.word ?? "";
    const range = { from: (words[at] as SaidWord).from, to: (words[at + used - 1] as SaidWord).to };
    const isPercent = /^per(?:cent|centage)?$/.test(unit);
    found.push(share ?? { ...range, value: full, isPercent, seconds: inSeconds(full, unit) });
    at += used - 1;
  }
  return found;
}

/** "One in five" is 0.2. */
function shareOf(words: readonly SaidWord[], at: number, part: number): SaidNumber | null {
  const [first, second, third] = [words[at], words[at + 1], words[at + 2]];
  const isOut = second?.word === "out" && third?.word === "of";
  const behind = at + (isOut ? 3 : 2);
  const last = words[behind];
  const whole =
    isOut || second?.word === "in"
      ? (spelledNumber([last?.word ?? ""], 0)?.value ?? Number(last?.word))
      : Number.NaN;
  if (first === undefined || last === undefined || !(whole > part) || whole > 1000) return null;
  return { from: first.from, to: last.to, value: part / whole, isPercent: false, seconds: null };
}

/** "an hour and a half" and "half an hour" begin with an article before a unit. */
function articleNumber(words: readonly SaidWord[], at: number): number | undefined {
  const isArticle = words[at]?.word === "a" || words[at]?.word === "an";
  const isUnit = unitSeconds.some(([unit]) => unit.test(words[at + 1]?.word ?? ""));
  return isArticle && isUnit ? (words[at - 1]?.word === "half" ? 0.5 : 1) : undefined;
}

/** "and a half" behind a number, before its unit or behind it: how many words stand before the unit. */
function halfBehind(words: readonly SaidWord[], at: number): { before: number } | null {
  const says = (from: number) =>
    ["and", "a", "half"].every((word, index) => words[from + index]?.word === word);
  if (says(at)) return { before: 3 };
  return says(at + 1) && unitSeconds.some(([unit]) => unit.test(words[at]?.word ?? ""))
    ? { before: 0 }
    : null;
}

function inSeconds(value: number, unit: string): number | null {
  const known = unitSeconds.find(([pattern]) => pattern.test(unit));
  return known === undefined ? null : value * known[1];
}

/** How many seconds an interval such as "90 minutes" or "1 day 2 hours" has; null where it says no time. */
export function secondsOf(interval: string): number | null {
  const parts = [...interval.matchAll(/(\d+(?:\.\d+)?)\s*(\p{L}+)/gu)];
  const seconds = parts.map(([, value, unit]) => inSeconds(Number(value), (unit ?? "").toLowerCase()));
  if (seconds.length === 0 || seconds.includes(null)) return null;
  return seconds.reduce<number>((sum, part) => sum + (part ?? 0), 0);
}

/** Where a text says a number in digits or number words. 0.2 is also 20 percent. */
export function numbersSaid({ numbers }: SaidText, value: number): TextRange[] {
  const isSame = (said: number, wanted: number) =>
    Math.abs(said - wanted) < 1e-9 * Math.max(1, Math.abs(wanted));
  return numbers.filter(
    (number) => isSame(number.value, value) || (number.isPercent && isSame(number.value, value * 100)),
  );
}

/** Where a text says a number first, in other words, too; null where it does not. */
export function numberSaid(said: SaidText, value: number): TextRange | null {
  const [found] = numbersSaid(said, value);
  if (found !== undefined) return { from: found.from, to: found.to };
  const other = { 0: /\b(?:zero(?:e?s)?|nil|nought|naught|no(?:ught)? points?)\b/i, 1: /\bsingle\b/i }[value];
  const pattern =
    other ??
    (Number.isInteger(value)
      ? new RegExp(`(?<!\\d[.,])\\b(?:${numberPattern(value)})\\b(?![.,]\\d)`, "i")
      : null);
  return pattern === null ? null : phraseSaid(said.text, pattern);
}

/** Where a text first matches a pattern; null where it does not. */
export function phraseSaid(text: string, pattern: RegExp): TextRange | null {
  const match = pattern.exec(text);
  return match === null ? null : { from: match.index, to: match.index + match[0].length };
}

/** All places where a text matches a pattern. */
export function phrasesSaid(text: string, pattern: RegExp): TextRange[] {
  const all = new RegExp(pattern.source, "gi");
  return Array.from(text.matchAll(all), (match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));
}

/** Whether two words are forms of one: serve and served, or known to mean the same. */
export function isSameWord(one: string, other: string): boolean {
  if (one === other || areSynonyms(one, other)) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  // codes and code: one has lost an e.
  if (short.length >= 3 && long === `${short}e`) return true;
  if (
    short.length >= 4 &&
    long.startsWith(short) &&
    long.length - short.length <= (short.length >= 5 ? 4 : 2)
  )
    return true;
  return short.length >= 5 && withoutEnding(short) === withoutEnding(long);
}

const endings = /(?<=\w{5})(?:e|y|i|ment|ation|ition|ion|ure|ance|ence|ing|or|er|al|ity|ive|able)s?$/;
const bare = new Map<string, string>();

/** What is left of a stem without what makes nouns of verbs: "measur" of measurement and measured. */
function withoutEnding(root: string): string {
  const found = bare.get(root) ?? root.replace(endings, "").replace(/[eiy]$/, "");
  if (bare.size < mostBare) bare.set(root, found);
  return found;
}

/** So many stems are kept without their endings. */
const mostBare = 10_000;

/** Where a text says words, in any order but near each other; null where one of them is missing. */
export function wordsSaid(said: SaidText, wanted: readonly string[]): TextRange | null {
  if (wanted.length === 0) return null;
  const found = wanted.map((word) => placesOf(said, word));
  if (found.some((places) => places.length === 0)) return null;
  const [first, ...others] = found as [SaidWord[], ...SaidWord[][]];
  const spans = first.map((start) =>
    others.reduce(
      (span, places) => {
        const near = nearest(places, span);
        return { from: Math.min(span.from, near.from), to: Math.max(span.to, near.to) };
      },
      { from: start.from, to: start.to },
    ),
  );
  const length = ({ from, to }: TextRange) => (wanted.length === 1 ? 0 : to - from);
  const best = spans.reduce((kept, span) => (length(span) < length(kept) ? span : kept));
  return length(best) <= 60 + 20 * wanted.length ? best : null;
}

function placesOf({ words }: SaidText, wanted: string): SaidWord[] {
  const root = stem(wanted);
  // What is not closed speaks of closing, too.
  const isSame = ({ word, stem: own }: SaidWord) =>
    isSameWord(own, root) || (/^un\p{L}{4}/u.test(word) && isSameWord(stem(word.slice(2)), root));
  return words.filter(isSame);
}

function nearest(places: readonly SaidWord[], span: TextRange): SaidWord {
  const away = ({ from, to }: TextRange) => Math.max(from - span.to, span.from - to, 0);
  return places.reduce((kept, place) => (away(place) < away(kept) ? place : kept));
}
