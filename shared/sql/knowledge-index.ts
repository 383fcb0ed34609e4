import { type KnowledgeGraph, type KnowledgeNode, knowledgeGraph } from "../domain/knowledge-node.ts";
import { acronymOf, lastBrackets } from "../text/last-brackets.ts";

/** A knowledge base made ready for lint: once for all tasks that share it. */
export interface KnowledgeIndex {
  graph: KnowledgeGraph;
  /** All that a node says, folded, by its id. */
  texts: ReadonlyMap<number, string>;
  /** What a node says besides its name, by its id. */
  sayings: ReadonlyMap<number, string>;
  /** The node that a name in SQL stands for, in small letters. */
  spellings: ReadonlyMap<string, KnowledgeNode>;
}

/** Reads the nodes of a knowledge base once. */
export function indexKnowledge(nodes: readonly KnowledgeNode[]): KnowledgeIndex {
  const graph = knowledgeGraph(nodes);
  const distinct = [...graph.nodes.values()];
  return {
    graph,
    texts: new Map(distinct.map((node) => [node.id, folded(`${node.name} | ${sayingOf(node)}`)])),
    sayings: new Map(distinct.map((node) => [node.id, sayingOf(node)])),
    spellings: new Map(distinct.flatMap((node) => spellingsOf(node).map((spelling) => [spelling, node]))),
  };
}

function sayingOf({ description, definition }: KnowledgeNode): string {
  return `${description} | ${definition}`;
}

/** How SQL spells a node's name: "Crane Load Index (CLI)" as crane_load_index, crane_load_index_cli, cli. */
function spellingsOf({ name }: KnowledgeNode): string[] {
  const acronym = acronymOf(name, 3)?.toLowerCase() ?? null;
  const words = snakeCase(lastBrackets(name).bare);
  const whole = words.includes("_") ? [words] : [];
  return acronym === null ? whole : [...whole, acronym, `${words}_${acronym}`];
}

function snakeCase(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "");
}

/** A text as it counts when definitions are looked for in it: no case, no white space, no LaTeX dressing. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\\(?:text|mathrm|left|right|quad|,|;|!)\b|\\[,;! ]/g, "")
    .replaceAll("\\times", "*")
    .replaceAll("\\cdot", "*")
    .replaceAll(/[\s${}\\]+/g, "");
}
