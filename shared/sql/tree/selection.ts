import type { SqlNode, SqlTree } from "./sql-node.ts";

/**
 * How a stretch of text lies in the tree. `node`: it is one node. `run`: it is a run of neighbouring parts of one node,
 * as "a AND b" of "a AND b AND c". `part`: it cuts through nodes that `node` is the smallest to hold.
 */
export type SelectionShape = "node" | "run" | "part";

/** A stretch of text seen from the tree: the smallest node around it, the way there, and how it lies in that node. */
export interface Selection {
  shape: SelectionShape;
  node: SqlNode;
  path: number[];
  /** What is meant: the stretch without the white space and comments at its ends, UTF-16 offsets. */
  from: number;
  to: number;
}

/** What a beginning or an end of is a condition in its own right: chains, and the clauses that hold one. */
const divisible = new Set(["and", "or", "where", "having", "on"]);

/** Statements whose first words say something by themselves: CREATE VIEW name AS. */
const statementHeads = new Set(["create-as", "command"]);

/** What a selection of the text, from `from` (inclusive) to `to` (exclusive), is in the tree; null where it holds no token. */
export function selectionOf(tree: SqlTree, from: number, to: number): Selection | null {
  const first = firstIndex(tree.tokens, (token) => token.to > from);
  const end = firstIndex(tree.tokens, (token) => token.from >= to);
  return first >= end ? null : selectionOfTokens(tree, first, end);
}

/** The same for a run of tokens, `start` (inclusive) to `end` (exclusive), at least one. */
export function selectionOfTokens(tree: SqlTree, start: number, end: number): Selection {
  let node = tree.root;
  const path: number[] = [];
  for (;;) {
    const index = firstEndingFrom(node.children, end);
    const child = node.children[index];
    if (child === undefined || child.start > start) break;
    node = child;
    path.push(index);
  }
  const from = tree.tokens[start]?.from ?? 0;
  const to = tree.tokens[end - 1]?.to ?? from;
  return { shape: shapeOf(tree, node, start, end), node, path, from, to };
}

/** The first child that ends there or behind it. */
function firstEndingFrom(children: readonly SqlNode[], end: number): number {
  return firstIndex(children, (child) => child.end >= end);
}

/**
 * The first of which something is so, as it is of all behind it; their number where it is so of none. Tokens and children stand in order
 * and do not overlap, and a chain of thousands is asked for each of its places.
 */
function firstIndex<Of>(all: readonly Of[], isSo: (one: Of) => boolean): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(all[middle] as Of)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The children that a stretch has a token of. */
function touchedBy({ children }: SqlNode, start: number, end: number): SqlNode[] {
  const first = firstEndingFrom(children, start + 1);
  let last = first;
  while (last < children.length && (children[last] as SqlNode).start < end) last += 1;
  return children.slice(first, last);
}

function shapeOf(tree: SqlTree, node: SqlNode, start: number, end: number): SelectionShape {
  if (node.start === start && node.end === end) return "node";
  return isRun(tree, node, start, end) ? "run" : "part";
}

/** Whether the tokens are whole parts of a node: no child is cut, save a condition at the ends between two of its operands. */
function isRun(tree: SqlTree, node: SqlNode, start: number, end: number): boolean {
  const touched = touchedBy(node, start, end);
  const isHead = statementHeads.has(node.kind) && start === node.start;
  if (touched.length === 0 && node.children.length > 0 && !isHead) return false;
  const areWhole = touched.every((child) => {
    if (child.start >= start && child.end <= end) return true;
    const overlapsOneEnd = child.start >= start || child.end <= end;
    const from = Math.max(child.start, start);
    return overlapsOneEnd && divisible.has(child.kind) && isRun(tree, child, from, Math.min(child.end, end));
  });
  return areWhole && isBalanced(tree, start, end);
}

function isBalanced(tree: SqlTree, start: number, end: number): boolean {
  let depth = 0;
  for (let at = start; at < end; at += 1) {
    const text = tree.tokens[at]?.text;
    if (text === "(" || text === "[") depth += 1;
    if (text === ")" || text === "]") depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
