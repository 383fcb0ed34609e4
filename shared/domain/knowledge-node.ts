import { z } from "zod";

/** One entry of a hierarchical knowledge base (HKB); `children` are the nodes that it builds on (LiveSQLBench: children_knowledge). */
export const KnowledgeNode = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  /** The definition, often in LaTeX. */
  definition: z.string(),
  /** From `knowledgeTypes`, or another word that a file uses. */
  type: z.string(),
  children: z.array(z.number().int()),
});
export type KnowledgeNode = z.infer<typeof KnowledgeNode>;

/** The types of nodes in the knowledge bases of LiveSQLBench. */
export const knowledgeTypes = ["calculation_knowledge", "domain_knowledge", "value_illustration"] as const;

/** A knowledge base as a graph: its nodes by id (the first of a repeated id), and for each id the nodes that build on it. */
export interface KnowledgeGraph {
  nodes: ReadonlyMap<number, KnowledgeNode>;
  parents: ReadonlyMap<number, readonly number[]>;
}

/** Builds the graph once, so that each question about it is answered in time linear in what it visits. */
export function knowledgeGraph(nodes: readonly KnowledgeNode[]): KnowledgeGraph {
  const byId = new Map<number, KnowledgeNode>();
  const parents = new Map<number, number[]>();
  for (const node of nodes) if (!byId.has(node.id)) byId.set(node.id, node);
  for (const node of byId.values())
    for (const child of new Set(node.children)) {
      const above = parents.get(child);
      if (above === undefined) parents.set(child, [node.id]);
      else above.push(node.id);
    }
  return { nodes: byId, parents };
}

/** The existing nodes that a node builds on directly. */
export function childrenOf(graph: KnowledgeGraph, id: number): number[] {
  return [...new Set(graph.nodes.get(id)?.children)].filter((child) => graph.nodes.has(child));
}

/** The nodes that build on a node directly. */
export function parentsOf(graph: KnowledgeGraph, id: number): readonly number[] {
  return graph.parents.get(id) ?? [];
}

/** Every existing node that `id` builds on, directly or through others, without itself unless it lies on a cycle (rule K2). */
export function descendants(graph: KnowledgeGraph, id: number): Set<number> {
  return reached(id, (at) => childrenOf(graph, at));
}

/** Every node that builds on `id`, directly or through others, without itself unless it lies on a cycle (rule K2). */
export function ancestors(graph: KnowledgeGraph, id: number): Set<number> {
  return reached(id, (at) => parentsOf(graph, at));
}

function reached(start: number, next: (id: number) => readonly number[]): Set<number> {
  const seen = new Set<number>();
  const open = [...next(start)];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    open.push(...next(at));
  }
  return seen;
}

/** A child that names no node of the base, and the node that names it. */
export interface DanglingChild {
  node: number;
  child: number;
}

/** The children that do not exist (rule K4). */
export function danglingChildren(graph: KnowledgeGraph): DanglingChild[] {
  return [...graph.nodes.values()].flatMap(({ id, children }) =>
    [...new Set(children)].filter((child) => !graph.nodes.has(child)).map((child) => ({ node: id, child })),
  );
}

/** The ids that more than one node has (rule K5). */
export function duplicateIds(nodes: readonly KnowledgeNode[]): number[] {
  const seen = new Set<number>();
  const twice = new Set<number>();
  for (const { id } of nodes) (seen.has(id) ? twice : seen).add(id);
  return [...twice];
}

/**
 * One cycle for each knot of nodes that build on each other (rule K3): `[a, b, …]` where each builds on the next and
 * the last on the first; a node that builds on itself is `[a]`. Empty: the base is a DAG.
 */
export function cycles(graph: KnowledgeGraph): number[][] {
  const reported = new Set<number>();
  const found: number[][] = [];
  for (const id of withoutEnd(graph)) {
    if (reported.has(id)) continue;
    const below = descendants(graph, id);
    if (!below.has(id)) continue;
    const above = ancestors(graph, id);
    for (const other of below) if (above.has(other)) reported.add(other);
    found.push(wayBack(graph, id));
  }
  return found;
}

/** The nodes that are left when those whose children are all gone go, again and again: none in a DAG. */
function withoutEnd(graph: KnowledgeGraph): Set<number> {
  const left = new Map([...graph.nodes.keys()].map((id) => [id, childrenOf(graph, id).length]));
  const ending = [...left].filter(([, count]) => count === 0).map(([id]) => id);
  for (let id = ending.pop(); id !== undefined; id = ending.pop()) {
    left.delete(id);
    for (const parent of parentsOf(graph, id)) {
      const count = (left.get(parent) ?? 0) - 1;
      left.set(parent, count);
      if (count === 0) ending.push(parent);
    }
  }
  return new Set(left.keys());
}

/** The shortest way from a node on a cycle back to itself, breadth first. */
function wayBack(graph: KnowledgeGraph, id: number): number[] {
  const from = new Map<number, number>();
  const open = [id];
  for (const at of open) {
    for (const child of childrenOf(graph, at)) {
      if (child === id) {
        const way: number[] = [];
        for (let step = at; step !== id; step = from.get(step) ?? id) way.unshift(step);
        return [id, ...way];
      }
      if (!from.has(child)) {
        from.set(child, at);
        open.push(child);
      }
    }
  }
  return [];
}
