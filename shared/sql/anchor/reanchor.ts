import { nodeAtPath, type SqlTree } from "../tree/sql-node.ts";
import { type Anchor, anchorsOf, type Place, placesOfTokens } from "./anchor.ts";
import { type NearestMatch, snippetSearch } from "./snippet-search.ts";
import { normalTree, snippetTokens } from "./token-match.ts";

/** What became of an anchor: kept (perhaps at another place), to be chosen among several, or lost with the likest node. */
export type Reanchored =
  | { kind: "kept"; anchor: Anchor }
  | { kind: "several"; anchors: Anchor[] }
  | { kind: "lost"; nearest: NearestMatch | null };

/** Finds an anchor again in the same statement after an edit (SPEC N4). */
export function reanchor(tree: SqlTree, anchor: Anchor): Reanchored {
  const haystack = normalTree(tree);
  const places = placesOfTokens(haystack, snippetTokens(anchor.tokens.join(" "), tree.dialect), "text");
  const kept = placeAtPath(tree, places, anchor) ?? placeByOccurrence(places, anchor);
  const chosen = anchorsOf(haystack, kept === null ? places : [kept]);
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

function placeAtPath(tree: SqlTree, places: readonly Place[], anchor: Anchor): Place | null {
  const node = nodeAtPath(tree.root, anchor.path);
  if (node?.kind !== anchor.kind) return null;
  const inside = places.filter(({ selection }) => selection.node === node);
  return inside.length === 1 ? (inside[0] as Place) : null;
}

function placeByOccurrence(places: readonly Place[], anchor: Anchor): Place | null {
  return places.length === anchor.occurrences ? (places[anchor.occurrence] ?? null) : null;
}
