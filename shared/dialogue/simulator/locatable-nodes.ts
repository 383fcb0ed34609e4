import type { Phase } from "../../domain/task.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import type { SqlNode, SqlNodeKind, SqlTree } from "../../sql/tree/sql-node.ts";

/** A node of the gold that can answer a question, with the nodes beside it that say what it is about. */
export interface LocatableNode {
  /** 0-based. */
  statement: number;
  node: SqlNode;
  about: SqlNode[];
}

const clauses = new Set<SqlNodeKind>([
  "order-by",
  "order-item",
  "limit",
  "fetch",
  "offset",
  "group-by",
  "having",
  "join",
  "select-item",
  "assignment",
  "item",
  "case",
]);

/** Conditions are found below these. */
const holders = new Set<SqlNodeKind>(["where", "having", "on", "filter"]);

/**
 * The nodes of a phase's gold that can answer a question: clauses, conditions, output columns, assignments. None that has
 * to do with a snippet of phase 1: what it holds is for the question about its ambiguity.
 */
export function locatableNodes(context: ProvenanceContext, phase: Phase): LocatableNode[] {
  const snippets = phase === 2 ? [] : context.places.flatMap(({ matches }) => matches);
  return context.gold[phase].flatMap((tree, statement) => {
    const taken = snippets.filter((match) => match.statement === statement).map(({ anchor }) => anchor.range);
    const found: LocatableNode[] = [];
    walk(tree, tree.root, [], (node, about) => {
      const isTaken = taken.some(({ from, to }) => node.from < to && from < node.to);
      if (!isTaken) found.push({ statement, node, about });
    });
    return found;
  });
}

function walk(
  tree: SqlTree,
  node: SqlNode,
  above: readonly SqlNode[],
  take: (node: SqlNode, about: SqlNode[]) => void,
): void {
  const parent = above.at(-1);
  const isCondition =
    parent !== undefined &&
    (holders.has(parent.kind) || ["and", "or"].includes(parent.kind)) &&
    node.kind !== "operator" &&
    isWithinHolder(above);
  const isBare =
    node.kind === "select-item" && node.children.length === 1 && node.children[0]?.kind === "column";
  const isWanted = clauses.has(node.kind) && !(node.kind === "order-item" && parent?.children.length === 1);
  const isOn = node.kind === "comparison" && parent?.kind === "on";
  if ((isCondition || isWanted) && !(isBare && above.some(({ kind }) => kind === "cte")) && !isOn)
    take(node, aboutNode(node, above));
  for (const child of node.children) walk(tree, child, [...above, node], take);
}

function isWithinHolder(above: readonly SqlNode[]): boolean {
  const at = above.findLastIndex(({ kind }) => holders.has(kind));
  return at >= 0 && above.slice(at + 1).every(({ kind }) => ["and", "or", "parenthesised"].includes(kind));
}

/** What a node without a name of its own is about: the output column that it makes. */
function aboutNode(node: SqlNode, above: readonly SqlNode[]): SqlNode[] {
  const item = node.kind === "select-item" ? null : above.findLast(({ kind }) => kind === "select-item");
  const alias = item?.children.find(({ kind }) => kind === "alias");
  return alias === undefined ? [] : [alias];
}
