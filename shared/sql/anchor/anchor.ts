import { z } from "zod";
import { TextRange } from "../../domain/finding.ts";
import type { Token } from "../lex.ts";
import { type Selection, type SelectionShape, selectionOfTokens } from "../tree/selection.ts";
import type { SqlTree } from "../tree/sql-node.ts";
import { isNoise, type MatchLevel } from "./normal-tokens.ts";
import { type NormalTree, tokenMatches } from "./token-match.ts";

/**
 * Where a key SQL snippet is in a statement of the gold (SPEC N3): enough to find it again after an
 * edit, and to tell it from other positions with the same text.
 */
export const Anchor = z.object({
  range: TextRange,
  /** Child indexes from the root of the span tree to the smallest node around the range. */
  path: z.array(z.number().int().nonnegative()),
  /** The kind of that node. */
  kind: z.string(),
  /** The tokens of the range as they are written. */
  tokens: z.array(z.string()).min(1),
  /** Which of the spans with these tokens it is (0-based), and how many there are. */
  occurrence: z.number().int().nonnegative(),
  occurrences: z.number().int().positive(),
});
export type Anchor = z.infer<typeof Anchor>;

/** A stretch of tokens, `start` (inclusive) to `end` (exclusive), and how it lies in the tree. */
export interface TokenSpan {
  start: number;
  end: number;
  selection: Selection;
}

const shapeRank: Record<SelectionShape, number> = { node: 0, run: 1, part: 2 };

/** The span of some tokens; taken with the noise words or the qualifier beside them where only so a node is whole. */
export function fittedSpan(tree: SqlTree, start: number, end: number): TokenSpan {
  const { tokens } = tree;
  let from = start;
  // "x" found within "t.x" means the column.
  while (tokens[from - 1]?.text === "." && tokens[from]?.kind !== "punctuation" && from >= 2) from -= 2;
  const spans = [spanOf(tree, from, end)];
  if (isNoise(tokens[end])) spans.push(spanOf(tree, from, end + 1));
  if (isNoise(tokens[from - 1])) spans.push(spanOf(tree, from - 1, end));
  return spans.reduce((best, span) => (rankOf(span) < rankOf(best) ? span : best));
}

/** Nodes come before runs, runs before what cuts through nodes. */
function rankOf({ selection }: TokenSpan): number {
  return shapeRank[selection.shape];
}

function spanOf(tree: SqlTree, start: number, end: number): TokenSpan {
  return { start, end, selection: selectionOfTokens(tree, start, end) };
}

/** Whether a span is whole: a node or a run of parts, nothing cut. */
export function isWhole({ selection }: TokenSpan): boolean {
  return selection.shape !== "part";
}

/** Places each once, in the order of the text; those that cut through nodes only where none is whole. */
export function bestSpans(spans: readonly TokenSpan[]): TokenSpan[] {
  const accepted = spans.some(isWhole) ? spans.filter(isWhole) : spans;
  const byRange = new Map(accepted.map((span) => [rangeKey(span), span]));
  return [...byRange.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

function rangeKey({ start, end }: TokenSpan): string {
  return `${start}:${end}`;
}

/** The anchors of spans of one tree. */
export function anchorsOf(haystack: NormalTree, spans: readonly TokenSpan[]): Anchor[] {
  const sameText = new Map<string, ReadonlyMap<string, number>>();
  return spans.map((span) => {
    const tokens = haystack.tree.tokens.slice(span.start, span.end);
    const key = tokens.map(({ text }) => text).join("\0");
    const like =
      sameText.get(key) ??
      new Map(spansOfTokens(haystack, tokens, "text").map((other, index) => [rangeKey(other), index]));
    sameText.set(key, like);
    return anchorOf(span, tokens, like.get(rangeKey(span)) ?? 0, Math.max(1, like.size));
  });
}

/** Where tokens are in a tree at a level. */
export function spansOfTokens(
  haystack: NormalTree,
  tokens: readonly Token[],
  level: MatchLevel,
): TokenSpan[] {
  const found = tokenMatches(haystack, tokens, level);
  return bestSpans(found.map(([start, end]) => fittedSpan(haystack.tree, start, end)));
}

function anchorOf(
  { selection }: TokenSpan,
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
