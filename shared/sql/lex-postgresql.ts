import { closed, matchEnd, quotedExtent, type TokenExtent } from "./token.ts";

const SPACE = /[ \t\n\f\r\v\uFEFF]+/y;
const WORD = /[A-Za-z_\u0080-\uFFFF][\w$\u0080-\uFFFF]*/y;
// "1..10" is a range of PL/pgSQL, so a dot before a dot is not the number's.
const NUMBER =
  /0[xX][\dA-Fa-f_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*(?:\.(?!\.)[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?/y;
const PARAMETER = /\$\d+/y;
const LINE_COMMENT = /--[^\n\r]*/y;
const DOLLAR_QUOTE = /\$(?:[A-Za-z_\u0080-\uFFFF][\w\u0080-\uFFFF]*)?\$/y;
const ESCAPE_STRING = /(?:[^'\\]+|\\[\s\S]|'')*/y;
const OPERATOR_RUN = /[+\-*/<>=~!@#%^&|`?]+/y;
const KEEPS_SIGN = /[~!@#%^&|`?]/;

/** What a space, a bare name or a number begins with; looked at first, as most tokens are one of them. */
const BEGINS_SPACE = /[ \t\n\f\r\v\uFEFF]/;
const BEGINS_WORD = /[A-Za-z_\u0080-\uFFFF]/;

/** The token of PostgreSQL's dialect that begins at `from` (manual §4.1: dollar quotes, E'', U&"", nested comments, operators). */
export function postgresqlExtentAt(sql: string, from: number): TokenExtent {
  const char = sql[from] as string;
  const next = sql[from + 1];
  if (BEGINS_SPACE.test(char)) return closed("space", matchEnd(SPACE, sql, from));
  if (BEGINS_WORD.test(char))
    return prefixedExtent(sql, from, char, next) ?? closed("word", matchEnd(WORD, sql, from));
  if ("(),;[]".includes(char)) return closed("punctuation", from + 1);
  if (char === "'") return quotedExtent("string", sql, from);
  if (char === '"') return quotedExtent("quoted", sql, from);
  if (char === "$") {
    const quote = matchEnd(DOLLAR_QUOTE, sql, from);
    if (quote >= 0) return dollarExtent(sql, from, quote);
  }
  if (char === "/" && next === "*") return nestedComment(sql, from);
  if (char === "-" && next === "-") return closed("comment", matchEnd(LINE_COMMENT, sql, from));
  const number = matchEnd(NUMBER, sql, from);
  if (number >= 0) return closed("number", number);
  const parameter = char === "$" ? matchEnd(PARAMETER, sql, from) : -1;
  if (parameter >= 0) return closed("parameter", parameter);
  const pair = char + (next ?? "");
  if (pair === "::" || pair === ":=" || pair === "..") return closed("operator", from + 2);
  if (char === "." || char === ":") return closed("punctuation", from + 1);
  return operatorExtent(sql, from);
}

/** E'…' with backslashes, B'…' and X'…' bit strings, N'…', U&'…' and U&"…". */
function prefixedExtent(
  sql: string,
  from: number,
  char: string,
  next: string | undefined,
): TokenExtent | null {
  const isUnicode = (char === "u" || char === "U") && next === "&";
  if (isUnicode && sql[from + 2] === "'") return quotedExtent("string", sql, from + 2);
  if (isUnicode && sql[from + 2] === '"') return quotedExtent("quoted", sql, from + 2);
  if (next !== "'") return null;
  if (char === "e" || char === "E") {
    const end = matchEnd(ESCAPE_STRING, sql, from + 2);
    return end < sql.length
      ? closed("string", end + 1)
      : { kind: "string", to: sql.length, terminated: false };
  }
  if ("bBxX".includes(char)) return quotedExtent("blob", sql, from + 1);
  return char === "n" || char === "N" ? quotedExtent("string", sql, from + 1) : null;
}

function dollarExtent(sql: string, from: number, bodyFrom: number): TokenExtent {
  const quote = sql.slice(from, bodyFrom);
  const end = sql.indexOf(quote, bodyFrom);
  return end < 0
    ? { kind: "string", to: sql.length, terminated: false }
    : closed("string", end + quote.length);
}

function nestedComment(sql: string, from: number): TokenExtent {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from;
  let depth = 0;
  for (let mark = marks.exec(sql); mark !== null; mark = marks.exec(sql)) {
    depth += mark[0] === "/*" ? 1 : -1;
    if (depth === 0) return closed("comment", marks.lastIndex);
  }
  return { kind: "comment", to: sql.length, terminated: false };
}

/** The longest run of operator characters before a comment; it ends in + or - only where it holds a character that no other operator has. */
function operatorExtent(sql: string, from: number): TokenExtent {
  const end = matchEnd(OPERATOR_RUN, sql, from);
  if (end < 0) return closed("unknown", from + 1);
  let run = sql.slice(from, end);
  const comment = run.search(/--|\/\*/);
  if (comment > 0) run = run.slice(0, comment);
  if (!KEEPS_SIGN.test(run)) while (run.length > 1 && /[+-]$/.test(run)) run = run.slice(0, -1);
  return closed("operator", from + run.length);
}
