import { formatDialect, postgresql, sqlite } from "sql-formatter";
import { type SqlDialect, significantTokens, type Token } from "#shared/sql/lex.ts";

/** A SQL as it is shown. `remark` says why it is shown as written although it should be formatted. */
export interface ShownSql {
  text: string;
  remark: string | null;
}

const formatters = { sqlite, postgresql };
const formatted = new Map<string, ShownSql>();
const cachedTexts = 400;
/** Formatting takes longer than a glance beyond this many characters. */
const longestFormatted = 60_000;

/** The SQL laid out over lines; as written where the formatter fails or would change more than blanks. */
export function formattedSql(sql: string, dialect: SqlDialect): ShownSql {
  const key = `${dialect} ${sql}`;
  const known = formatted.get(key);
  if (known !== undefined) return known;
  const shown = format(sql, dialect);
  if (formatted.size >= cachedTexts) formatted.delete(formatted.keys().next().value ?? "");
  formatted.set(key, shown);
  return shown;
}

function format(sql: string, dialect: SqlDialect): ShownSql {
  const asWritten = (remark: string): ShownSql => ({ text: sql, remark });
  if (sql.length > longestFormatted) return asWritten("Too long to be formatted; shown as written.");
  try {
    const text = formatDialect(sql, { dialect: formatters[dialect], keywordCase: "preserve", tabWidth: 2 });
    if (sameTokens(significantTokens(sql, dialect), significantTokens(text, dialect)))
      return { text, remark: null };
    return asWritten("Formatting would change more than whitespace; shown as written.");
  } catch {
    return asWritten("The formatter cannot read this SQL; shown as written.");
  }
}

function sameTokens(a: readonly Token[], b: readonly Token[]): boolean {
  return a.length === b.length && a.every(({ text }, index) => text === b[index]?.text);
}

/** Where the token at an offset of the SQL as written is in the text as shown; null where that is not known. */
export function shownRange(
  sql: string,
  shown: string,
  offset: number,
  dialect: SqlDialect,
): { from: number; to: number } | null {
  const tokens = significantTokens(sql, dialect);
  const at = tokens.findIndex(({ to }) => to > offset);
  // An error at the end of the SQL is marked at its last token.
  const index = at < 0 ? tokens.length - 1 : at;
  const token = (sql === shown ? tokens : significantTokens(shown, dialect))[index];
  return token === undefined ? null : { from: token.from, to: token.to };
}
