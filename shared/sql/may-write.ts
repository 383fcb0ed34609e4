import { isWord, type SqlDialect, significantTokens } from "./lex.ts";

/** What a statement that only reads begins with. */
const readers = ["SELECT", "WITH", "VALUES", "TABLE", "SHOW"];

/** Words and functions through which such a statement changes the database or its session all the same. */
const writers = [
  "INSERT",
  "UPDATE",
  "DELETE",
  "MERGE",
  "INTO",
  "NEXTVAL",
  "SETVAL",
  "SET_CONFIG",
  "LO_CREATE",
  "LO_UNLINK",
];

/** Longer texts count as writing without being read: no answer is that long, and whoever asks has no time for it. */
const mostCharacters = 250_000;

/** Whether one of several texts could change the database; all of them together are bounded, as a list may be of any length. */
export function mayWrite(texts: readonly string[], dialect: SqlDialect): boolean {
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  return characters > mostCharacters || texts.some((sql) => textMayWrite(sql, dialect));
}

/**
 * Whether a text could change the database, by its words: true unless each statement begins as a query and names no way to
 * write. A function of the database that writes when it is called is not seen.
 */
function textMayWrite(sql: string, dialect: SqlDialect): boolean {
  const tokens = significantTokens(sql, dialect);
  return tokens.some((token, at) => {
    if (writers.some((word) => isWord(token, word))) return true;
    const begins = at === 0 || tokens[at - 1]?.text === ";";
    return begins && token.text !== ";" && token.text !== "(" && !readers.some((word) => isWord(token, word));
  });
}
