import type { SqlNode, SqlTree } from "../tree/sql-node.ts";
import { normalTokens } from "./normal-tokens.ts";

const turned: Record<string, string> = { ">": "<", ">=": "<=" };
const functionSpellings: Record<string, string> = { ifnull: "coalesce", substr: "substring", if: "iif" };

/** Keys of the nodes of one tree; equal within one key space for nodes that mean the same. */
export type NodeKeys = (node: SqlNode) => string;

/** Short names for long keys, so that a key is no longer than what it adds to its children's. */
export type KeySpace = Map<string, string>;

/**
 * What a node means, as a text that two nodes share if they differ only in the order of operands of AND, OR, =, !=, +
 * and *, in comparisons turned round, in parentheses, in `::` for CAST, or in the spelling of a few functions (SPEC N1).
 */
export function nodeKeys(tree: SqlTree, space: KeySpace): NodeKeys {
  const known = new Map<SqlNode, string>();
  let values: Values | null = null;
  const key: NodeKeys = (node) => {
    const found = known.get(node);
    if (found !== undefined) return found;
    values ??= new Map(
      normalTokens(tree.tokens, "qualifiers", tree.dialect).map(({ value, index }) => [index, value]),
    );
    const made = shortened(keyOf(node, key, values), space);
    known.set(node, made);
    return made;
  };
  return key;
}

function shortened(key: string, space: KeySpace): string {
  if (key.length < 24) return key;
  const short = space.get(key) ?? `\0${space.size}`;
  space.set(key, short);
  return short;
}

type Values = ReadonlyMap<number, string>;

function keyOf(node: SqlNode, key: NodeKeys, values: Values): string {
  const { kind, children } = node;
  switch (kind) {
    case "parenthesised":
      return children.length === 1 ? key(children[0] as SqlNode) : ownKey(node, key, values);
    case "and":
    case "or":
      return `${kind}(${operandsOf(node).map(key).sort().join(",")})`;
    case "comparison":
      return comparisonKey(children, key);
    case "operation":
      return operationKey(children, key);
    case "cast":
      return `cast(${children.map(key).join(",")})`;
    case "function-name": {
      const name = ownKey(node, key, values);
      return functionSpellings[name] ?? name;
    }
    default:
      return ownKey(node, key, values);
  }
}

/** The conditions that a chain joins, those of the same chain in parentheses among them. */
export function operandsOf(chain: SqlNode): SqlNode[] {
  return chain.children
    .filter(({ kind }) => kind !== "operator")
    .flatMap((operand) => {
      const inner = withoutParentheses(operand);
      return inner.kind === chain.kind ? operandsOf(inner) : [operand];
    });
}

function withoutParentheses(node: SqlNode): SqlNode {
  let inner = node;
  while (inner.kind === "parenthesised" && inner.children.length === 1) inner = inner.children[0] as SqlNode;
  return inner;
}

function comparisonKey(children: readonly SqlNode[], key: NodeKeys): string {
  const [left = "", operator = "", right = ""] = children.map(key);
  if (operator === "=" || operator === "!=") return `${operator}(${[left, right].sort().join(",")})`;
  const other = turned[operator];
  return other === undefined ? `${operator}(${left},${right})` : `${other}(${right},${left})`;
}

/** a + b and a * b have no order; any other chain keeps its own. */
function operationKey(children: readonly SqlNode[], key: NodeKeys): string {
  const keys = children.map(key);
  const operators = new Set(keys.filter((_, index) => children[index]?.kind === "operator"));
  const [only = ""] = operators;
  if (operators.size !== 1 || (only !== "+" && only !== "*")) return `[${keys.join(" ")}]`;
  const operands = keys.filter((_, index) => children[index]?.kind !== "operator");
  return `${only}(${operands.sort().join(",")})`;
}

/** The node's own tokens with the keys of its children at their places. */
function ownKey(node: SqlNode, key: NodeKeys, values: Values): string {
  const parts: string[] = [];
  let at = node.start;
  const ownTokens = (end: number) => {
    for (; at < end; at += 1) {
      const value = values.get(at);
      if (value !== undefined) parts.push(value);
    }
  };
  for (const child of node.children) {
    ownTokens(child.start);
    parts.push(key(child));
    at = child.end;
  }
  ownTokens(node.end);
  return parts.length === 1 ? (parts[0] as string) : `<${parts.join(" ")}>`;
}
