import type { TextRange } from "../../domain/finding.ts";
import { stem } from "../../sql/provenance/word-index.ts";
import { nodesOf, type SqlNode, textOf } from "../../sql/tree/sql-node.ts";
import { escapedPattern, phrasePattern } from "../../text/phrase-pattern.ts";
import { columnsIn, formatIn } from "./condition-phrase.ts";
import { datePatterns, literalMeaning } from "./literal-words.ts";
import { isCommonWord } from "./question-words.ts";
import { areRelated } from "./related-words.ts";
import { isSameWord, numberSaid, phraseSaid, type SaidText, secondsOf, wordsSaid } from "./said-text.ts";
import type { Speech } from "./speech.ts";
import { contentWords, plainWords } from "./task-words.ts";
import { anyOf, pattern, type Way } from "./way.ts";

/** How a column or table is said. */
export function columnWay({ words, tree }: Speech, node: SqlNode): Way {
  const { ways } = words.called(tree, node);
  return anyOf(ways.map((way) => (said: SaidText) => wordsSaid(said, way)));
}

/** How a column is spoken of by words for the same thing: "casualties" for fish killed. */
export function looseColumnWay({ words, tree }: Speech, node: SqlNode): Way {
  const { ways } = words.called(tree, node);
  return anyOf(ways.map((way) => (said: SaidText) => relatedSaid(said, way)));
}

function relatedSaid(said: SaidText, way: readonly string[]): TextRange | null {
  const found: TextRange[] = [];
  for (const word of way) {
    const root = stem(word);
    const place = said.words.find(
      (one) => !isCommonWord(one.word) && (isSameWord(one.stem, root) || areRelated(one.stem, root)),
    );
    if (place === undefined) return null;
    found.push(place);
  }
  return found.length === 0
    ? null
    : { from: Math.min(...found.map(({ from }) => from)), to: Math.max(...found.map(({ to }) => to)) };
}

/** How a literal is said; `subject` holds the columns that it is compared with. */
export function literalWay(speech: Speech, node: SqlNode, condition: SqlNode | null = null): Way {
  const meaning = literalMeaning(speech.tree, node, condition === null ? null : formatIn(speech, condition));
  if (meaning.kind === "date") {
    const dated = anyOf(datePatterns(meaning).map(pattern));
    // A moment of UTC is not one of the clock on the wall.
    const isUniversal = /\d(?:Z|[+-]00(?::?00)?)'$/i.test(textOf(speech.tree, node));
    return (said) => (isUniversal && saysLocal.test(said.text) ? null : dated(said));
  }
  if (meaning.kind === "interval") return intervalWay(meaning.text);
  const plain = textOf(speech.tree, node).replaceAll("'", "");
  const subject = condition?.children[0];
  const told = subject === undefined ? null : speech.words.valueWords(plain, columnsIn(speech, subject));
  const byTold: Way = (said) => (told === null ? null : saidMeaning(said, told));
  if (meaning.kind === "number") return anyOf([(said) => numberSaid(said, meaning.value), byTold]);
  const bare = meaning.text.replaceAll(/^%+|%+$/g, "").trim();
  const whole = phrasePattern(`(?<![\\p{L}\\p{N}])${escapedPattern(bare)}(?![\\p{L}\\p{N}])`, "iu");
  const byWords: Way = (said) => (/\p{L}{3}/u.test(bare) ? wordsSaid(said, plainWords(bare)) : null);
  // "E. coli" is ECOLI.
  const letters = /^\p{L}{3,12}$/u.test(bare) ? [...bare].join("[ ._-]{0,2}") : null;
  const spaced = letters === null ? null : new RegExp(`(?<!\\p{L})${letters}(?!\\p{L})`, "iu");
  const spoken = unitPhrase(bare);
  return anyOf([
    (said) => {
      if (bare === "") return { from: 0, to: 0 };
      return whole === null ? null : phraseSaid(said.text, whole);
    },
    byWords,
    byTold,
    ...[spoken, spaced].flatMap((one) => (one === null ? [] : [pattern(one)])),
  ]);
}

const saysLocal =
  /(?<!\b(?:not|no|never|than|instead of) (?:(?:by|in) )?(?:the )?)\b(?:local|wall[- ]clock) (?:time|clock|hours?)\b/i;

const unitNames: Record<string, string> = {
  ...{
    l: "lit(?:re|er)s?",
    ml: "millilit(?:re|er)s?",
    g: "grams?",
    kg: "(?:kilograms?|kilos?)",
    mg: "milligrams?",
  },
  ...{
    m: "met(?:re|er)s?",
    km: "(?:kilomet(?:re|er)s?|km)",
    cm: "centimet(?:re|er)s?",
    mm: "millimet(?:re|er)s?",
  },
  ...{ "m³": "cubic met(?:re|er)s?", m3: "cubic met(?:re|er)s?", km2: "square kilomet(?:re|er)s?" },
  ...{
    s: "(?:seconds?|sec|s)",
    min: "minutes?",
    h: "hours?",
    d: "days?",
    a: "years?",
    t: "tonnes?",
    v: "volts?",
  },
};

/** How a unit is spoken: "litres per second" for l/s; null for other texts. */
function unitPhrase(text: string): RegExp | null {
  const parts = text.toLowerCase().split("/");
  const names = parts.map((part) => unitNames[part]);
  if (names.includes(undefined) || parts.length > 2) return null;
  return new RegExp(`\\b${names.join("s?\\s+(?:(?:per|an?|each|every|in (?:an?|one|each))\\s+)")}\\b`, "i");
}

function intervalWay(interval: string): Way {
  const wanted = secondsOf(interval);
  const whole = wanted === null ? phrasePattern(escapedPattern(interval), "i") : null;
  return ({ numbers, text }) => {
    const found = numbers.find(({ seconds }) => wanted !== null && seconds === wanted);
    return found ?? (whole === null ? null : phraseSaid(text, whole));
  };
}

const literalKinds = new Set(["number", "string", "typed-literal"]);

export function isLiteral(node: SqlNode | undefined): node is SqlNode {
  return node !== undefined && literalKinds.has(node.kind);
}

export function columnOf(speech: Speech, node: SqlNode): Way | null {
  const columns = [...nodesOf(node)].filter(({ kind }) => kind === "column");
  const [first] = columns;
  return first === undefined ? null : columnWay(speech, first);
}

/** Whether the knowledge base says what a number in a column stands for: "doubtful" names no other column's 3. */
export function isIllustrated(speech: Speech, subject: SqlNode, value: SqlNode): boolean {
  return (
    speech.words.valueWords(textOf(speech.tree, value).replaceAll("'", ""), columnsIn(speech, subject)) !==
    null
  );
}

export function placesWay(places: number): Way {
  const whole = /\b(?:whole|integers?|no decimals?|without decimals?|nearest (?:one|unit))\b/i;
  if (places === 0) return anyOf([pattern(whole), (said) => numberSaid(said, 0)]);
  const named: Record<number, RegExp> = {
    1: /\btenths?\b/i,
    2: /\bhundredths?\b|\bcents?\b/i,
    3: /\bthousandths?\b/i,
  };
  return anyOf([
    (said) => numberSaid(said, places),
    pattern(new RegExp(`(?<![\\d.])0?\\.0{${places - 1}}1(?!\\d)`)),
    ...(named[places] === undefined ? [] : [pattern(named[places])]),
  ]);
}

/** A key: one of its words, without its units. */
export function keyWay(text: string): Way {
  const words = plainWords(text).filter((word) => word.length > 2 && word !== "day");
  return anyOf(
    (words.length > 0 ? words : plainWords(text)).map((word) => (said: SaidText) => wordsSaid(said, [word])),
  );
}

/** What a value stands for: "checked" or "sound" says "checked and sound". */
function saidMeaning(said: SaidText, told: string): TextRange | null {
  for (const part of told.split(/\s+and\s+/)) {
    const found = wordsSaid(said, contentWords(part));
    if (found !== null) return found;
  }
  return null;
}

/** How a time zone is said. */
export function zoneWay(speech: Speech, zone: SqlNode): Way {
  const name = textOf(speech.tree, zone).replaceAll("'", "");
  return /^utc$/i.test(name) ? pattern(/\b(?:utc|gmt|universal time|zulu)\b/i) : literalWay(speech, zone);
}
