import { type KnowledgeGraph, type KnowledgeNode, knowledgeGraph } from "#shared/domain/knowledge-node.ts";
import {
  type Mask,
  maskContext,
  maskedNodes,
  maskOf,
  neededNodes,
  weakenedNodes,
} from "#shared/domain/mask.ts";
import type { Task } from "#shared/domain/task.ts";

/** A knowledge node as a task has to do with it. */
export interface TaskKnowledgeNode {
  id: number;
  /** null where the knowledge base has no such node. */
  node: KnowledgeNode | null;
  /** What hiding it does; null where it is visible. */
  mask: Mask | null;
  /** Visible, but resting on a hidden node. */
  isWeakened: boolean;
  /** The phases whose gold uses it. */
  usedIn: readonly (1 | 2)[];
}

/** The nodes of a task: those that are hidden, those that a gold uses, and what these build on. */
export interface TaskKnowledge {
  masked: TaskKnowledgeNode[];
  used: TaskKnowledgeNode[];
  below: TaskKnowledgeNode[];
}

/** What a task has to do with its knowledge base. */
export function taskKnowledge(task: Task, nodes: readonly KnowledgeNode[]): TaskKnowledge {
  const graph = knowledgeGraph(nodes);
  const first = new Set(task.knowledgeIds);
  const second = new Set(task.followUp?.knowledgeIds);
  const masked = new Set(maskedNodes(task, graph));
  const describe = describer(task, graph, masked, first, second);
  const used = [...new Set([...first, ...second])].filter((id) => !masked.has(id));
  const below = [...neededNodes(graph, [...first, ...second, ...masked])].filter(
    (id) => !masked.has(id) && !first.has(id) && !second.has(id),
  );
  return {
    masked: [...masked].map(describe),
    used: used.map(describe),
    below: below.sort((a, b) => a - b).map(describe),
  };
}

function describer(
  task: Task,
  graph: KnowledgeGraph,
  masked: ReadonlySet<number>,
  first: ReadonlySet<number>,
  second: ReadonlySet<number>,
): (id: number) => TaskKnowledgeNode {
  const context = maskContext(task, graph);
  const weakened = weakenedNodes(graph, masked);
  return (id) => ({
    id,
    node: graph.nodes.get(id) ?? null,
    mask: masked.has(id) ? maskOf(context, id) : null,
    isWeakened: weakened.has(id),
    usedIn: [...(first.has(id) ? [1 as const] : []), ...(second.has(id) ? [2 as const] : [])],
  });
}
