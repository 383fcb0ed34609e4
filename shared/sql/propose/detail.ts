import { nameOf } from "../lex.ts";
import type { SqlNode, SqlTree } from "../tree/sql-node.ts";

/** A node with those around it, the root first. */
export interface NodeInContext {
  tree: SqlTree;
  node: SqlNode;
  above: readonly SqlNode[];
}

/**
 * A detail that a question may leave open because the gold decides it (BIRD-INTERACT appendix H.4, table 7): one type of
 * implementation-level ambiguity.
 */
export interface ImplementationDetail {
  /** From the non-critical types of `ambiguityTypes`. */
  type: string;
  /** The node that decides the detail, where `context` is where it is decided; null for every other node. */
  decidedBy(context: NodeInContext): SqlNode | null;
  /** How questions say such a detail, the most telling first; `node` is the one that decides it, null asks for all. */
  cues(node: SqlNode | null): readonly RegExp[];
  /** Where the words are that the detail is about: what the gold calls it, else before or behind the cue. */
  termStands: "by-name" | "before" | "behind";
}

/** The name of a call in small letters; "" where the node is none. */
export function calledName(tree: SqlTree, node: SqlNode): string {
  const [name] = node.kind === "call" ? node.children : [];
  return name?.kind === "function-name" ? (nameOf(tree.tokens[name.end - 1])?.toLowerCase() ?? "") : "";
}

/** The arguments of a call, without its name and what is behind its parentheses. */
export function argumentsOf(call: SqlNode): SqlNode[] {
  const others = new Set(["function-name", "distinct", "order-by", "filter", "within-group", "over"]);
  return call.children.filter(({ kind }) => !others.has(kind));
}

/** The expression within parentheses, casts and calls of the given functions. */
export function unwrapped(tree: SqlTree, node: SqlNode, functions: readonly string[] = []): SqlNode {
  let inner = node;
  for (;;) {
    const [first] = inner.kind === "call" ? argumentsOf(inner) : inner.children;
    const isWrap =
      (inner.kind === "parenthesised" && inner.children.length === 1) ||
      inner.kind === "cast" ||
      functions.includes(calledName(tree, inner));
    if (!isWrap || first === undefined) return inner;
    inner = first;
  }
}

/** Whether a node is the number zero, as 0, 0.0 or '0'. */
export function isZero(tree: SqlTree, node: SqlNode | undefined): boolean {
  const text = node === undefined ? "" : tree.sql.slice(node.from, node.to);
  return /^(?:0+(?:\.0*)?|'0')$/.test(text);
}
