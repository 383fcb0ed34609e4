import type { KnowledgeNode } from "#shared/domain/knowledge-node.ts";
import type { Phase, Task } from "#shared/domain/task.ts";
import { maskStep, type TaskEdit } from "#shared/domain/task-edit.ts";

/** The indexes of the ambiguities that hide a node. */
function masksOf({ ambiguities }: Task, node: number): number[] {
  return ambiguities.flatMap((ambiguity, index) =>
    ambiguity.kind === "knowledge" && ambiguity.deletedKnowledge === node ? [index] : [],
  );
}

/** The term of the ambiguity that hides a node; null where none does. */
export function maskTerm(task: Task, node: number): string | null {
  const [index] = masksOf(task, node);
  return index === undefined ? null : (task.ambiguities[index]?.term ?? null);
}

/** Hides a node from the system under test; the term is what the ambiguous question calls it. Its snippet is still to be chosen. */
export function hideEdit(task: Task, node: KnowledgeNode): TaskEdit {
  const term = termFor(task.ambiguousQuestion ?? "", node.name);
  return [maskStep(task, { node: node.id, name: term, sqlSnippet: "" })];
}

/** Shows a node to the system again: every ambiguity that hides it goes. */
export function showEdit(task: Task, node: number): TaskEdit {
  return masksOf(task, node)
    .reverse()
    .map((index) => ({ kind: "remove-ambiguity", index }));
}

/** Ties the mask of a node to other words of the question. */
export function termEdit(task: Task, node: number, term: string): TaskEdit {
  return masksOf(task, node).flatMap((index) => {
    const ambiguity = task.ambiguities[index];
    return ambiguity === undefined
      ? []
      : [{ kind: "change-ambiguity", index, ambiguity: { ...ambiguity, term } }];
  });
}

/** Says that the gold of a phase uses a node, or that it does not; the ids stay in their order. */
export function usageEdit(task: Task, phase: Phase, node: number, isUsed: boolean): TaskEdit {
  const ids = phase === 1 ? task.knowledgeIds : task.followUp?.knowledgeIds;
  if (ids === undefined || ids.includes(node) === isUsed) return [];
  const knowledgeIds = isUsed ? [...ids, node] : ids.filter((id) => id !== node);
  return [
    phase === 1
      ? { kind: "set-fields", fields: { knowledgeIds } }
      : { kind: "set-follow-up-fields", fields: { knowledgeIds } },
  ];
}

/** The words by which a question names a node: its whole name, its name without what is in brackets, or that; else its name. */
export function termFor(question: string, name: string): string {
  const [, bracketed] = /\(([^()]+)\)/.exec(name) ?? [];
  const candidates = [name, name.replace(/\s*\([^()]*\)/g, "").trim(), bracketed ?? ""];
  for (const candidate of candidates) {
    const at = candidate === "" ? -1 : question.toLowerCase().indexOf(candidate.toLowerCase());
    if (at >= 0) return question.slice(at, at + candidate.length);
  }
  return name;
}
