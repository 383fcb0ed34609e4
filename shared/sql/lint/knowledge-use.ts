import { ofKind } from "../../domain/ambiguity.ts";
import { type Finding, inPhase } from "../../domain/finding.ts";
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
    const named = new Set(gold[phase].flatMap(namesMade).map((name) => knowledge.spellings.get(name)));
    const nodes = [...named].filter((node) => node !== undefined);
    if (nodes.length === 0) return [];
    const accounted = neededNodes(knowledge.graph, [...task.knowledgeIds, ...knowledgeIds, ...masked]);
    return nodes
      .filter(({ id }) => !accounted.has(id))
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
