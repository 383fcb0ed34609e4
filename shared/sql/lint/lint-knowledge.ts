import { type KnowledgeGraph, type KnowledgeNode, knowledgeGraph } from "../../domain/knowledge-node.ts";

/** A knowledge base made ready for lint: once for all tasks that share it. */
export interface LintKnowledge {
  graph: KnowledgeGraph;
  /** All that a node says, folded, by its id. */
  texts: ReadonlyMap<number, string>;
}

/** Reads the nodes of a knowledge base once. */
export function lintKnowledge(nodes: readonly KnowledgeNode[]): LintKnowledge {
  const graph = knowledgeGraph(nodes);
  const texts = [...graph.nodes.values()].map(
    (node) => [node.id, folded(`${node.name} | ${node.description} | ${node.definition}`)] as const,
  );
  return { graph, texts: new Map(texts) };
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
