import { nodeAtPath, type SqlTree } from "../tree/sql-node.ts";
import { type Anchor, anchorsOf, spansOfTokens, type TokenSpan } from "./anchor.ts";
import { type NearestMatch, snippetSearch } from "./snippet-search.ts";
import { normalTree, snippetTokens } from "./token-match.ts";

/** What became of an anchor: kept (perhaps at another position), to be chosen among several, or lost with the likest node. */
export type Reanchored =
  | { kind: "kept"; anchor: Anchor }
  | { kind: "several"; anchors: Anchor[] }
  | { kind: "lost"; nearest: NearestMatch | null };

/** Finds an anchor again in the same statement after an edit (SPEC N4). */
export function reanchor(tree: SqlTree, anchor: Anchor): Reanchored {
  const haystack = normalTree(tree);
  const spans = spansOfTokens(haystack, snippetTokens(anchor.tokens.join(" "), tree.dialect), "text");
  const kept = spanAtPath(tree, spans, anchor) ?? spanByOccurrence(spans, anchor);
  const chosen = anchorsOf(haystack, kept === null ? spans : [kept]);
  if (chosen.length > 0) return oneOrSeveral(chosen);
  const { matches, nearest } = snippetSearch([tree])(anchor.tokens.join(" "));
  const anchors = matches.filter(({ shape }) => shape !== "part").map((match) => match.anchor);
  return anchors.length > 0 ? oneOrSeveral(anchors) : { kind: "lost", nearest };
}

function oneOrSeveral(anchors: Anchor[]): Reanchored {
  const [only] = anchors;
  return anchors.length === 1 && only !== undefined
    ? { kind: "kept", anchor: only }
    : { kind: "several", anchors };
}

function spanAtPath(tree: SqlTree, spans: readonly TokenSpan[], anchor: Anchor): TokenSpan | null {
  const node = nodeAtPath(tree.root, anchor.path);
  if (node?.kind !== anchor.kind) return null;
  const inside = spans.filter(({ selection }) => selection.node === node);
  return inside.length === 1 ? (inside[0] as TokenSpan) : null;
}

function spanByOccurrence(spans: readonly TokenSpan[], anchor: Anchor): TokenSpan | null {
  return spans.length === anchor.occurrences ? (spans[anchor.occurrence] ?? null) : null;
}
