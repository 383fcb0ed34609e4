import type { Token } from "../lex.ts";
import type { SqlTree } from "./sql-node.ts";

/** Words that something has to follow. */
const openWords = new Set(
  "FROM WHERE AND OR NOT JOIN CROSS INNER LEFT RIGHT BY HAVING IN BETWEEN LIKE ILIKE WHEN THEN ELSE UNION EXCEPT INTERSECT INTO LIMIT OFFSET GROUP ORDER SET USING".split(
    " ",
  ),
);
/** Words that may be alone in the middle of a statement, but do not end one. */
const neverLast = new Set("SELECT WITH AS IS ON CASE DISTINCT OUTER FULL".split(" "));
/** Words that begin a clause or a branch: nothing that one of `openWords` waits for. */
const clauseWords = new Set(
  "FROM WHERE GROUP HAVING ORDER LIMIT OFFSET UNION EXCEPT INTERSECT AND OR WHEN THEN ELSE END".split(" "),
);

/**
 * Whether a text reads as finished SQL: nothing skipped, left open, or waiting for what is not there. A guess without the
 * database's parser, for a text that is being typed: it knows the usual half-written states, not every error.
 */
export function readsWhole({ tokens, skipped }: SqlTree): boolean {
  if (skipped > 0) return false;
  let depth = 0;
  for (const [at, token] of tokens.entries()) {
    if (!token.terminated) return false;
    if (token.text === "(") depth += 1;
    else if (token.text === ")") depth -= 1;
    if (depth < 0 || isLeftOpen(token, tokens[at + 1], tokens[at - 1])) return false;
  }
  return depth === 0;
}

function isLeftOpen(token: Token, next: Token | undefined, before: Token | undefined): boolean {
  const word = wordOf(token);
  const isLast = next === undefined || next.text === ";";
  // SET on = ON; the settings of a server may be words.
  if (neverLast.has(word)) return isLast && before?.text !== "=" && wordOf(before) !== "TO";
  const isOpen = token.text === "," || isInfix(token) || openWords.has(word);
  return isOpen && (isLast || next.text === ")" || clauseWords.has(wordOf(next)));
}

/** An operator that has a right side; `*` also stands for all columns. */
function isInfix({ kind, text }: Token): boolean {
  return kind === "operator" && text !== "*";
}

function wordOf(token: Token | undefined): string {
  return token?.kind === "word" ? token.text.toUpperCase() : "";
}
