import { ofKind } from "../../domain/ambiguity.ts";
import { type Finding, inPhase } from "../../domain/finding.ts";
import type { KnowledgeNode } from "../../domain/knowledge-node.ts";
import { neededNodes } from "../../domain/mask.ts";
import { subTasks } from "../../domain/task.ts";
import { nameOf } from "../lex.ts";
import { nodesOf, type SqlTree } from "../tree/sql-node.ts";
import type { LintContext } from "./lint-context.ts";

/**
 * knowledge-used-not-listed: the gold names one of its outputs, CTEs or columns after a knowledge node that neither
 * external_knowledge nor a masked node accounts for. Not asked where the list is withheld.
 */
export function knowledgeUseFindings({ task, gold, knowledge }: LintContext): Finding[] {
  if (knowledge === null) return [];
  const masked = ofKind(task.ambiguities, "knowledge").flatMap(
    ({ deletedKnowledge }) => deletedKnowledge ?? [],
  );
  return subTasks(task).flatMap(({ phase, knowledgeIds }) => {
    if (knowledgeIds.length === 0) return [];
    const accounted = neededNodes(knowledge.graph, [...task.knowledgeIds, ...knowledgeIds, ...masked]);
    const names = new Set(gold[phase].flatMap(namesMade));
    return [...knowledge.graph.nodes.values()]
      .filter((node) => !accounted.has(node.id) && spellings(node).some((spelling) => names.has(spelling)))
      .map(
        ({ id, name }): Finding => ({
          rule: "knowledge-used-not-listed",
          severity: "warning",
          where: inPhase(phase, { kind: "field", path: ["external_knowledge"] }),
          message: `The gold of phase ${phase} computes what node ${id} (${name}) defines, but external_knowledge does not list it. Add ${id}, or rename the output.`,
        }),
      );
  });
}

/** The names that a statement gives to what it computes: aliases of outputs and CTEs, in small letters. */
function namesMade(tree: SqlTree): string[] {
  const names: string[] = [];
  for (const { kind, children } of nodesOf(tree.root)) {
    if (kind !== "select-item" && kind !== "cte") continue;
    const alias = children.find((child) => child.kind === "alias");
    const name = alias === undefined ? null : nameOf(tree.tokens[alias.start]);
    if (name !== null) names.push(name.toLowerCase());
  }
  return names;
}

/** How SQL spells a node's name: "Crane Load Index (CLI)" as crane_load_index, crane_load_index_cli, cli. */
function spellings({ name }: KnowledgeNode): string[] {
  const acronym = /\(([A-Za-z]{3,})\)\s*$/.exec(name)?.[1]?.toLowerCase();
  const words = snakeCase(name.replace(/\([^)]*\)\s*$/, ""));
  const whole = words.includes("_") ? [words] : [];
  return acronym === undefined ? whole : [...whole, acronym, `${words}_${acronym}`];
}

function snakeCase(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "");
}
