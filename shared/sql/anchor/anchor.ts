import { z } from "zod";
import { TextRange } from "../../domain/finding.ts";
import type { Token } from "../lex.ts";
import { type Selection, type SelectionShape, selectionOfTokens } from "../tree/selection.ts";
import type { SqlTree } from "../tree/sql-node.ts";
import { isNoise, type MatchLevel } from "./normal-tokens.ts";
import { type NormalTree, tokenMatches } from "./token-match.ts";

/**
 * Where a key SQL snippet stands in a statement of the gold (SPEC N3): enough to find it again after an
 * edit, and to tell it from other places with the same text.
 */
export const Anchor = z.object({
  range: TextRange,
  /** Child indexes from the root of the span tree to the smallest node around the range. */
  path: z.array(z.number().int().nonnegative()),
  /** The kind of that node. */
  kind: z.string(),
  /** The tokens of the range as they are written. */
  tokens: z.array(z.string()).min(1),
  /** Which of the places with these tokens it is (0-based), and how many there are. */
  occurrence: z.number().int().nonnegative(),
  occurrences: z.number().int().positive(),
});
export type Anchor = z.infer<typeof Anchor>;

/** A stretch of tokens, `start` (inclusive) to `end` (exclusive), and how it lies in the tree. */
export interface Place {
  start: number;
  end: number;
  selection: Selection;
}

const shapeRank: Record<SelectionShape, number> = { node: 0, run: 1, part: 2 };

/** The place of some tokens; taken with the noise words or the qualifier beside them where only so a node is whole. */
export function fittedPlace(tree: SqlTree, start: number, end: number): Place {
  const { tokens } = tree;
  let from = start;
  // "x" found within "t.x" means the column.
  while (tokens[from - 1]?.text === "." && tokens[from]?.kind !== "punctuation" && from >= 2) from -= 2;
  const places = [placeOf(tree, from, end)];
  if (isNoise(tokens[end])) places.push(placeOf(tree, from, end + 1));
  if (isNoise(tokens[from - 1])) places.push(placeOf(tree, from - 1, end));
  return places.reduce((best, place) => (rankOf(place) < rankOf(best) ? place : best));
}

/** Nodes come before runs, runs before what cuts through nodes. */
function rankOf({ selection }: Place): number {
  return shapeRank[selection.shape];
}

function placeOf(tree: SqlTree, start: number, end: number): Place {
  return { start, end, selection: selectionOfTokens(tree, start, end) };
}

/** Whether a place is whole: a node or a run of parts, nothing cut. */
export function isWhole({ selection }: Place): boolean {
  return selection.shape !== "part";
}

/** Places each once, in the order of the text; those that cut through nodes only where none is whole. */
export function bestPlaces(places: readonly Place[]): Place[] {
  const accepted = places.some(isWhole) ? places.filter(isWhole) : places;
  const byRange = new Map(accepted.map((place) => [`${place.start}:${place.end}`, place]));
  return [...byRange.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The anchors of places of one tree. */
export function anchorsOf(haystack: NormalTree, places: readonly Place[]): Anchor[] {
  const sameText = new Map<string, Place[]>();
  return places.map((place) => {
    const tokens = haystack.tree.tokens.slice(place.start, place.end);
    const key = tokens.map(({ text }) => text).join("\0");
    const like = sameText.get(key) ?? placesOfTokens(haystack, tokens, "text");
    sameText.set(key, like);
    const index = like.findIndex(({ start, end }) => start === place.start && end === place.end);
    return anchorOf(place, tokens, Math.max(0, index), Math.max(1, like.length));
  });
}

/** Where tokens stand in a tree at a level. */
export function placesOfTokens(haystack: NormalTree, tokens: readonly Token[], level: MatchLevel): Place[] {
  const found = tokenMatches(haystack, tokens, level);
  return bestPlaces(found.map(([start, end]) => fittedPlace(haystack.tree, start, end)));
}

function anchorOf(
  { selection }: Place,
  tokens: readonly Token[],
  occurrence: number,
  occurrences: number,
): Anchor {
  return {
    range: { from: selection.from, to: selection.to },
    path: selection.path,
    kind: selection.node.kind,
    tokens: tokens.map(({ text }) => text),
    occurrence,
    occurrences,
  };
}
