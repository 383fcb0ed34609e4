import { z } from "zod";
import { ofKind } from "./ambiguity.ts";
import {
  ancestors,
  childrenOf,
  descendants,
  type KnowledgeGraph,
  type KnowledgeNode,
  parentsOf,
} from "./knowledge-node.ts";
import type { Task } from "./task.ts";

/**
 * How a masked node makes knowledge ambiguous (BIRD-INTERACT appendix H.2): `one-shot` where it ends its chains and
 * only its own definition is missing; `chain-breaking` where it is inside a chain, so that what is below it can no
 * longer be reached from what is above.
 */
export const MaskKind = z.enum(["one-shot", "chain-breaking"]);
export type MaskKind = z.infer<typeof MaskKind>;

/** The head of a chain: a node, or the question where the task's gold uses the masked node itself. */
export const ChainHead = z.union([z.literal("question"), z.number().int()]);
export type ChainHead = z.infer<typeof ChainHead>;

/**
 * A chain that masks interrupt: from its head through adjacent masked nodes (at least one, top down) to what the last
 * of them builds on. `foot` is visible unless the masked nodes reach the end of the base.
 */
export const BrokenChain = z.object({
  head: ChainHead,
  masked: z.array(z.number().int()).min(1),
  foot: z.number().int(),
});
export type BrokenChain = z.infer<typeof BrokenChain>;

/** A masked node as the system under test meets it. */
export const Mask = z.object({
  node: z.number().int(),
  kind: MaskKind,
  chains: z.array(BrokenChain),
});
export type Mask = z.infer<typeof Mask>;

/** What a mask does depends on which nodes are hidden together and which the gold uses itself. */
export interface MaskContext {
  graph: KnowledgeGraph;
  masked: ReadonlySet<number>;
  /** The ids that the task's gold uses (`external_knowledge`). */
  used: ReadonlySet<number>;
}

/** More chains than this through one node are not listed; the kind of its mask is right all the same. */
export const chainLimit = 200;

/** The existing nodes that a task hides from the system, in the order of its ambiguities. */
export function maskedNodes(task: Task, graph: KnowledgeGraph): number[] {
  const ids = ofKind(task.ambiguities, "knowledge").map(({ deletedKnowledge }) => deletedKnowledge);
  return [...new Set(ids)].filter((id): id is number => id !== null && graph.nodes.has(id));
}

/** The mask context of a task: phase 1's masks, and the knowledge that either phase uses. */
export function maskContext(task: Task, graph: KnowledgeGraph): MaskContext {
  const used = new Set([...task.knowledgeIds, ...(task.followUp?.knowledgeIds ?? [])]);
  return { graph, masked: new Set(maskedNodes(task, graph)), used };
}

/** What hiding one node does (rules K7, K8). */
export function maskOf(context: MaskContext, node: number): Mask {
  const heads = headsOf(context, node);
  const isInside = heads.length > 0 && childrenOf(context.graph, node).length > 0;
  if (!isInside) return { node, kind: "one-shot", chains: [] };
  return { node, kind: "chain-breaking", chains: brokenChains(context, node) };
}

/** What stays visible: every node that is not masked, the children of masked ones among them (rule K6). */
export function visibleNodes(graph: KnowledgeGraph, masked: ReadonlySet<number>): KnowledgeNode[] {
  return [...graph.nodes.values()].filter(({ id }) => !masked.has(id));
}

/** The nodes that the gold needs: those it uses and all that they build on (rule K9). */
export function neededNodes(graph: KnowledgeGraph, used: Iterable<number>): Set<number> {
  const needed = new Set<number>();
  for (const id of used) {
    if (graph.nodes.has(id)) needed.add(id);
    for (const below of descendants(graph, id)) needed.add(below);
  }
  return needed;
}

/** The visible nodes whose definition rests on a masked one: what a system can read but not compute alone. */
export function weakenedNodes(graph: KnowledgeGraph, masked: ReadonlySet<number>): Set<number> {
  const weakened = new Set<number>();
  for (const id of masked)
    for (const above of ancestors(graph, id)) if (!masked.has(above)) weakened.add(above);
  return weakened;
}

function headsOf({ graph, used }: MaskContext, node: number): ChainHead[] {
  return [...(used.has(node) ? (["question"] as const) : []), ...parentsOf(graph, node)];
}

function brokenChains(context: MaskContext, node: number): BrokenChain[] {
  const upper = upwards(context, [node]);
  const lower = downwards(context, [node]);
  return upper
    .flatMap(({ head, way }) =>
      lower.map(({ foot, way: rest }) => ({ head, masked: [...way, ...rest.slice(1)], foot })),
    )
    .slice(0, chainLimit);
}

/** The ways up from a masked node, through masked nodes, to a head; `way` ends with the node. */
function upwards(context: MaskContext, start: number[]): { head: ChainHead; way: number[] }[] {
  const found: { head: ChainHead; way: number[] }[] = [];
  const open = [start];
  for (let way = open.pop(); way !== undefined && found.length < chainLimit; way = open.pop()) {
    for (const head of headsOf(context, way[0] as number)) {
      const isMasked = head !== "question" && context.masked.has(head);
      const goesOn = isMasked && !way.includes(head) && headsOf(context, head).length > 0;
      if (goesOn) open.push([head, ...way]);
      else found.push({ head, way });
    }
  }
  return found;
}

/** The ways down from a masked node, through masked nodes, to a foot; `way` starts with the node. */
function downwards(context: MaskContext, start: number[]): { foot: number; way: number[] }[] {
  const found: { foot: number; way: number[] }[] = [];
  const open = [start];
  for (let way = open.pop(); way !== undefined && found.length < chainLimit; way = open.pop()) {
    for (const foot of childrenOf(context.graph, way.at(-1) as number)) {
      const goesOn =
        context.masked.has(foot) && !way.includes(foot) && childrenOf(context.graph, foot).length > 0;
      if (goesOn) open.push([...way, foot]);
      else found.push({ foot, way });
    }
  }
  return found;
}
