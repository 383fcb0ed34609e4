/** Whether a text has one of the phrases of a cue. */
export type Cue = (text: string) => boolean;

/** One way of saying a cue. */
interface Phrase {
  source: string;
  /** What it may begin with, in small letters: without one of these in a text there is no match. Empty: anything. */
  beginnings: string[];
  /** Null until a text has one of its beginnings. */
  pattern: RegExp | null;
}

/**
 * Reads a pattern of many phrases, `\b(?:…|…)\b`, without regard to case. Each phrase is compiled when a text first has what it
 * begins with: compiling them all takes longer than answering a question does.
 */
export function cueOf({ source }: RegExp): Cue {
  let phrases: Phrase[] | null = null;
  return (text) => {
    phrases ??= phrasesOf(source);
    const small = text.toLowerCase();
    return phrases.some((phrase) => {
      if (!phrase.beginnings.some((beginning) => small.includes(beginning))) return false;
      phrase.pattern ??= new RegExp(phrase.source, "i");
      return phrase.pattern.test(text);
    });
  };
}

function phrasesOf(source: string): Phrase[] {
  return alternativesOf(source).flatMap((alternative) => {
    const [, before = "", inner, after = ""] = /^(\\b)?\(\?:(.*)\)(\\b)?$/s.exec(alternative) ?? [];
    const isGroup =
      inner !== undefined && closingOf(alternative, before.length) === alternative.length - 1 - after.length;
    const sources = isGroup
      ? alternativesOf(inner).map((one) => `${before}(?:${one})${after}`)
      : [alternative];
    return sources.map((one) => ({
      source: one,
      beginnings: beginningsOf(one).map(({ text }) => text),
      pattern: null,
    }));
  });
}

/** The alternatives of a pattern that stand in none of its groups. */
function alternativesOf(source: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (let at = 0; at < source.length; at = pieceEnd(source, at))
    if (source[at] === "|") {
      found.push(source.slice(from, at));
      from = at + 1;
    }
  return [...found, source.slice(from)];
}

/** Where the piece of a pattern that begins at a place ends: a character, an escape, a class or a group. */
function pieceEnd(source: string, at: number): number {
  const char = source[at];
  if (char === "\\") return at + 2;
  if (char === "[") {
    let to = at + 1;
    while (source[to] !== "]") to += source[to] === "\\" ? 2 : 1;
    return to + 1;
  }
  return char === "(" ? closingOf(source, at) + 1 : at + 1;
}

function closingOf(source: string, open: number): number {
  let at = open + 1;
  while (at < source.length && source[at] !== ")") at = pieceEnd(source, at);
  return at;
}

/** More beginnings than these are not worth telling apart. */
const mostBeginnings = 60;

/** What matches of a pattern begin with, in small letters; `isWhole` says whether that is all of the match. */
interface Beginning {
  text: string;
  isWhole: boolean;
}

function beginningsOf(source: string): Beginning[] {
  let found: Beginning[] = [{ text: "", isWhole: true }];
  for (let at = 0; at < source.length && found.length > 0; ) {
    const end = pieceEnd(source, at);
    const piece = source.slice(at, end);
    const next = /[?*+{]/.test(source[end] ?? "") ? null : pieceBeginnings(piece);
    const isLong = next !== null && found.length * next.length > mostBeginnings;
    if (next === null || isLong || found.some(({ isWhole }) => !isWhole))
      return found.map(({ text }) => ({ text, isWhole: false }));
    found = found.flatMap(({ text }) => next.map((one) => ({ text: text + one.text, isWhole: one.isWhole })));
    at = end;
  }
  return found;
}

/** What a piece of a pattern begins with; null where that may be anything. */
function pieceBeginnings(piece: string): Beginning[] | null {
  if (piece.startsWith("(?:")) return alternativesOf(piece.slice(3, -1)).flatMap(beginningsOf);
  if (piece === "\\b" || /^\(\?<?[=!]/.test(piece)) return [{ text: "", isWhole: true }];
  if (/^[^\\[(.^$|]$/.test(piece)) return [{ text: piece.toLowerCase(), isWhole: true }];
  return piece === "\\/" ? [{ text: "/", isWhole: true }] : null;
}
