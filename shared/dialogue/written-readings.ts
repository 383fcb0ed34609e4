import type { TextRange } from "../domain/finding.ts";
import type { ProvenanceContext } from "../sql/provenance/sources.ts";

interface Gap extends TextRange {
  ambiguity: number;
}

/**
 * What submitted SQL has in place of each snippet of the gold, in the order of the ambiguities: null where the SQL differs from
 * the gold outside the snippets too, where a snippet stands within another, or where two positions of one differ.
 */
export function writtenReadings(context: ProvenanceContext, sql: readonly string[]): (string | null)[] {
  const { task, gold } = context;
  const written = new Map<number, Set<string>>();
  for (const [statement, tree] of gold[1].entries()) {
    const gaps = gapsOf(context, statement);
    const texts = textsInGaps(tree.sql, gaps, sql[statement] ?? "");
    for (const [at, { ambiguity }] of gaps.entries()) {
      const known = written.get(ambiguity) ?? new Set<string>();
      if (texts?.[at] !== undefined) written.set(ambiguity, known.add(texts[at]));
    }
  }
  return task.ambiguities.map((_, ambiguity) => {
    const texts = [...(written.get(ambiguity) ?? [])];
    return texts.length === 1 ? (texts[0] ?? null) : null;
  });
}

/** Where snippets stand in a statement, from left to right; one that touches the one before it is left out. */
function gapsOf({ locations }: ProvenanceContext, statement: number): Gap[] {
  const all = locations
    .flatMap(({ matches }, ambiguity) =>
      matches
        .filter((match) => match.statement === statement)
        .map(({ anchor: { range } }) => ({ ambiguity, from: range.from, to: range.to })),
    )
    .sort((a, b) => a.from - b.from || b.to - a.to);
  const gaps: Gap[] = [];
  for (const gap of all) if (gap.from >= (gaps.at(-1)?.to ?? 0)) gaps.push(gap);
  return gaps;
}

/** The texts that stand in the gaps of a frame, which must be the same around them; null where it is not. */
function textsInGaps(frame: string, gaps: readonly Gap[], text: string): string[] | null {
  const ends = gaps.map(({ from }, at) => frame.slice(gaps[at - 1]?.to ?? 0, from));
  const last = frame.slice(gaps.at(-1)?.to ?? 0);
  const [first = ""] = ends;
  if (!text.startsWith(first) || !text.endsWith(last)) return null;
  const texts: string[] = [];
  let at = first.length;
  for (const between of ends.slice(1)) {
    const found = text.indexOf(between, at);
    if (found < 0) return null;
    texts.push(text.slice(at, found));
    at = found + between.length;
  }
  const end = text.length - last.length;
  if (gaps.length === 0 || end < at) return null;
  return [...texts, text.slice(at, end)];
}
