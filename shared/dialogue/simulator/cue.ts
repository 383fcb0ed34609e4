/** Whether a text has one of the phrases of a cue. */
export type Cue = (text: string) => boolean;

/** One way of saying a cue. */
interface Phrase {
  source: string;
  /** Without the word boundaries around it. */
  bare: string;
  /** The letters that it begins with, in small letters; empty where it may begin with others. */
  beginning: string;
  /** A text that has the phrase has one of each of these, in small letters; null until a text has its beginning. */
  needs: string[][] | null;
  /** Null until a text has what it needs. */
  pattern: RegExp | null;
}

/**
 * Reads a pattern of many phrases, `\b(?:…|…)\b`, without regard to case. Each phrase is read when a text first has the letters
 * that it begins with, and compiled when one has all that it cannot do without: doing so with all of them takes longer than
 * answering a question does.
 */
export function cueOf({ source }: RegExp): Cue {
  let phrases: Phrase[] | null = null;
  return (text) => {
    phrases ??= phrasesOf(source);
    const small = text.toLowerCase();
    for (const phrase of phrases) {
      if (!small.includes(phrase.beginning)) continue;
      phrase.needs ??= needsOf(phrase.bare);
      if (!phrase.needs.every((letters) => letters.some((one) => small.includes(one)))) continue;
      phrase.pattern ??= new RegExp(phrase.source, "i");
      if (phrase.pattern.test(text)) return true;
    }
    return false;
  };
}

function phrasesOf(source: string): Phrase[] {
  return alternativesOf(source).flatMap((alternative) => {
    const [, before = "", inner, after = ""] = /^(\\b)?\(\?:(.*)\)(\\b)?$/s.exec(alternative) ?? [];
    const inGroup = inner === undefined || !isBalanced(inner) ? null : alternativesOf(inner);
    return (inGroup ?? [alternative]).map((bare) => {
      // Behind a question mark no word ends.
      const own = inGroup === null ? bare : `${before}(?:${bare})${bare.endsWith("\\?") ? "" : after}`;
      return { source: own, bare, beginning: beginningOf(bare), needs: null, pattern: null };
    });
  });
}

/** Whether no bracket of a pattern closes one that it does not open: "a(b)c", not "a)b(c". */
function isBalanced(source: string): boolean {
  let depth = 0;
  for (const [bracket] of source.matchAll(/\\.|[()]/g)) {
    if (bracket === "(") depth += 1;
    else if (bracket === ")") depth -= 1;
    if (depth < 0) return false;
  }
  return true;
}

/** The alternatives of a pattern that stand in none of its groups or classes. */
function alternativesOf(source: string): string[] {
  const found: string[] = [];
  let [from, depth, isClass] = [0, 0, false];
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at];
    if (char === "\\") at += 1;
    else if (isClass) isClass = char !== "]";
    else if (char === "[") isClass = true;
    else if (char === "(") depth += 1;
    else if (char === ")") depth -= 1;
    else if (char === "|" && depth === 0) {
      found.push(source.slice(from, at));
      from = at + 1;
    }
  }
  return [...found, source.slice(from)];
}

const gap = "\0";
const innermostGroup = /\((?:\?(?:[:=!]|<[=!]))?[^()]*\)(?:[?*+]|\{[^}]*\})?/g;
const noLetter = /(?:\\.|\[[^\]]*\]|.)(?:[?*]|\{[^}]*\})|\\.|\[[^\]]*\]|[\^$.+]/g;
const outerGroup = /\(\?:([^()]+)\)(?![?*{])/g;

/** The runs of letters outside of groups, and what each group that cannot be left out begins with. */
function needsOf(source: string): string[][] {
  let bare = source;
  for (let last = ""; last !== bare; ) {
    last = bare;
    bare = bare.replaceAll(innermostGroup, gap);
  }
  const runs = bare.replaceAll(noLetter, gap).split(gap);
  const words = runs.filter((run) => run.trim().length > 1).map((run) => [run.toLowerCase()]);
  const groups = outerGroups(source).map((inner) => inner.toLowerCase().split("|").map(beginningOf));
  return [...words, ...groups.filter((letters) => !letters.includes(""))];
}

/** The letters that a pattern without groups begins with. */
function beginningOf(source: string): string {
  const letters = /^[a-z' -]*/.exec(source)?.[0] ?? "";
  return /[?*{]/.test(source.charAt(letters.length)) ? letters.slice(0, -1) : letters;
}

/** What stands in the groups of a pattern that stand in no other one and cannot be left out. */
function outerGroups(source: string): string[] {
  return Array.from(source.matchAll(outerGroup)).flatMap(({ index, 1: inner = "" }) => {
    const before = source.slice(0, index).replaceAll(/\\./g, "");
    return before.replaceAll(/[^(]/g, "").length === before.replaceAll(/[^)]/g, "").length ? [inner] : [];
  });
}
