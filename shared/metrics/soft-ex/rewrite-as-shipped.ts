// How the reference evaluators rewrite SQL before the default test compares results, bug for bug: plain text work that
// knows neither literals nor quotes. docs/evaluators.md lists what it breaks.

/** The default test's rewriting of a statement list, in its order: comments, then DISTINCT, then ROUND. */
export function rewriteAsShipped(sql: readonly string[]): string[] {
  return removeRound(removeDistinct(removeComments(sql)));
}

/**
 * Drops block comments, and line comments that a line end follows: one on the last line stays, and two dashes inside a
 * literal begin a comment like any others. Blank lines and the space at both ends go with them.
 */
export function removeComments(sql: readonly string[]): string[] {
  return sql.map((text) => trimmed(withoutBlankLines(withoutLineComments(withoutBlockComments(text)))));
}

// What the evaluators do by regular expressions is done by hand here, each in one pass: those look at a long run of blanks, or
// at a comment that never ends, anew from each of its characters.

function withoutBlockComments(text: string): string {
  let kept = "";
  let from = 0;
  for (let open = text.indexOf("/*"); open >= 0; open = text.indexOf("/*", from)) {
    const close = text.indexOf("*/", open + 2);
    if (close < 0) break;
    kept += text.slice(from, open);
    from = close + 2;
  }
  return kept + text.slice(from);
}

function withoutLineComments(text: string): string {
  let kept = "";
  let from = 0;
  const lineEnd = /[\r\n]/g;
  for (let open = text.indexOf("--"); open >= 0; open = text.indexOf("--", from)) {
    lineEnd.lastIndex = open + 2;
    const end = lineEnd.exec(text);
    if (end === null) break;
    kept += text.slice(from, open);
    from = end.index;
  }
  return kept + text.slice(from);
}

/** A line end, and whatever blanks and line ends follow up to the last one, become one line end. */
function withoutBlankLines(text: string): string {
  let kept = "";
  let from = 0;
  for (let first = text.indexOf("\n"); first >= 0; first = text.indexOf("\n", from)) {
    let last = first;
    let at = first + 1;
    for (; at < text.length && isSpace(text[at] as string); at += 1) if (text[at] === "\n") last = at;
    kept += `${text.slice(from, first)}\n${text.slice(last + 1, at)}`;
    from = at;
  }
  return kept + text.slice(from);
}

/** Drops every part between two blanks that is the word distinct: `COUNT(DISTINCT x)` keeps it, `IS DISTINCT FROM` does not. */
export function removeDistinct(sql: readonly string[]): string[] {
  return sql.map((text) =>
    text
      .split(" ")
      .filter((part) => part.toLowerCase() !== "distinct")
      .join(" "),
  );
}

/**
 * Puts its first argument, without parentheses, in the place of each call whose name ends in ROUND, up to the first one
 * that is never closed. Parentheses and commas count wherever they are, in literals too.
 */
export function removeRound(sql: readonly string[]): string[] {
  return sql.map(withoutRound);
}

/**
 * One pass: taking a call away leaves the parentheses and commas of all others as they were, so that each call's extent is
 * known beforehand, and the leftmost call of what is left is the next whose name has been written.
 */
function withoutRound(text: string): string {
  if (!/round/i.test(text)) return text;
  const extents = callExtents(text);
  const jumps = new Map<number, number>();
  const written: string[] = [];
  let isStopped = false;
  for (let at = 0; at < text.length; ) {
    const jump = jumps.get(at);
    if (jump !== undefined) {
      at = jump;
      continue;
    }
    const name = text[at] === "(" && !isStopped ? beginOfRound(written) : -1;
    const extent = name < 0 ? undefined : extents.get(at);
    if (name >= 0 && extent === undefined) isStopped = true;
    if (extent === undefined) {
      written.push(text[at] as string);
      at += 1;
      continue;
    }
    written.length = name;
    let end = extent.argumentEnd;
    while (end > at + 1 && isSpace(text[end - 1] as string)) end -= 1;
    at += 1;
    while (at < end && isSpace(text[at] as string)) at += 1;
    jumps.set(end, extent.close + 1);
  }
  return written.join("");
}

/** Where the name ROUND begins, if what is written ends in it and perhaps space; else -1. */
function beginOfRound(written: readonly string[]): number {
  let end = written.length;
  while (end > 0 && isSpace(written[end - 1] as string)) end -= 1;
  const isRound =
    written
      .slice(Math.max(0, end - 5), end)
      .join("")
      .toUpperCase() === "ROUND";
  return isRound ? end - 5 : -1;
}

/** For each parenthesis that is closed: where what it holds ends its first argument, and where it closes. */
function callExtents(text: string): Map<number, { argumentEnd: number; close: number }> {
  const extents = new Map<number, { argumentEnd: number; close: number }>();
  const open: { at: number; comma: number }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    const inner = open.at(-1);
    if (char === "(") open.push({ at, comma: -1 });
    else if (char === "," && inner !== undefined && inner.comma < 0) inner.comma = at;
    else if (char === ")" && inner !== undefined) {
      open.pop();
      extents.set(inner.at, { argumentEnd: inner.comma < 0 ? at : inner.comma, close: at });
    }
  }
  return extents;
}

/** What Python's `\s` and `str.strip` take for space: more than JavaScript in the C0 controls, less in the byte order mark. */
const pythonSpace = new Set(
  "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000",
);
const isSpace = (character: string) => pythonSpace.has(character);

function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isSpace(text[from] as string)) from += 1;
  while (to > from && isSpace(text[to - 1] as string)) to -= 1;
  return text.slice(from, to);
}
