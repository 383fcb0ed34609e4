import type { TextRange } from "../../domain/finding.ts";
import type { Reading } from "../../domain/reading.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { diffTokens } from "../../sql/token-diff.ts";
import { saidParts } from "../simulator/said-parts.ts";

/**
 * The readings that the words of an answer leave open, of those that an ambiguity has besides the gold's: empty where they say
 * every part of its snippet. While a part is missing, the readings that differ from the gold in such a part come first, and
 * alone; an answer of null says nothing.
 */
export function openReadings(
  context: ProvenanceContext,
  ambiguity: number,
  readings: readonly Reading[],
  answer: string | null,
): readonly Reading[] {
  const [match] = context.locations[ambiguity]?.matches ?? [];
  if (match === undefined || answer === null) return readings;
  const { statement, anchor } = match;
  const parts = saidParts(context, 1, { statement, range: anchor.range }, answer);
  const missing = parts.filter(({ isSaid }) => !isSaid).map(({ range }) => range);
  if (missing.length === 0) return [];
  const tree = context.gold[1][statement];
  const snippet = tree?.sql.slice(anchor.range.from, anchor.range.to) ?? "";
  const differing = readings.filter(({ sql }) =>
    diffTokens(snippet, sql, tree?.dialect).a.some((changed) =>
      touches(shifted(changed, anchor.range.from), missing),
    ),
  );
  return differing.length > 0 ? differing : readings;
}

function shifted({ from, to }: TextRange, by: number): TextRange {
  return { from: from + by, to: to + by };
}

function touches(range: TextRange, others: readonly TextRange[]): boolean {
  return others.some(({ from, to }) => range.from < to && from < range.to);
}
