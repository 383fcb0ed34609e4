import { nameOf } from "../lex.ts";
import type { NodeInContext } from "../propose/detail.ts";
import { nodesOf, type SqlNode, type SqlNodeKind, type SqlTree } from "../tree/sql-node.ts";
import type { ReadText } from "./sources.ts";
import { stem } from "./word-index.ts";

const statements = new Set<SqlNodeKind>(["select", "update", "insert", "delete", "routine-body"]);
const chains = new Set<SqlNodeKind>([
  "and",
  "or",
  "where",
  "having",
  "on",
  "select-list",
  "select",
  "set",
  "script",
]);

/** The words of the names and strings around a part of a statement, stems in small letters. */
export interface Nearby {
  /** Of its own condition or output. */
  close: ReadonlySet<string>;
  /** Of the query that it is in. */
  query: ReadonlySet<string>;
}

/** Reads the words around a node; `known` keeps those of nodes that were read before. */
export function nearby({ tree, node, above }: NodeInContext, known: Map<SqlNode, Set<string>>): Nearby {
  const query = above.findLast(({ kind }) => statements.has(kind)) ?? tree.root;
  const at = above.findLastIndex(({ kind }) => chains.has(kind));
  const condition = above[at + 1] ?? node;
  return { close: wordsIn(tree, condition, known), query: wordsIn(tree, query, known) };
}

function wordsIn(tree: SqlTree, node: SqlNode, known: Map<SqlNode, Set<string>>): Set<string> {
  const found = known.get(node);
  if (found !== undefined) return found;
  const words = new Set<string>();
  for (const { kind, start, end } of nodesOf(node)) {
    const token = tree.tokens[kind === "alias" ? start : end - 1];
    const text =
      kind === "string" ? token?.text : kind === "column" || kind === "alias" ? nameOf(token) : null;
    for (const part of text?.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2").match(/\p{L}{2,}/gu) ?? [])
      words.add(stem(part.toLowerCase()));
    if (text) words.add(stem(text.toLowerCase()));
  }
  known.set(node, words);
  return words;
}

/** Whether a text speaks of what the words speak of. */
export function isAbout({ index }: ReadText, words: ReadonlySet<string>): boolean {
  for (const word of words) {
    if (word.length < 3) continue;
    if (index.words.has(word)) return true;
    if (word.length < 6) continue;
    for (const known of index.words) if (known.length >= 6 && known.startsWith(word.slice(0, 6))) return true;
  }
  return false;
}
