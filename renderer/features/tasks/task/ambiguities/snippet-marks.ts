import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import type { SnippetLocations } from "#shared/sql/anchor/snippet-search.ts";
import { ambiguityTag } from "../../../../results/task/ambiguity-words.ts";
import { type CodeMark, lineRanges } from "../../../../ui/code-editor/index.ts";
import { inDocument, type TaskDocument } from "../documents/task-documents.ts";

/** The snippets of the ambiguities in the gold of phase 1, each location under its ambiguity's number; wider ones first, so that those within them are drawn over them; without colour where the gold does not read, so that the places are those of before. */
export function snippetMarks(
  gold: TaskDocument,
  ambiguities: readonly Ambiguity[],
  locations: readonly SnippetLocations[],
  { active, isRead }: { active: number | null; isRead: boolean },
): CodeMark[] {
  return locations
    .flatMap(({ matches }, index) =>
      matches.map(({ statement, anchor }) => ({ index, ...inDocument(gold, statement, anchor.range) })),
    )
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .flatMap(({ index, from, to }) => {
      const { label, hue } = ambiguityTag(index);
      const message = `Ambiguity ${label}: ${ambiguities[index]?.term ?? ""}${isRead ? "" : ", where it was when the gold was last valid SQL"}`;
      return lineRanges(gold.text, { from, to }).map(
        (range, line): CodeMark => ({
          ...range,
          kind: "tag",
          hue: isRead ? hue : 0,
          label: line === 0 ? label : "",
          active: index === active,
          message,
        }),
      );
    });
}

/**
 * The ambiguity that the cursor chooses at an offset of the gold, null for none: the one with the smallest snippet around it.
 * The active one stays where the cursor is in its own snippet, and while it has none in the gold, because what is taken there
 * then is meant for it.
 */
export function ambiguityAt(
  gold: TaskDocument,
  locations: readonly SnippetLocations[],
  offset: number,
  active: number | null,
): number | null {
  if (active !== null && locations[active]?.matches.length === 0) return null;
  let best: { index: number; length: number } | null = null;
  for (const [index, { matches }] of locations.entries())
    for (const { statement, anchor } of matches) {
      const { from, to } = inDocument(gold, statement, anchor.range);
      if (offset < from || offset > to) continue;
      if (index === active) return null;
      if (best === null || to - from < best.length) best = { index, length: to - from };
    }
  return best?.index ?? null;
}
