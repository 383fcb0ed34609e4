import { nodesOf, type SqlNode, type SqlTree, textOf } from "../tree/sql-node.ts";

/** Whether a condition is an equality over the columns of more than one table. */
export function joinsTables(tree: SqlTree, node: SqlNode): boolean {
  const qualifiers = new Set<string>();
  for (const { kind, start, end } of nodesOf(node))
    if (kind === "column" && end > start + 1) qualifiers.add(tree.tokens[start]?.text.toLowerCase() ?? "");
  const operator = node.children.find(({ kind }) => kind === "operator");
  return qualifiers.size > 1 && operator !== undefined && textOf(tree, operator) === "=";
}
