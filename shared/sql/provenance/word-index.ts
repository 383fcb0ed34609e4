import { escapedPattern, phrasePattern } from "../../text/phrase-pattern.ts";
/** A text as its words and numbers count: without case, endings, LaTeX dressing and thousands separators. */
export interface WordIndex {
  text: string;
  words: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
}

const numberWords: Record<string, string> = {
  ...{ zero: "0", none: "0", one: "1", once: "1", single: "1", two: "2", twice: "2", double: "2", pair: "2" },
  ...{ half: "0.5", three: "3", four: "4", quarter: "4", quartile: "4", five: "5", six: "6", seven: "7" },
  ...{ eight: "8", nine: "9", ten: "10", decile: "10", twelve: "12", dozen: "12", hundred: "100" },
  ...{ percent: "100", percentage: "100", percentile: "100", thousand: "1000", million: "1000000" },
};

const unitNumbers: [unit: RegExp, numbers: string[]][] = [
  [/\b(?:percent(?:age)?|share in %)|%/i, ["100"]],
  [/\bminutes?\b/i, ["60"]],
  [/\bhours?\b/i, ["60", "3600", "24"]],
  [/\bdays?\b/i, ["24", "86400", "1440"]],
  [/\bweeks?\b/i, ["7"]],
  [/\bmonths?\b/i, ["12", "30"]],
  [/\byears?\b/i, ["365", "365.25", "12"]],
  [/\b(?:kilo\w+|grams?|kg|km|mg|ml|litres?|liters?|milli\w+|thousands?)\b/i, ["1000"]],
];

const months = "january february march april may june july august september october november december".split(
  " ",
);

/** What is behind this is not read: no question or definition is that long, and patterns would be busy with it. */
const longestText = 8_000;

/** Reads a text once. */
export function wordIndex(text: string): WordIndex {
  const plain = text
    .slice(0, longestText)
    .replaceAll(/\\(?:text|mathrm|mathbf|operatorname)\b|[${}\\]/g, " ");
  const words = new Set<string>();
  const numbers = new Set<string>();
  for (const [word] of plain.matchAll(/\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*/gu)) {
    const lower = word.toLowerCase();
    words.add(stem(lower));
    const number = numberWords[lower] ?? numberWords[stem(lower)];
    if (number !== undefined) numbers.add(number);
    // CamelCase and snake_case names say their parts, too.
    for (const part of word.match(/\p{Lu}?\p{Ll}+/gu) ?? []) words.add(stem(part.toLowerCase()));
  }
  for (const [number] of plain.matchAll(/\d+(?:,\d{3})*(?:\.\d+)?/g)) numbers.add(plainNumber(number));
  return { text: text.slice(0, longestText), words, numbers };
}

/** A number as it counts: 5,000 and 5000.0 are one. */
export function plainNumber(text: string): string {
  const value = Number(text.replaceAll(/[,_](?=\d{3})/g, ""));
  return Number.isFinite(value) ? String(value) : text;
}

/** A pattern of a whole number in digits or in one word. */
export function numberPattern(value: number): string {
  const names = Object.entries(numberWords).filter(([, number]) => number === String(value));
  return [String(value), ...names.map(([word]) => word)].join("|");
}

/** Whether a text says a number, in digits or in words. */
export function saysNumber(index: WordIndex, number: string): boolean {
  const plain = plainNumber(number);
  if (index.numbers.has(plain)) return true;
  // 0.2 is 20 percent.
  return /%|percent/i.test(index.text) && index.numbers.has(String(Number((Number(plain) * 100).toFixed(6))));
}

/** Whether a text asks for a unit that a number converts to: 3600 for hours. */
export function impliesNumber({ text }: WordIndex, number: string): boolean {
  const plain = plainNumber(number);
  return unitNumbers.some(([unit, implied]) => implied.includes(plain) && unit.test(text));
}

/** Whether a text has every word of another; a word of four letters and more may go on differently. */
export function saysWords(index: WordIndex, text: string): boolean {
  const wanted = text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*|\d+(?:\.\d+)?/gu) ?? [];
  return wanted.length > 0 && wanted.every((word) => hasWord(index, word));
}

/** Whether a text says a value: as it is where it is short or no plain words, else all of its words. */
export function saysValue(index: WordIndex, value: string): boolean {
  const bare = value.replaceAll(/^%+|%+$/g, "").trim();
  const isShort = bare.length <= 3 || /[^\p{L}\p{N}\s_-]/u.test(bare);
  return (isShort && hasWhole(index, bare)) || saysWords(index, bare.replaceAll("_", " "));
}

/** Whether a text has another in one piece, not within a longer word, whatever the case. */
export function hasWhole({ text }: WordIndex, part: string): boolean {
  if (part === "") return false;
  const whole = `(?<![\\p{L}\\p{N}_])${escapedPattern(part)}(?![\\p{L}\\p{N}_])`;
  return phrasePattern(whole, "iu")?.test(text) === true;
}

function hasWord(index: WordIndex, word: string): boolean {
  if (/^\d/.test(word)) return saysNumber(index, word);
  const wanted = stem(word);
  if (index.words.has(wanted)) return true;
  if (wanted.length < 4) return false;
  for (const known of index.words) {
    const isForm = known.length >= 4 && (known.startsWith(wanted) || wanted.startsWith(known));
    // asia and asian, but not port and portfolio.
    if (isForm && (Math.min(known.length, wanted.length) >= 5 || Math.abs(known.length - wanted.length) <= 2))
      return true;
  }
  return false;
}

/** Whether a text names a date: its year, and its month and day where they are not the first or last of the year. */
export function saysDate(
  index: WordIndex,
  { year, month, day }: { year: string; month: string; day: string },
): boolean {
  const saysYear = year === "" || index.numbers.has(String(Number(year)));
  if (!saysYear) return false;
  const isEdge = `${month}-${day}` === "01-01" || `${month}-${day}` === "12-31";
  if (isEdge && year !== "") return true;
  const name = months[Number(month) - 1] ?? "";
  const saysMonth = index.words.has(stem(name)) || index.numbers.has(String(Number(month)));
  return saysMonth && (day === "01" || index.numbers.has(String(Number(day))));
}

/** A word without its plural and past endings. */
export function stem(word: string): string {
  return word.length <= 3 ? word : word.replace(/(?:'s|’s|ies|es|s|ed|ing)$/, "");
}
