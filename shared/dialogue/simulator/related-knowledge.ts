import type { KnowledgeNode } from "../../domain/knowledge-node.ts";
import { neededNodes } from "../../domain/mask.ts";
import type { Phase } from "../../domain/task.ts";
import { nameOf } from "../../sql/lex.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { nodesOf, type SqlNode, type SqlTree, textOf } from "../../sql/tree/sql-node.ts";

/** Finds the knowledge nodes that parts of a phase's gold come from, by the columns and values that both name. */
export function knowledgeFinder(
  { task, knowledge }: ProvenanceContext,
  phase: Phase,
): (tree: SqlTree, nodes: readonly SqlNode[]) => KnowledgeNode[] {
  if (knowledge === null) return () => [];
  const listed = [...task.knowledgeIds, ...(phase === 2 ? (task.followUp?.knowledgeIds ?? []) : [])];
  const ids = listed.length > 0 ? neededNodes(knowledge.graph, listed) : knowledge.graph.nodes.keys();
  const { nodes: all } = knowledge.graph;
  // What the values of a column stand for concerns every task that compares with one of them.
  const illustrations = [...all.values()].filter(({ type }) => type === "value_illustration");
  const needed = [...new Set([...[...ids].flatMap((id) => all.get(id) ?? []), ...illustrations])];
  return (tree, nodes) => {
    const inner = nodes.flatMap((node) => [...nodesOf(node)]);
    const marks = inner.flatMap((node) => markOf(tree, node));
    if (marks.length === 0) return [];
    const values = inner.filter(({ kind }) => kind === "string").flatMap((node) => markOf(tree, node));
    return needed.filter((node) => {
      const named = namedIn(node);
      return (node.type === "value_illustration" ? values : marks).some((mark) => named.has(mark));
    });
  };
}

const known = new WeakMap<KnowledgeNode, ReadonlySet<string>>();

/** The names and values in a knowledge node; read once. */
function namedIn(node: KnowledgeNode): ReadonlySet<string> {
  const found = known.get(node) ?? readNames(node);
  known.set(node, found);
  return found;
}

function readNames({ description, definition }: KnowledgeNode): ReadonlySet<string> {
  const text = `${description} ${definition}`.replaceAll("\\", "");
  return new Set(text.toLowerCase().match(/[\p{L}\d_]+(?:\.\d+)?|'[^']{1,20}'/gu) ?? []);
}

/** What a definition would have to name to be about a node: a telling value or the name of a column. */
function markOf(tree: SqlTree, node: SqlNode): string[] {
  const text = textOf(tree, node).toLowerCase();
  // One and two stand in every definition.
  if (node.kind === "number") return /^\d$|^10+$/.test(text) ? [] : [String(Number(text))];
  if (node.kind === "string") {
    const plain = text.slice(1, -1);
    return /^[a-z\d_]{2,}$/.test(plain) ? [plain, text] : [text];
  }
  if (node.kind !== "column") return [];
  const name = nameOf(tree.tokens[node.end - 1])?.toLowerCase() ?? "";
  return name.length >= 6 && !/^(?:status|number|amount)$/.test(name) ? [name] : [];
}
