import { ofKind } from "../../domain/ambiguity.ts";
import { inPhase } from "../../domain/finding.ts";
import { neededNodes } from "../../domain/mask.ts";
import { subTasks } from "../../domain/task.ts";
import { setFields } from "../../domain/task-edit.ts";
import { nameOf } from "../../sql/lex.ts";
import { nodesOf, type SqlTree } from "../../sql/tree/sql-node.ts";
import { defineRules, sqlFamily } from "../rule.ts";
import { mostKnowledgeIds } from "../text/knowledge.ts";

const rules = defineRules({
  "knowledge-used-not-listed": {
    severity: "warning",
    meaning:
      "The gold names an output, a CTE or a column after a knowledge node that `external_knowledge` does not list.",
    fix: "Add the id, or rename the output.",
    quickFix: "Adds the id to the list.",
  },
});

/** Whether the listed knowledge is what the gold uses; not asked where the list is withheld. */
export const knowledgeUse = sqlFamily({
  topic: "knowledge",
  rules,
  find({ task, gold, knowledge }) {
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
        .map(({ id, name }) => ({
          rule: "knowledge-used-not-listed" as const,
          where: inPhase(phase, { kind: "field", path: ["external_knowledge"] }),
          message: `The gold of phase ${phase} computes what node ${id} (${name}) defines, but external_knowledge does not list it. Add ${id}, or rename the output.`,
          ...(knowledgeIds.length <= mostKnowledgeIds && {
            fix: {
              description: `Add ${id} (${name}) to external_knowledge.`,
              edit: setFields(phase, { knowledgeIds: [...knowledgeIds, id] }),
            },
          }),
        }));
    });
  },
});

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
