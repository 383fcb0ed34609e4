import type { Token } from "../lex.ts";
import { nodesOf, type SqlNode } from "../tree/sql-node.ts";
import { normalTokens } from "./normal-tokens.ts";
import type { NormalTree } from "./token-match.ts";

/** A node less like the snippet than this is not worth naming. */
const leastLikeness = 0.6;

/** So many candidates are compared token by token, in order; the others only by which tokens they have. */
const comparedInOrder = 8;

/** Comparisons in order larger than this are left to the bag of tokens. */
const largestTable = 4_000_000;

/** A node and how like it is to a snippet: twice the tokens shared in order, over the tokens of both (0 to 1). */
export interface NearNode {
  node: SqlNode;
  likeness: number;
}

/** The node that shares most tokens with a snippet (SPEC N5), qualifiers and spelling aside; null where none is like it. */
export function nearestNode(haystack: NormalTree, snippet: readonly Token[]): NearNode | null {
  const { tree } = haystack;
  const wanted = normalTokens(snippet, "qualifiers", tree.dialect).map(({ value }) => value);
  const tokens = haystack.at("qualifiers");
  const positionOf = positions(tree.tokens.length, tokens);
  const candidates: (NearNode & { from: number; to: number })[] = [];
  for (const node of nodesOf(tree.root)) {
    const from = positionOf[node.start] as number;
    const to = positionOf[node.end] as number;
    const size = to - from + wanted.length;
    if (from === to || (2 * Math.min(to - from, wanted.length)) / size < leastLikeness) continue;
    const shared = sharedTokens(wanted, tokens, from, to);
    if ((2 * shared) / size >= leastLikeness)
      candidates.push({ node, likeness: (2 * shared) / size, from, to });
  }
  candidates.sort((a, b) => b.likeness - a.likeness);
  let best: NearNode | null = null;
  for (const { node, likeness: bag, from, to } of candidates.slice(0, comparedInOrder)) {
    const values = tokens.slice(from, to).map(({ value }) => value);
    const isSmall = values.length * wanted.length <= largestTable;
    const likeness = isSmall ? (2 * inOrder(wanted, values)) / (wanted.length + values.length) : bag;
    if (likeness >= leastLikeness && (best === null || likeness >= best.likeness)) best = { node, likeness };
  }
  return best;
}

/** For each token index how many normal tokens are before it. */
function positions(count: number, tokens: readonly { index: number }[]): Int32Array {
  const before = new Int32Array(count + 1);
  for (const { index } of tokens) before[index + 1] = 1;
  for (let at = 1; at <= count; at += 1) before[at] = (before[at] as number) + (before[at - 1] as number);
  return before;
}

function sharedTokens(
  wanted: readonly string[],
  tokens: readonly { value: string }[],
  from: number,
  to: number,
): number {
  const left = new Map<string, number>();
  for (const value of wanted) left.set(value, (left.get(value) ?? 0) + 1);
  let shared = 0;
  for (let at = from; at < to; at += 1) {
    const value = tokens[at]?.value ?? "";
    const count = left.get(value) ?? 0;
    if (count === 0) continue;
    left.set(value, count - 1);
    shared += 1;
  }
  return shared;
}

/** The length of the longest common subsequence. */
function inOrder(a: readonly string[], b: readonly string[]): number {
  let row = new Int32Array(b.length + 1);
  for (const value of a) {
    const next = new Int32Array(b.length + 1);
    for (let at = 1; at <= b.length; at += 1)
      next[at] =
        b[at - 1] === value
          ? (row[at - 1] as number) + 1
          : Math.max(row[at] as number, next[at - 1] as number);
    row = next;
  }
  return row[b.length] ?? 0;
}
