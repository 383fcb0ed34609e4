import { inPhase, type Location } from "../../domain/finding.ts";
import {
  cycles,
  danglingChildren,
  duplicateIds,
  type KnowledgeGraph,
  type KnowledgeNode,
  knowledgeGraph,
  knowledgeTypes,
} from "../../domain/knowledge-node.ts";
import { neededNodes } from "../../domain/mask.ts";
import { subTasks, type Task } from "../../domain/task.ts";
import { setFields } from "../../domain/task-edit.ts";
import { defineRules, type FindingOf, reportedFamily, textFamily } from "../rule.ts";

/** What is wrong with a knowledge base by itself (rules K3–K5, K11); reported by whoever reads one. */
export const knowledgeBase = reportedFamily({
  topic: "knowledge",
  needs: "text",
  rules: {
    "knowledge-child-missing": {
      severity: "error",
      meaning: "A node builds on a node that does not exist.",
      fix: "Name an existing node, or remove the child.",
    },
    "knowledge-cycle": {
      severity: "error",
      meaning: "Nodes depend on each other in a circle.",
      fix: "Remove one of the links.",
    },
    "knowledge-id-repeated": {
      severity: "error",
      meaning: "Several nodes have the same id.",
      fix: "Give each node its own id.",
    },
    "knowledge-type-unknown": {
      severity: "info",
      meaning: `The type of a node is none of ${knowledgeTypes.join(", ")}.`,
      fix: "Use one of these if it fits.",
    },
  },
});

/** The findings on the nodes of a knowledge base. */
export function knowledgeBaseFindings(nodes: readonly KnowledgeNode[]) {
  const graph = knowledgeGraph(nodes);
  const finding = (rule: keyof typeof knowledgeBase.rules, node: number, message: string) =>
    knowledgeBase.finding({ rule, where: { kind: "knowledge", node }, message });
  const unknownTypes = [...graph.nodes.values()].filter(
    ({ type }) => !(knowledgeTypes as readonly string[]).includes(type),
  );
  return [
    ...duplicateIds(nodes).map((id) =>
      finding(
        "knowledge-id-repeated",
        id,
        `Several knowledge nodes have the id ${id}. Give each node its own id.`,
      ),
    ),
    ...danglingChildren(graph).map(({ node, child }) =>
      finding(
        "knowledge-child-missing",
        node,
        `${titleOf(graph, node)} builds on node ${child}, which does not exist. Name an existing node, or remove the child.`,
      ),
    ),
    ...cycles(graph).map((cycle) =>
      finding(
        "knowledge-cycle",
        cycle[0] ?? 0,
        `These nodes depend on each other in a circle: ${[...cycle, cycle[0]].join(" → ")}. Remove one of the links.`,
      ),
    ),
    ...unknownTypes.map(({ id, type }) =>
      finding(
        "knowledge-type-unknown",
        id,
        `${titleOf(graph, id)} has the type "${type}", which is none of ${knowledgeTypes.join(", ")}. Querent keeps it unchanged.`,
      ),
    ),
  ];
}

const rules = defineRules({
  "knowledge-id-unknown": {
    severity: "error",
    meaning: "`external_knowledge` names a node that the knowledge base does not have.",
    fix: "Correct the id, or remove it.",
    quickFix: "Removes the id from the list.",
  },
  "masked-node-unknown": {
    severity: "error",
    meaning: "A knowledge ambiguity hides a node that the knowledge base does not have.",
    fix: "Correct `deleted_knowledge`.",
  },
  "masked-node-not-used": {
    severity: "warning",
    meaning: "A knowledge ambiguity hides a node that the gold does not need.",
    fix: "Hide a node that the gold needs, or remove the ambiguity.",
    quickFix: "Removes the ambiguity.",
  },
});

/** What is wrong between a task and its knowledge base (rules K9, K10). */
export const taskKnowledgeRules = textFamily({
  topic: "knowledge",
  rules,
  find({ task, knowledge }) {
    if (knowledge === null) return [];
    return [...unknownIds(task, knowledge.graph), ...maskFindings(task, knowledge.graph)];
  },
});

/** Each quick fix of an id carries the whole list: of a longer one, which nobody mends id by id, they would fill the memory. */
export const mostKnowledgeIds = 500;

function* unknownIds(task: Task, graph: KnowledgeGraph): Generator<FindingOf<typeof rules>> {
  for (const { phase, knowledgeIds } of subTasks(task))
    for (const [index, id] of knowledgeIds.entries())
      if (!graph.nodes.has(id))
        yield {
          rule: "knowledge-id-unknown",
          where: inPhase(phase, { kind: "field", path: ["external_knowledge", index] }),
          message: `external_knowledge names node ${id}, which the knowledge base does not have. Correct the id, or remove it.`,
          ...(knowledgeIds.length <= mostKnowledgeIds && {
            fix: {
              description: `Remove ${id} from external_knowledge.`,
              edit: setFields(phase, { knowledgeIds: knowledgeIds.toSpliced(index, 1) }),
            },
          }),
        };
}

function* maskFindings(task: Task, graph: KnowledgeGraph): Generator<FindingOf<typeof rules>> {
  const needed = neededNodes(graph, task.knowledgeIds);
  for (const [index, ambiguity] of task.ambiguities.entries()) {
    const id = ambiguity.kind === "knowledge" ? ambiguity.deletedKnowledge : null;
    if (id === null) continue;
    const where: Location = { kind: "ambiguity", index };
    if (!graph.nodes.has(id))
      yield {
        rule: "masked-node-unknown",
        where,
        message: `The ambiguity hides node ${id}, which the knowledge base does not have. Correct deleted_knowledge.`,
      };
    // An empty list says that the ground truth is withheld, not that the gold uses nothing.
    else if (task.knowledgeIds.length > 0 && !needed.has(id))
      yield {
        rule: "masked-node-not-used",
        where,
        message: `${titleOf(graph, id)} is hidden, but the gold uses neither it nor anything that builds on it. Hide a node that the gold needs, or remove the ambiguity.`,
        fix: {
          description: `Remove ambiguity ${index + 1}, which hides the node.`,
          edit: [{ kind: "remove-ambiguity", index }],
        },
      };
  }
}

function titleOf(graph: KnowledgeGraph, id: number): string {
  return `Node ${id} (${graph.nodes.get(id)?.name ?? "?"})`;
}
