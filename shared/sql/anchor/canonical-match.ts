import { withoutEnd } from "../../text/without-end.ts";
import type { SqlDialect } from "../lex.ts";
import { parseTree } from "../tree/parse-tree.ts";
import { selectionOf } from "../tree/selection.ts";
import { nodesOf, type SqlNode, type SqlTree } from "../tree/sql-node.ts";
import { type KeySpace, nodeKeys, operandsOf } from "./node-keys.ts";

/** What a piece of SQL has to follow to be read as what it is: an expression, a clause, an item. */
const contexts = ["SELECT ", "SELECT 1 FROM t ", "SELECT 1 ", "SELECT 1 FROM ", "SELECT 1 ORDER BY ", ""];

/** Longer texts than this many tokens are not compared by meaning. */
const mostTokens = 50_000;

/** A snippet that is one node when it is read by itself. */
export interface ParsedSnippet {
  tree: SqlTree;
  node: SqlNode;
}

/** Reads a snippet by itself, wherever in a query it makes sense; null where it is not one whole node. */
export function parseSnippet(snippet: string, dialect: SqlDialect): ParsedSnippet | null {
  const text = withoutEnd(snippet.trim(), "; \t\r\n");
  for (const context of contexts) {
    const tree = parseTree(context + text, dialect);
    if (tree.skipped > 0) continue;
    const selection = selectionOf(tree, context.length, context.length + text.length);
    if (selection?.shape === "node") return { tree, node: selection.node };
  }
  return null;
}

/** The parts of a tree that mean what a snippet means: whole nodes, and runs of conditions of one chain. */
export function canonicalMatches(
  gold: SqlTree,
  snippet: ParsedSnippet,
  space: KeySpace,
  keyOfGold: (node: SqlNode) => string,
): [number, number][] {
  if (gold.tokens.length > mostTokens || snippet.tree.tokens.length > mostTokens) return [];
  const keyOfSnippet = nodeKeys(snippet.tree, space);
  const wanted = keyOfSnippet(snippet.node);
  const isChain = snippet.node.kind === "and" || snippet.node.kind === "or";
  const operands = isChain ? operandsOf(snippet.node).map(keyOfSnippet).sort() : [];
  const found: [number, number][] = [];
  for (const node of nodesOf(gold.root)) {
    const [start = -1, end = -1] = found.at(-1) ?? [];
    // A node within one that was found is the same thing without its parentheses.
    if (node.start >= start && node.end <= end) continue;
    if (keyOfGold(node) === wanted) found.push([node.start, node.end]);
    else if (isChain && node.kind === snippet.node.kind) found.push(...runsOf(node, operands, keyOfGold));
  }
  return found;
}

/** The runs of a chain's operands that are the wanted ones, in any order. */
function runsOf(
  chain: SqlNode,
  wanted: readonly string[],
  key: (node: SqlNode) => string,
): [number, number][] {
  const operands = chain.children.filter(({ kind }) => kind !== "operator");
  const keys = operands.map(key);
  const runs: [number, number][] = [];
  for (let at = 0; at + wanted.length <= keys.length; at += 1) {
    const window = keys.slice(at, at + wanted.length).sort();
    if (!window.every((value, index) => value === wanted[index])) continue;
    const last = operands[at + wanted.length - 1] as SqlNode;
    runs.push([(operands[at] as SqlNode).start, last.end]);
  }
  return runs;
}
