import type { SqlNode } from "../../sql/tree/sql-node.ts";

const queries = new Set<SqlNode["kind"]>(["select", "subquery", "query", "set-operation", "exists"]);

/** The nodes of a SELECT that are asked in its own rows: not those of queries within it. */
export function ownNodes(select: SqlNode): SqlNode[] {
  const found: SqlNode[] = [];
  const open = [...select.children];
  for (let node = open.shift(); node !== undefined; node = open.shift()) {
    if (queries.has(node.kind)) continue;
    found.push(node);
    open.push(...node.children);
  }
  return found;
}
