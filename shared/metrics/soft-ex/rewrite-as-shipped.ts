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
  return sql.map((text) =>
    trimmed(
      text
        .replace(/\/\*[\s\S]*?\*\//g, "")
        .replace(/--[^\n]*?(\r\n|\r|\n)/g, "$1")
        .replace(new RegExp(`\\n${pythonSpace}*\\n+`, "g"), "\n"),
    ),
  );
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

function withoutRound(text: string): string {
  let rewritten = text;
  for (;;) {
    const call = roundCall.exec(rewritten);
    if (call === null) return rewritten;
    const open = call.index + call[0].length;
    const { argumentEnd, close } = callExtent(rewritten, open);
    if (close < 0) return rewritten;
    rewritten =
      rewritten.slice(0, call.index) +
      trimmed(rewritten.slice(open, argumentEnd)) +
      rewritten.slice(close + 1);
  }
}

/** Where the first argument of a call ends whose parenthesis opens before `from`, and where it closes; -1 where it does not. */
function callExtent(text: string, from: number): { argumentEnd: number; close: number } {
  let argumentEnd = -1;
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === "(") depth += 1;
    else if (char === "," && depth === 0 && argumentEnd < 0) argumentEnd = at;
    else if (char === ")") {
      if (depth === 0) return { argumentEnd: argumentEnd < 0 ? at : argumentEnd, close: at };
      depth -= 1;
    }
  }
  return { argumentEnd: text.length, close: -1 };
}

/** What Python's `\s` and `str.strip` take for space: more than JavaScript in the C0 controls, less in the byte order mark. */
const pythonSpace =
  "[\\t-\\r\\x1c-\\x1f \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const roundCall = new RegExp(`ROUND${pythonSpace}*\\(`, "i");
const ends = new RegExp(`^${pythonSpace}+|${pythonSpace}+$`, "g");

function trimmed(text: string): string {
  return text.replace(ends, "");
}
