import {
  ancestors,
  childrenOf,
  type KnowledgeGraph,
  type KnowledgeNode,
  knowledgeGraph,
} from "#shared/domain/knowledge-node.ts";
import {
  type Mask,
  maskContext,
  maskedNodes,
  maskOf,
  neededNodes,
  weakenedNodes,
} from "#shared/domain/mask.ts";
import type { Task } from "#shared/domain/task.ts";

/** What a node is to the task: its masks first, then what the gold uses, then what that builds on. */
export type NodeRole = "question" | "masked" | "used" | "needed" | "other" | "missing";

/** A node of the picture; "question" is where a chain starts whose masked node the gold uses itself. */
export interface PictureNode {
  /** The node's id as text, or "question". */
  id: string;
  name: string;
  role: NodeRole;
  mask: Mask | null;
  /** Visible, but resting on a masked node. */
  isWeakened: boolean;
}

/** From what builds on something to what it builds on. */
export interface PictureEdge {
  from: string;
  to: string;
  /** On a chain that a mask breaks. */
  broken: boolean;
}

export interface KnowledgePicture {
  nodes: PictureNode[];
  edges: PictureEdge[];
  /** How many nodes of the base are shown, and how many it has. */
  shown: number;
  total: number;
}

/**
 * A task's knowledge as a graph: what the gold uses, what that builds on, what is masked and what builds on that, or
 * (`whole`) the base from end to end. Children that do not exist are nodes of their own; cycles stay cycles.
 */
export function knowledgePicture(
  task: Task,
  nodes: readonly KnowledgeNode[],
  whole: boolean,
): KnowledgePicture {
  const graph = knowledgeGraph(nodes);
  const context = maskContext(task, graph);
  const needed = neededNodes(graph, context.used);
  const weakened = weakenedNodes(graph, context.masked);
  const masks = new Map(maskedNodes(task, graph).map((id) => [id, maskOf(context, id)]));
  const shown = whole ? new Set(graph.nodes.keys()) : relevantNodes(graph, needed, context.masked);
  const broken = brokenSteps(masks.values());
  const roleOf = (id: number): NodeRole => {
    if (context.masked.has(id)) return "masked";
    if (context.used.has(id)) return "used";
    return needed.has(id) ? "needed" : "other";
  };
  const drawn = [...shown].map(
    (id): PictureNode => ({
      id: String(id),
      name: graph.nodes.get(id)?.name ?? "",
      role: roleOf(id),
      mask: masks.get(id) ?? null,
      isWeakened: weakened.has(id),
    }),
  );
  const edges = edgesOf(graph, shown, broken);
  const fromQuestion = [...broken].filter((step) => step.startsWith(questionStep));
  return {
    nodes: [
      ...(fromQuestion.length > 0 ? [bare("question", "The question", "question")] : []),
      ...drawn,
      ...missingNodes(graph, shown, context.used),
    ],
    edges: [
      ...fromQuestion.map((step) => ({
        from: "question",
        to: step.slice(questionStep.length),
        broken: true,
      })),
      ...edges,
    ],
    shown: shown.size,
    total: graph.nodes.size,
  };
}

const questionStep = "question>";

const bare = (id: string, name: string, role: NodeRole): PictureNode => ({
  id,
  name,
  role,
  mask: null,
  isWeakened: false,
});

function relevantNodes(
  graph: KnowledgeGraph,
  needed: ReadonlySet<number>,
  masked: ReadonlySet<number>,
): Set<number> {
  const relevant = new Set(needed);
  for (const id of masked) {
    relevant.add(id);
    for (const child of childrenOf(graph, id)) relevant.add(child);
    // Of what builds on a mask, what the gold needs is there already; else its chain would lead from nowhere.
    if (!needed.has(id)) for (const above of ancestors(graph, id)) relevant.add(above);
  }
  return relevant;
}

/** The steps "from>to" of all chains that masks break. */
function brokenSteps(masks: Iterable<Mask>): Set<string> {
  const steps = new Set<string>();
  for (const { chains } of masks)
    for (const { head, masked, foot } of chains) {
      const way = [head, ...masked, foot];
      for (const [at, to] of way.slice(1).entries()) steps.add(`${way[at]}>${to}`);
    }
  return steps;
}

function edgesOf(
  graph: KnowledgeGraph,
  shown: ReadonlySet<number>,
  broken: ReadonlySet<string>,
): PictureEdge[] {
  return [...shown].flatMap((id) =>
    [...new Set(graph.nodes.get(id)?.children)]
      .filter((child) => shown.has(child) || !graph.nodes.has(child))
      .map((child) => ({ from: String(id), to: String(child), broken: broken.has(`${id}>${child}`) })),
  );
}

/** What nodes build on, and what the gold uses, though the base does not have it. */
function missingNodes(
  graph: KnowledgeGraph,
  shown: ReadonlySet<number>,
  used: ReadonlySet<number>,
): PictureNode[] {
  const named = [...[...shown].flatMap((id) => graph.nodes.get(id)?.children ?? []), ...used];
  const missing = new Set(named.filter((id) => !graph.nodes.has(id)));
  return [...missing].map((id) => bare(String(id), "not in the knowledge base", "missing"));
}
