import { type SqlNode, type SqlTree, textOf } from "../tree/sql-node.ts";
import { childOf, quote } from "./at-node.ts";

const wrappers = new Set(["query", "subquery", "parenthesised-query", "set-operation"]);

/** The columns of a query, or of the first of several: the name of each (its expression where it has none), and the expression. */
export function outputColumns(tree: SqlTree, query: SqlNode): { name: string; expression: string }[] {
  if (wrappers.has(query.kind)) {
    const inner = query.children.find(({ kind }) => kind === "select" || wrappers.has(kind));
    return inner === undefined ? [] : outputColumns(tree, inner);
  }
  const list = childOf(query, "select-list");
  return (list?.children ?? []).flatMap((item) => {
    const [value] = item.children;
    if (item.kind !== "select-item" || value === undefined || value.kind === "star") return [];
    const alias = childOf(item, "alias");
    const expression = quote(tree, value);
    const own = value.kind === "column" ? expression.replace(/^.*\./, "") : expression;
    return [{ name: alias === undefined ? own : textOf(tree, alias), expression }];
  });
}
