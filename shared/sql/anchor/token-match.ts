import type { SqlDialect, Token } from "../lex.ts";
import type { SqlTree } from "../tree/sql-node.ts";
import { fragmentTokens } from "../tree/tree-tokens.ts";
import { type MatchLevel, type NormalToken, normalTokens } from "./normal-tokens.ts";

/** A tree's tokens as they count at each level, made when first asked for. */
export interface NormalTree {
  tree: SqlTree;
  at(level: MatchLevel): NormalToken[];
  /** The places of each token at a level, by its value. */
  placesAt(level: MatchLevel): ReadonlyMap<string, readonly number[]>;
}

export function normalTree(tree: SqlTree): NormalTree {
  const made = new Map<MatchLevel, NormalToken[]>();
  const places = new Map<MatchLevel, ReadonlyMap<string, readonly number[]>>();
  const at = (level: MatchLevel) => {
    const known = made.get(level) ?? normalTokens(tree.tokens, level, tree.dialect);
    made.set(level, known);
    return known;
  };
  return {
    tree,
    at,
    placesAt(level) {
      const known = places.get(level) ?? placesOf(at(level));
      places.set(level, known);
      return known;
    },
  };
}

function placesOf(tokens: readonly NormalToken[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, { value }] of tokens.entries()) {
    const known = places.get(value);
    if (known === undefined) places.set(value, [at]);
    else known.push(at);
  }
  return places;
}

/** So many tokens are compared for one snippet: a long one that begins alike at each token of a long gold is not followed further. */
const mostCompared = 2_000_000;

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
  let compared = 0;
  for (const at of haystack.placesAt(level).get(first) ?? []) {
    if (at + wanted.length > tokens.length || compared > mostCompared) break;
    let same = 1;
    while (same < wanted.length && tokens[at + same]?.value === wanted[same]) same += 1;
    compared += same;
    if (same < wanted.length) continue;
    const last = tokens[at + wanted.length - 1] as NormalToken;
    found.push([(tokens[at] as NormalToken).index, last.index + 1]);
  }
  return found;
}
