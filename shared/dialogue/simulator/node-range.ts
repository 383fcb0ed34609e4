import type { TextRange } from "../../domain/finding.ts";
import { selectionOf } from "../../sql/tree/selection.ts";
import type { SqlNode, SqlTree } from "../../sql/tree/sql-node.ts";

/** The parts of a statement that a range of its text takes in whole, the largest of each, in order. */
export function nodesInRange(tree: SqlTree, { from, to }: TextRange): SqlNode[] {
  const selection = selectionOf(tree, from, to);
  if (selection === null) return [];
  if (selection.shape === "node") return [onlyPart(selection.node)];
  return wholeIn(selection.node, selection);
}

function wholeIn(node: SqlNode, range: TextRange): SqlNode[] {
  return node.children.flatMap((child) => {
    if (child.to <= range.from || child.from >= range.to) return [];
    if (child.from >= range.from && child.to <= range.to) return child.kind === "operator" ? [] : [child];
    return wholeIn(child, range);
  });
}

/** The only statement of a script stands for it. */
function onlyPart(node: SqlNode): SqlNode {
  const [first] = node.children;
  return node.kind === "script" && first !== undefined && node.children.length === 1 ? first : node;
}
