import type { Finding } from "./finding.ts";
import {
  cycles,
  danglingChildren,
  duplicateIds,
  type KnowledgeGraph,
  type KnowledgeNode,
  knowledgeGraph,
  knowledgeTypes,
} from "./knowledge-node.ts";
import { neededNodes } from "./mask.ts";
import type { Task } from "./task.ts";

/** What is wrong with a knowledge base by itself: no DAG, children that do not exist, repeated ids, odd types (rules K3–K5, K11). */
export function knowledgeBaseFindings(nodes: readonly KnowledgeNode[]): Finding[] {
  const graph = knowledgeGraph(nodes);
  return [
    ...duplicateIds(nodes).map((id) =>
      finding(
        "knowledge-id-repeated",
        "error",
        id,
        `More than one knowledge node has the id ${id}. Give each its own.`,
      ),
    ),
    ...danglingChildren(graph).map(({ node, child }) =>
      finding(
        "knowledge-child-missing",
        "error",
        node,
        `${titleOf(graph, node)} builds on node ${child}, which does not exist. Name an existing node or drop it.`,
      ),
    ),
    ...cycles(graph).map((cycle) =>
      finding(
        "knowledge-cycle",
        "error",
        cycle[0] ?? 0,
        `These nodes build on each other in a circle: ${[...cycle, cycle[0]].join(" → ")}. Break it at one of them.`,
      ),
    ),
    ...[...graph.nodes.values()]
      .filter(({ type }) => !(knowledgeTypes as readonly string[]).includes(type))
      .map(({ id, type }) =>
        finding(
          "knowledge-type-unknown",
          "info",
          id,
          `${titleOf(graph, id)} has the type "${type}", which is none of ${knowledgeTypes.join(", ")}. It is kept as it is.`,
        ),
      ),
  ];
}

/** What is wrong between a task and its knowledge base: ids that do not exist, masks that the gold does not need (rules K9, K10). */
export function taskKnowledgeFindings(task: Task, graph: KnowledgeGraph): Finding[] {
  return [
    ...unknownIds(task.knowledgeIds, graph, (path) => ({ kind: "field", path })),
    ...unknownIds(task.followUp?.knowledgeIds ?? [], graph, (path) => ({
      kind: "follow-up",
      inside: { kind: "field", path },
    })),
    ...maskFindings(task, graph),
  ];
}

function unknownIds(
  ids: readonly number[],
  graph: KnowledgeGraph,
  where: (path: (string | number)[]) => Finding["where"],
): Finding[] {
  return ids.flatMap((id, index): Finding[] => {
    if (graph.nodes.has(id)) return [];
    return [
      {
        rule: "knowledge-id-unknown",
        severity: "error",
        where: where(["external_knowledge", index]),
        message: `external_knowledge names node ${id}, which the knowledge base does not have. Correct the id.`,
      },
    ];
  });
}

function maskFindings(task: Task, graph: KnowledgeGraph): Finding[] {
  const needed = neededNodes(graph, task.knowledgeIds);
  return task.ambiguities.flatMap((ambiguity, index): Finding[] => {
    const id = ambiguity.kind === "knowledge" ? ambiguity.deletedKnowledge : null;
    if (id === null) return [];
    const where = { kind: "ambiguity", index } as const;
    if (!graph.nodes.has(id))
      return [
        {
          rule: "masked-node-unknown",
          severity: "error",
          where,
          message: `The ambiguity hides node ${id}, which the knowledge base does not have. Correct deleted_knowledge.`,
        },
      ];
    // An empty list says that the ground truth is withheld, not that the gold uses nothing.
    if (task.knowledgeIds.length === 0 || needed.has(id)) return [];
    return [
      {
        rule: "masked-node-not-used",
        severity: "warning",
        where,
        message: `${titleOf(graph, id)} is hidden, but the gold uses neither it nor anything that builds on it. Hide a node that the gold needs.`,
      },
    ];
  });
}

function finding(rule: string, severity: Finding["severity"], node: number, message: string): Finding {
  return { rule, severity, where: { kind: "knowledge", node }, message };
}

function titleOf(graph: KnowledgeGraph, id: number): string {
  return `Node ${id} (${graph.nodes.get(id)?.name ?? "?"})`;
}
