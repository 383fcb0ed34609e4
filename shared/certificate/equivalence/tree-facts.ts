import { nodesOf, type SqlNode, type SqlTree } from "../../sql/tree/sql-node.ts";

/** What rules ask of a whole text for every block of it. */
export interface TreeFacts {
  /** Whether a CTE may read itself. */
  isRecursive: boolean;
  /** Whether a select list has a star that takes all columns. */
  hasStar: boolean;
  /** The CTEs, by the SELECT or whatever else is last in them. */
  ctes: ReadonlyMap<SqlNode, SqlNode>;
  /** Where each word or name stands, in small letters and without quotes: indexes of tokens. */
  places: ReadonlyMap<string, readonly number[]>;
}

const known = new WeakMap<SqlTree, TreeFacts>();

/** The facts of a tree, found once. */
export function treeFacts(tree: SqlTree): TreeFacts {
  const found = known.get(tree) ?? factsOf(tree);
  known.set(tree, found);
  return found;
}

function factsOf(tree: SqlTree): TreeFacts {
  const ctes = new Map<SqlNode, SqlNode>();
  let hasStar = false;
  for (const node of nodesOf(tree.root)) {
    const last = node.children.at(-1);
    if (node.kind === "cte" && last !== undefined) ctes.set(last, node);
    if (node.kind === "select-item") hasStar ||= tree.sql.slice(node.from, node.to).trim().endsWith("*");
  }
  const nameAt = (at: number) => (tree.tokens[at]?.text ?? "").replaceAll('"', "").toLowerCase();
  const places = Map.groupBy(tree.tokens.keys(), nameAt);
  const isRecursive = tree.tokens.some(({ text }) => text.toLowerCase() === "recursive");
  return { isRecursive, hasStar, ctes, places };
}
