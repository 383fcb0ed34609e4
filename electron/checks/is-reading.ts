import { nodesOf, type SqlTree, textOf } from "#shared/sql/tree/sql-node.ts";

const queries = new Set(["query", "select", "set-operation", "values", "parenthesised-query"]);
const changes = new Set(["insert", "update", "delete", "into", "locking", "skipped"]);
const changing = /^(?:nextval|setval|set_config|setseed|lo_\w+|pg_notify|pg_\w*advisory\w*)$/;

/** Whether a text only reads, as far as its words tell: a query may still call a function of the database that writes. */
export function isReading(tree: SqlTree): boolean {
  if (!tree.root.children.every(({ kind }) => queries.has(kind))) return false;
  for (const node of nodesOf(tree.root)) {
    if (changes.has(node.kind)) return false;
    if (node.kind === "function-name" && changing.test(textOf(tree, node).toLowerCase())) return false;
  }
  return true;
}
