import type { TextRange } from "../domain/finding.ts";
import type { SqlQuote } from "../domain/sql-quote.ts";
import { normalTokens } from "./anchor/normal-tokens.ts";
import { lex, type SqlDialect, type Token } from "./lex.ts";

/** The stretch of a text as a quote: whole tokens that the range touches; null where it touches none. */
export function quoteOf(
  document: string,
  sql: string,
  range: TextRange,
  dialect: SqlDialect,
): SqlQuote | null {
  const touched = solid(sql, dialect).filter(({ from, to }) => from < range.to && to > range.from);
  const [first, last] = [touched[0], touched.at(-1)];
  if (first === undefined || last === undefined) return null;
  const text = sql.slice(first.from, last.to);
  const all = occurrencesOf(sql, text, dialect);
  const occurrence = Math.max(
    0,
    all.findIndex(({ from }) => from === first.from),
  );
  return { document, text, occurrence, occurrences: Math.max(1, all.length) };
}

/** Where a quote is in its text now, whatever case and layout it has got; null: it is outdated, as it is gone or one cannot tell which it was. */
export function rangeOfQuote(quote: SqlQuote, sql: string, dialect: SqlDialect): TextRange | null {
  const all = occurrencesOf(sql, quote.text, dialect);
  if (all.length === quote.occurrences) return all[quote.occurrence] ?? null;
  return all.length === 1 ? (all[0] ?? null) : null;
}

const solid = (sql: string, dialect: SqlDialect): Token[] =>
  lex(sql, dialect).filter(({ kind }) => kind !== "space" && kind !== "comment");

/** Everywhere that a text has the tokens of another. */
function occurrencesOf(sql: string, text: string, dialect: SqlDialect): TextRange[] {
  const tokens = solid(sql, dialect);
  const hay = normalTokens(tokens, "text", dialect);
  const needle = normalTokens(solid(text, dialect), "text", dialect);
  if (needle.length === 0) return [];
  return hay.flatMap((_, at) => {
    const isThere = needle.every(({ value }, index) => hay[at + index]?.value === value);
    const [first, last] = [hay[at], hay[at + needle.length - 1]];
    if (!isThere || first === undefined || last === undefined) return [];
    return [{ from: tokens[first.index]?.from ?? 0, to: tokens[last.index]?.to ?? 0 }];
  });
}
