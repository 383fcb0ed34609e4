import type { Ambiguity } from "../../domain/ambiguity.ts";
import type { TextRange } from "../../domain/finding.ts";
import { sharedEnds } from "../../text/after-edit.ts";
import { selectionOf } from "../tree/selection.ts";
import type { SqlTree } from "../tree/sql-node.ts";
import type { Anchor } from "./anchor.ts";
import { type Reanchored, reanchor } from "./reanchor.ts";
import { type NearestMatch, type SnippetMatch, snippetSearch } from "./snippet-search.ts";

/** What became of an ambiguity's snippet when the gold was edited (SPEC N7). Statements count from 0. */
export type SnippetAfterEdit =
  /** It is still there, perhaps elsewhere. */
  | { kind: "kept"; statement: number; anchor: Anchor }
  /** The edit was within it: the part of the gold that it is now, as a snippet to take. */
  | { kind: "changed"; statement: number; snippet: string }
  /** It fits several positions now, and nothing shows which one was meant. */
  | { kind: "several"; statement: number; anchors: Anchor[] }
  /** It is gone. */
  | { kind: "lost"; nearest: NearestMatch | null }
  /** It was in no statement before. */
  | { kind: "unanchored" };

/** Follows the snippets of ambiguities through an edit of the gold, in their order. */
export function snippetsAfterEdit(
  ambiguities: readonly Ambiguity[],
  before: readonly SqlTree[],
  after: readonly SqlTree[],
): SnippetAfterEdit[] {
  const search = snippetSearch(before);
  return ambiguities.map(({ sqlSnippet }) => {
    const [match] = search(sqlSnippet).matches;
    return match === undefined ? { kind: "unanchored" } : followed(match, before, after);
  });
}

function followed(
  { statement, anchor }: SnippetMatch,
  before: readonly SqlTree[],
  after: readonly SqlTree[],
): SnippetAfterEdit {
  const old = before[statement];
  const same = after[statement];
  if (old === undefined || same === undefined) return elsewhere(anchor, after, null);
  if (old.sql === same.sql) return { kind: "kept", statement, anchor };
  const found = reanchor(same, anchor);
  if (found.kind !== "lost") return { ...found, statement };
  const snippet = snippetThere(old, same, anchor.range);
  if (snippet !== null) return { kind: "changed", statement, snippet };
  return elsewhere(anchor, after, found);
}

/** A statement that was moved, split or joined to another may hold it now. */
function elsewhere(anchor: Anchor, after: readonly SqlTree[], first: Reanchored | null): SnippetAfterEdit {
  let nearest = first?.kind === "lost" ? first.nearest : null;
  for (const [statement, tree] of after.entries()) {
    const found = reanchor(tree, anchor);
    if (found.kind !== "lost") return { ...found, statement };
    const isNearer = found.nearest !== null && found.nearest.likeness > (nearest?.likeness ?? 0);
    if (isNearer && found.nearest !== null) nearest = { ...found.nearest, statement };
  }
  return { kind: "lost", nearest };
}

/** What is at a range after an edit within it, where it is a whole part of the statement; else null. */
function snippetThere(before: SqlTree, after: SqlTree, { from, to }: TextRange): string | null {
  const [a, b] = [before.sql, after.sql];
  const { head, tail } = sharedEnds(a, b);
  const isWithin = from <= head && a.length - tail <= to;
  const end = to + b.length - a.length;
  if (!isWithin || end <= from) return null;
  const selection = selectionOf(after, from, end);
  if (selection === null || selection.shape === "part") return null;
  return b.slice(selection.from, selection.to);
}
