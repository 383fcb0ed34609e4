import type { TextRange } from "../../domain/finding.ts";
import { selectionOf } from "./selection.ts";
import type { SqlTree } from "./sql-node.ts";

/**
 * The parts of a statement around a selection, or around the cursor (an empty range), the smallest first, each larger than
 * the one before: how a selection is widened. What is selected comes first itself where it is a whole part. Without white
 * space and comments at the ends, UTF-16 offsets; empty where nothing is there to take.
 */
export function partsAround(tree: SqlTree, range: TextRange): TextRange[] {
  const { from, to } = range.from === range.to ? tokenAt(tree, range.from) : range;
  const selection = selectionOf(tree, from, to);
  if (selection === null) return [];
  const parts: TextRange[] = selection.shape === "part" ? [] : [{ from: selection.from, to: selection.to }];
  let node = tree.root;
  const nodes = [node];
  for (const index of selection.path) {
    const child = node.children[index];
    if (child === undefined) break;
    node = child;
    nodes.push(node);
  }
  for (const { start, end } of nodes.reverse()) {
    const whole = { from: tree.tokens[start]?.from ?? 0, to: tree.tokens[end - 1]?.to ?? 0 };
    const last = parts.at(-1);
    if (last === undefined || whole.from < last.from || whole.to > last.to) parts.push(whole);
  }
  return parts;
}

/** The token under the cursor; between two the one that begins there, unless only the other one is a word. */
function tokenAt(tree: SqlTree, offset: number): TextRange {
  const before = tree.tokens.find(({ to }) => to === offset);
  const behind = tree.tokens.find(({ from, to }) => from <= offset && offset < to);
  const token =
    behind === undefined || (behind.kind === "punctuation" && before !== undefined) ? before : behind;
  return token ?? { from: offset, to: offset };
}
