import type { SqlDialect, Token } from "../lex.ts";
import type { SqlTree } from "../tree/sql-node.ts";
import { fragmentTokens } from "../tree/tree-tokens.ts";
import { type MatchLevel, type NormalToken, normalTokens } from "./normal-tokens.ts";

/** A tree's tokens as they count at each level, made when first asked for. */
export interface NormalTree {
  tree: SqlTree;
  at(level: MatchLevel): NormalToken[];
}

export function normalTree(tree: SqlTree): NormalTree {
  const made = new Map<MatchLevel, NormalToken[]>();
  return {
    tree,
    at(level) {
      const known = made.get(level) ?? normalTokens(tree.tokens, level, tree.dialect);
      made.set(level, known);
      return known;
    },
  };
}

/** The tokens of a snippet, without semicolons at its end. */
export function snippetTokens(snippet: string, dialect: SqlDialect): Token[] {
  const tokens = fragmentTokens(snippet, dialect);
  let end = tokens.length;
  while (end > 0 && tokens[end - 1]?.text === ";") end -= 1;
  return tokens.slice(0, end);
}

/** Where a snippet's tokens are in a tree at a level: token indexes, start inclusive, end exclusive. */
export function tokenMatches(
  haystack: NormalTree,
  snippet: readonly Token[],
  level: MatchLevel,
): [number, number][] {
  const wanted = normalTokens(snippet, level, haystack.tree.dialect).map(({ value }) => value);
  const [first] = wanted;
  if (first === undefined) return [];
  const tokens = haystack.at(level);
  const found: [number, number][] = [];
  for (let at = 0; at + wanted.length <= tokens.length; at += 1) {
    if (tokens[at]?.value !== first) continue;
    if (!wanted.every((value, offset) => tokens[at + offset]?.value === value)) continue;
    const last = tokens[at + wanted.length - 1] as NormalToken;
    found.push([(tokens[at] as NormalToken).index, last.index + 1]);
  }
  return found;
}
