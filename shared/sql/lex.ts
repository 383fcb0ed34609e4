/**
 * What a stretch of SQL is, as SQLite's tokenizer sees it. `word` is a keyword or a bare name, `quoted` a name in
 * "…", `…` or […], `unknown` a character that no SQL token begins with.
 */
export type TokenKind =
  | "word"
  | "quoted"
  | "string"
  | "blob"
  | "number"
  | "parameter"
  | "operator"
  | "punctuation"
  | "comment"
  | "space"
  | "unknown";

/** One token: `from` (inclusive) to `to` (exclusive), UTF-16 offsets into the SQL. `terminated` is false where its closing quote or star-slash is missing. */
export interface Token {
  kind: TokenKind;
  from: number;
  to: number;
  text: string;
  terminated: boolean;
}

/** Where a token that begins at an offset ends, and whether it was closed. */
interface Extent {
  kind: TokenKind;
  to: number;
  terminated: boolean;
}

const SPACE = /[ \t\n\f\r\uFEFF]+/y;
const WORD = /[A-Za-z_\u0080-\uFFFF][\w$\u0080-\uFFFF]*/y;
const NUMBER = /0[xX][\dA-Fa-f]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?/y;
const PARAMETER = /\?\d*|[@:$#][\w$\u0080-\uFFFF]+/y;
const OPERATOR = /->>|->|\|\||<<|>>|<=|>=|<>|==|!=|[=<>+\-*/%&|~]/y;
const LINE_COMMENT = /--[^\n]*/y;

function matchEnd(pattern: RegExp, sql: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(sql) ? pattern.lastIndex : -1;
}

function closed(kind: TokenKind, to: number): Extent {
  return { kind, to, terminated: true };
}

/** From an opening quote to its closing one; the quote doubled stands for itself. */
function quotedExtent(kind: TokenKind, sql: string, open: number): Extent {
  const quote = sql[open] as string;
  let at = open + 1;
  for (;;) {
    const end = sql.indexOf(quote, at);
    if (end < 0) return { kind, to: sql.length, terminated: false };
    if (sql[end + 1] !== quote) return closed(kind, end + 1);
    at = end + 2;
  }
}

/** From an opening mark to the closing one, which cannot be escaped. */
function delimitedExtent(kind: TokenKind, sql: string, bodyFrom: number, close: string): Extent {
  const end = sql.indexOf(close, bodyFrom);
  return end < 0 ? { kind, to: sql.length, terminated: false } : closed(kind, end + close.length);
}

function extentAt(sql: string, from: number): Extent {
  const char = sql[from] as string;
  const next = sql[from + 1];
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
  if ("(),;.".includes(char)) return closed("punctuation", from + 1);
  return closed("unknown", from + 1);
}

const PATTERNS: [TokenKind, RegExp][] = [
  ["space", SPACE],
  ["word", WORD],
  ["number", NUMBER],
  ["parameter", PARAMETER],
  ["operator", OPERATOR],
];

/**
 * Cuts any text into the tokens of SQLite's dialect, without gaps or overlaps (SPEC L1…L4). Total: nothing throws,
 * what is not SQL comes out as `unknown` and what is not closed as `terminated: false`.
 */
export function lex(sql: string): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  while (from < sql.length) {
    const { kind, to, terminated } = extentAt(sql, from);
    tokens.push({ kind, from, to, text: sql.slice(from, to), terminated });
    from = to;
  }
  return tokens;
}

/** The tokens that carry meaning: all but space and comments. */
export function significantTokens(sql: string): Token[] {
  return lex(sql).filter((token) => token.kind !== "space" && token.kind !== "comment");
}

/** Whether a token is this bare word, in any case; `word` is given in capitals. */
export function isWord(token: Token | undefined, word: string): boolean {
  return token?.kind === "word" && token.text.length === word.length && token.text.toUpperCase() === word;
}

/** The name that a `word` or `quoted` token stands for, its quotes taken off; null for every other token, and for none. */
export function nameOf(token: Token | undefined): string | null {
  if (token?.kind === "word") return token.text;
  if (token?.kind !== "quoted") return null;
  const quote = token.text[0] as string;
  const body = token.text.slice(1, token.terminated ? -1 : undefined);
  return quote === "[" ? body : body.replaceAll(quote + quote, quote);
}
