import { nodesOf, type SqlNode, type SqlTree } from "../sql/tree/sql-node.ts";

const clauses = new Set(["where", "having", "on", "filter"]);
const asked = new Set(["comparison", "is", "in", "between", "like"]);

/** The conditions that choose rows or groups, each by itself; not those that only join, nor what holds a query. */
export function conditionsOf(tree: SqlTree): SqlNode[] {
  return [...nodesOf(tree.root)]
    .filter(({ kind }) => clauses.has(kind))
    .flatMap(({ children }) => children.flatMap(conjuncts))
    .filter((node) => asked.has(node.kind))
    .filter((node) => {
      const kinds = [...nodesOf(node)].map(({ kind }) => kind);
      const isJoin = node.kind === "comparison" && kinds.filter((kind) => kind === "column").length > 1;
      return kinds.includes("column") && !kinds.includes("select") && !isJoin;
    });
}

function conjuncts(node: SqlNode): SqlNode[] {
  if (node.kind === "where") return node.children.flatMap(conjuncts);
  const isWrap = node.kind === "and" || (node.kind === "parenthesised" && node.children.length === 1);
  return isWrap ? node.children.flatMap(conjuncts) : [node];
}
