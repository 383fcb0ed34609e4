import { type SqlNode, type SqlTree, textOf } from "../tree/sql-node.ts";
import type { Splice } from "./splice.ts";

/** A node's text on one line, as words about it quote it. */
export function quote(tree: SqlTree, node: { from: number; to: number }): string {
  return textOf(tree, node).replaceAll(/\s+/g, " ");
}

/** A node's text in capitals, with single spaces: to recognise words by. */
export function words(tree: SqlTree, node: SqlNode | undefined): string {
  return node === undefined ? "" : quote(tree, node).toUpperCase();
}

/** Puts a text where a node stands. */
export function put({ from, to }: { from: number; to: number }, text: string): Splice {
  return { from, to, text };
}

/** What stands in place of a node that contained it: in parentheses where it would bind loosely. */
export function operandText(tree: SqlTree, node: SqlNode): string {
  const isTight = !loose.has(node.kind);
  return isTight ? textOf(tree, node) : `(${textOf(tree, node)})`;
}

const loose = new Set([
  "or",
  "and",
  "not",
  "comparison",
  "is",
  "in",
  "between",
  "like",
  "operation",
  "unary",
]);

/** The name of a call in small letters, without its schema; "" for what is no call. */
export function callName(tree: SqlTree, node: SqlNode): string {
  const [name] = node.children;
  if (node.kind !== "call" || name?.kind !== "function-name") return "";
  return textOf(tree, name).toLowerCase().replaceAll('"', "").split(".").at(-1) ?? "";
}

/** What stands around the arguments of a call and is none. */
const aroundArguments = new Set(["function-name", "distinct", "order-by", "filter", "within-group", "over"]);

/** The arguments of a call. */
export function callArguments(node: SqlNode): SqlNode[] {
  return node.children.filter(({ kind }) => !aroundArguments.has(kind));
}

/** The child of a kind; undefined where there is none. */
export function childOf(node: SqlNode, kind: SqlNode["kind"]): SqlNode | undefined {
  return node.children.find((child) => child.kind === kind);
}

/** "1 decimal", "2 decimals". */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}
