import { calledName } from "../../sql/propose/detail.ts";
import { nodesOf, type SqlNode, type SqlTree, textOf } from "../../sql/tree/sql-node.ts";
import { isLiteral } from "./literal-ways.ts";
import { literalMeaning, literalPhrase } from "./literal-words.ts";

/**
 * What a calculation, a call or a choice settles besides its operands: its factors, its number of decimals, its stand-in for
 * missing values, its "or". These can be said where the whole holds the snippet of an ambiguity.
 */
export function heldConstants(tree: SqlTree, node: SqlNode): SqlNode[] {
  const { kind, children } = node;
  if (kind === "operation") return children.filter((child) => child.kind === "number");
  if (kind === "or") return children.filter((child) => child.kind === "operator").slice(0, 1);
  const isSettling = kind === "call" && constantSentence(tree, node, children.at(-1)) !== null;
  return isSettling ? children.slice(-1) : [];
}

/** A sentence for what `heldConstants` finds, a part of `holder`; null for anything else. */
function constantSentence(tree: SqlTree, holder: SqlNode, part: SqlNode | undefined): string | null {
  if (part === undefined) return null;
  if (holder.kind === "or" && part.kind === "operator")
    return "One of these conditions is enough; they need not hold together.";
  if (!isLiteral(part)) return null;
  const value = literalPhrase(literalMeaning(tree, part));
  if (holder.kind === "operation") return factorSentence(tree, holder, part, value);
  const name = calledName(tree, holder);
  if (name === "round")
    return `Round to ${value === "0" ? "whole numbers" : `${value} decimal${value === "1" ? "" : "s"}`}.`;
  return name === "coalesce" ? `Where it is missing, use ${value}.` : null;
}

function factorSentence(tree: SqlTree, { children }: SqlNode, part: SqlNode, value: string): string {
  const at = children.indexOf(part);
  const operator = children[at - 1] ?? children[at + 1];
  const sign = operator === undefined ? "" : textOf(tree, operator);
  const isFirst = at === 0;
  if (sign === "*") return `Multiply by ${value}.`;
  if (sign === "+") return `Add ${value}.`;
  if (sign === "/") return isFirst ? `Divide ${value} by the rest.` : `Divide by ${value}.`;
  if (sign === "-") return isFirst ? `Subtract the rest from ${value}.` : `Subtract ${value}.`;
  return `Use ${value}.`;
}

/** The sentence of a node that is such a part of the one that it stands in; null where it is none. */
export function heldSentence(tree: SqlTree, part: SqlNode): string | null {
  const holder = [...nodesOf(tree.root)].find(({ children }) => children.includes(part));
  return holder === undefined ? null : constantSentence(tree, holder, part);
}
