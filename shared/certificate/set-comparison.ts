import type { Conditions } from "../domain/conditions.ts";
import { significantTokens, type Token } from "../sql/lex.ts";
import type { SqlTree } from "../sql/tree/sql-node.ts";

/**
 * Whether two queries differ only by DISTINCT of what they return, and the default test compares sets: then it calls their results
 * equal on all data. Behind a limit DISTINCT changes which rows there are.
 */
export function differAsListsOnly(one: SqlTree, other: SqlTree, { order, distinct }: Conditions): boolean {
  if (order || distinct) return false;
  const [texts, others] = [one, other].map(outermostDistincts);
  if (texts === undefined || others === undefined || texts.hasLimit || others.hasLimit) return false;
  return texts.found !== others.found && texts.rest === others.rest;
}

/** A query without each DISTINCT outside all parentheses, how many there were, and whether a limit stands there. */
function outermostDistincts({ sql, dialect }: SqlTree): { rest: string; found: number; hasLimit: boolean } {
  const kept: string[] = [];
  let [depth, found, hasLimit] = [0, 0, false];
  const tokens = significantTokens(sql, dialect);
  for (const [at, { text }] of tokens.entries()) {
    if (text === "(") depth += 1;
    if (text === ")") depth -= 1;
    const word = text.toUpperCase();
    hasLimit ||= depth === 0 && ["LIMIT", "OFFSET", "FETCH", "INTERSECT", "EXCEPT"].includes(word);
    const isDistinct = word === "DISTINCT" && follows(tokens, at, "SELECT") && !follows(tokens, at + 2, "ON");
    if (depth === 0 && isDistinct) found += 1;
    else kept.push(text);
  }
  return { rest: kept.join(" "), found, hasLimit };
}

/** Whether the token before this one is a word. */
function follows(tokens: readonly Pick<Token, "text">[], at: number, word: string): boolean {
  return tokens[at - 1]?.text.toUpperCase() === word;
}
