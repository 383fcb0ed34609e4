import type { Token } from "../lex.ts";
import type { SelectionShape } from "../tree/selection.ts";
import type { SqlTree } from "../tree/sql-node.ts";
import { type Anchor, anchorsOf, bestSpans, fittedSpan, isWhole } from "./anchor.ts";
import { canonicalMatches, parseSnippet } from "./canonical-match.ts";
import { nearestNode } from "./nearest-node.ts";
import { type KeySpace, type NodeKeys, nodeKeys } from "./node-keys.ts";
import { type MatchLevel, matchLevels } from "./normal-tokens.ts";
import { type NormalTree, normalTree, snippetTokens, tokenMatches } from "./token-match.ts";

/** Where a snippet is in the gold, found at which level, and whether it is a node, a run of parts, or cuts through nodes. */
export interface SnippetMatch {
  /** Index of the gold statement. */
  statement: number;
  level: MatchLevel | "meaning";
  shape: SelectionShape;
  anchor: Anchor;
}

/** The node that is most like a snippet that is found nowhere. */
export interface NearestMatch {
  statement: number;
  anchor: Anchor;
  /** Twice the tokens shared in order, over the tokens of both (0 to 1). */
  likeness: number;
}

/** All spans of a snippet at the first level that finds any (SPEC N1, N2), and the nearest node where none does. */
export interface SnippetLocations {
  matches: SnippetMatch[];
  nearest: NearestMatch | null;
}

/** Finds snippets in the gold statements, whose trees are prepared once. */
export function snippetSearch(gold: readonly SqlTree[]): (snippet: string) => SnippetLocations {
  const prepared = gold.map(normalTree);
  const space: KeySpace = new Map();
  const keys = gold.map((tree) => nodeKeys(tree, space));
  return (snippet) => {
    const [first] = gold;
    const tokens = first === undefined ? [] : snippetTokens(snippet, first.dialect);
    if (first === undefined || tokens.length === 0) return { matches: [], nearest: null };
    for (const level of matchLevels) {
      const matches = matchesOf(prepared, level, (tree) => tokenMatches(tree, tokens, level));
      if (matches.length > 0) return { matches, nearest: null };
    }
    const parsed = parseSnippet(snippet, first.dialect);
    if (parsed !== null) {
      const matches = matchesOf(prepared, "meaning", ({ tree }, index) =>
        canonicalMatches(tree, parsed, space, keys[index] as NodeKeys),
      );
      if (matches.length > 0) return { matches, nearest: null };
    }
    return { matches: [], nearest: nearestOf(prepared, tokens) };
  };
}

function matchesOf(
  gold: readonly NormalTree[],
  level: SnippetMatch["level"],
  find: (tree: NormalTree, index: number) => [number, number][],
): SnippetMatch[] {
  const found = gold.map((haystack, index) =>
    bestSpans(find(haystack, index).map(([start, end]) => fittedSpan(haystack.tree, start, end))),
  );
  const someWhole = found.flat().some(isWhole);
  return gold.flatMap((haystack, statement) => {
    const spans = (found[statement] ?? []).filter((span) => !someWhole || isWhole(span));
    const anchors = anchorsOf(haystack, spans);
    return spans.map(({ selection: { shape } }, index) => {
      const anchor = anchors[index] as Anchor;
      return { statement, level, shape, anchor };
    });
  });
}

function nearestOf(prepared: readonly NormalTree[], tokens: readonly Token[]): NearestMatch | null {
  let best: NearestMatch | null = null;
  for (const [statement, haystack] of prepared.entries()) {
    const near = nearestNode(haystack, tokens);
    if (near === null || (best !== null && near.likeness <= best.likeness)) continue;
    const { start, end } = near.node;
    const [anchor] = anchorsOf(haystack, [fittedSpan(haystack.tree, start, end)]) as [Anchor];
    best = { statement, anchor, likeness: near.likeness };
  }
  return best;
}
