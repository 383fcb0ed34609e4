import {
  closed,
  delimitedExtent,
  matchEnd,
  quotedExtent,
  type TokenExtent,
  type TokenKind,
} from "./token.ts";

const SPACE = /[ \t\n\f\r\uFEFF]+/y;
const WORD = /[A-Za-z_\u0080-\uFFFF][\w$\u0080-\uFFFF]*/y;
const NUMBER = /0[xX][\dA-Fa-f]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?/y;
const PARAMETER = /\?\d*|[@:$#][\w$\u0080-\uFFFF]+/y;
const OPERATOR = /->>|->|\|\||<<|>>|<=|>=|<>|==|!=|[=<>+\-*/%&|~]/y;
const LINE_COMMENT = /--[^\n]*/y;

const PATTERNS: [TokenKind, RegExp][] = [
  ["space", SPACE],
  ["word", WORD],
  ["number", NUMBER],
  ["parameter", PARAMETER],
  ["operator", OPERATOR],
];

/** The token of SQLite's dialect that begins at `from`. */
export function sqliteExtentAt(sql: string, from: number): TokenExtent {
  const char = sql[from] as string;
  const next = sql[from + 1];
  if ("(),;".includes(char)) return closed("punctuation", from + 1);
  if (char === "'") return quotedExtent("string", sql, from);
  if (char === '"' || char === "`") return quotedExtent("quoted", sql, from);
  if (char === "[") return delimitedExtent("quoted", sql, from + 1, "]");
  if (char === "/" && next === "*") return delimitedExtent("comment", sql, from + 2, "*/");
  if (char === "-" && next === "-") return closed("comment", matchEnd(LINE_COMMENT, sql, from));
  if ((char === "x" || char === "X") && next === "'") return quotedExtent("blob", sql, from + 1);
  for (const [kind, pattern] of PATTERNS) {
    const to = matchEnd(pattern, sql, from);
    if (to >= 0) return closed(kind, to);
  }
  if (char === ".") return closed("punctuation", from + 1);
  return closed("unknown", from + 1);
}
