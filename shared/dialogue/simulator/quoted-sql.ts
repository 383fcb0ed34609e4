import { phraseSaid } from "./said-text.ts";

const sql =
  /\b(?:SELECT|WHERE|GROUP BY|ORDER BY|HAVING|(?:LEFT|RIGHT|INNER|FULL) JOIN|COALESCE|NULLIF|CASE WHEN|DENSE_RANK|ROW_NUMBER|IS (?:NOT )?NULL|BETWEEN '|ILIKE)\b|->>?|::\w|<>|!=|\b[a-z]\w*\.[a-z]\w*_\w+\b|\b\w+\((?!s\))(?:\w+\.)?\w*\)|\w\s*(?:=|<=|>=)\s*'/;

/** The SQL that words quote: a keyword in capitals, an operator that only SQL has, a call, or their snippet itself; null where none. */
export function quotedSql(words: string, snippet: string): string | null {
  const found = phraseSaid(words, sql);
  if (found !== null) return words.slice(found.from, found.to);
  const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim().toLowerCase();
  const isWhole = /[()=<>*/']/.test(snippet) && plain(words).includes(plain(snippet));
  return isWhole ? snippet : null;
}
