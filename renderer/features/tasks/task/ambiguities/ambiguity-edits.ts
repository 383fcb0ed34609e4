import type { Ambiguity, AmbiguityKind } from "#shared/domain/ambiguity.ts";
import { ambiguityTypes } from "#shared/domain/ambiguity.ts";
import { noClarification } from "#shared/domain/reading.ts";
import type { Task } from "#shared/domain/task.ts";
import { applyEdit, type TaskEdit } from "#shared/domain/task-edit.ts";

/** An ambiguity to begin with: intent level, of no type yet. */
export function newAmbiguity(term: string, sqlSnippet: string): Ambiguity {
  return { kind: "critical", term, sqlSnippet, isMask: true, type: "", origin: null, ...noClarification };
}

/** The same words and snippet as an ambiguity of another kind; a type of the old kind goes, the only one of the new comes. */
export function asKind(ambiguity: Ambiguity, kind: AmbiguityKind): Ambiguity {
  if (ambiguity.kind === kind) return ambiguity;
  const { term, sqlSnippet, origin, words, readings } = ambiguity;
  const types = ambiguityTypes[kind];
  const type = types.includes(ambiguity.type) ? ambiguity.type : types.length === 1 ? (types[0] ?? "") : "";
  // As the files have them: what has to be asked for is masked.
  const isMask = kind === "critical" || kind === "knowledge";
  const shared = { term, sqlSnippet, isMask, type, origin, words, readings };
  if (kind === "knowledge") return { kind, ...shared, deletedKnowledge: null };
  if (kind === "environmental") return { kind, ...shared, column: null };
  return { kind, ...shared };
}

/** The edit that adds an ambiguity behind the others of its kind, and the number that it gets (rule A1). */
export function addition(task: Task, ambiguity: Ambiguity): { edit: TaskEdit; index: number } {
  const edit: TaskEdit = [{ kind: "add-ambiguity", index: task.ambiguities.length, ambiguity }];
  return { edit, index: applyEdit(task, edit)?.ambiguities.indexOf(ambiguity) ?? 0 };
}

/** The edit that changes an ambiguity, and its index afterwards: another kind is elsewhere in the list. */
export function change(task: Task, index: number, ambiguity: Ambiguity): { edit: TaskEdit; index: number } {
  const edit: TaskEdit = [{ kind: "change-ambiguity", index, ambiguity }];
  return { edit, index: applyEdit(task, edit)?.ambiguities.indexOf(ambiguity) ?? index };
}

/** The edit that moves an ambiguity before or behind its neighbour of the same kind; null where there is none. */
export function move(
  { ambiguities }: Task,
  index: number,
  by: 1 | -1,
): { edit: TaskEdit; index: number } | null {
  const to = index + by;
  if (ambiguities[to] === undefined || ambiguities[to].kind !== ambiguities[index]?.kind) return null;
  return { edit: [{ kind: "move-ambiguity", from: index, to }], index: to };
}
