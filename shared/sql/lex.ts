import { postgresqlExtentAt } from "./lex-postgresql.ts";
import { sqliteExtentAt } from "./lex-sqlite.ts";
import type { SqlDialect, Token, TokenExtent } from "./token.ts";

export type { SqlDialect, Token } from "./token.ts";

const extentAt: Record<SqlDialect, (sql: string, from: number) => TokenExtent> = {
  sqlite: sqliteExtentAt,
  postgresql: postgresqlExtentAt,
};

/**
 * Cuts any text into the tokens of a dialect, without gaps or overlaps (SPEC L1…L4, L10). Total: nothing throws,
 * what is not SQL comes out as `unknown` and what is not closed as `terminated: false`.
 */
export function lex(sql: string, dialect: SqlDialect = "sqlite"): Token[] {
  const tokens: Token[] = [];
  const extent = extentAt[dialect];
  let from = 0;
  while (from < sql.length) {
    const { kind, to, terminated } = extent(sql, from);
    tokens.push({ kind, from, to, text: sql.slice(from, to), terminated });
    from = to;
  }
  return tokens;
}

/** The tokens that carry meaning: all but space and comments. */
export function significantTokens(sql: string, dialect: SqlDialect = "sqlite"): Token[] {
  return lex(sql, dialect).filter((token) => token.kind !== "space" && token.kind !== "comment");
}

/** Whether a token is this bare word, in any case; `word` is given in capitals. */
export function isWord(token: Token | undefined, word: string): boolean {
  return token?.kind === "word" && token.text.length === word.length && token.text.toUpperCase() === word;
}

/** The name that a `word` or `quoted` token stands for, its quotes taken off; null for every other token, and for none. */
export function nameOf(token: Token | undefined): string | null {
  if (token?.kind === "word") return token.text;
  if (token?.kind !== "quoted") return null;
  const isEscaped = /^u&/i.test(token.text);
  const text = isEscaped ? token.text.slice(2) : token.text;
  const quote = text[0] as string;
  const body = text.slice(1, token.terminated ? -1 : undefined);
  const name = quote === "[" ? body : body.replaceAll(quote + quote, quote);
  return isEscaped ? name.replace(UNICODE_ESCAPE, unescaped) : name;
}

/** \0061, \+000061 and a doubled backslash in U&"…". */
const UNICODE_ESCAPE = /\\(?:([\dA-Fa-f]{4})|\+([\dA-Fa-f]{6})|\\)/g;

function unescaped(whole: string, short: string | undefined, long: string | undefined): string {
  const code = Number.parseInt(short ?? long ?? "5C", 16);
  return code > 0x10ffff ? whole : String.fromCodePoint(code);
}
