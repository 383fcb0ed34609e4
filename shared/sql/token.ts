/** Whose SQL a text is. */
export type SqlDialect = "sqlite" | "postgresql";

/**
 * What a stretch of SQL is, as the dialect's own tokenizer sees it. `word` is a keyword or a bare name, `quoted` a name
 * in quotes, `blob` a bit string too, `unknown` a character that no token begins with.
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
export interface TokenExtent {
  kind: TokenKind;
  to: number;
  terminated: boolean;
}

/** Where a sticky pattern that begins at `from` ends; -1 where it does not match. */
export function matchEnd(pattern: RegExp, sql: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(sql) ? pattern.lastIndex : -1;
}

/** A token that needs no closing, or has it. */
export function closed(kind: TokenKind, to: number): TokenExtent {
  return { kind, to, terminated: true };
}

/** From an opening quote to its closing one; the quote doubled stands for itself. */
export function quotedExtent(kind: TokenKind, sql: string, open: number): TokenExtent {
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
export function delimitedExtent(kind: TokenKind, sql: string, bodyFrom: number, close: string): TokenExtent {
  const end = sql.indexOf(close, bodyFrom);
  return end < 0 ? { kind, to: sql.length, terminated: false } : closed(kind, end + close.length);
}
