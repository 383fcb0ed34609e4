import type { Location, SubTaskLocation, TextRange } from "#shared/domain/finding.ts";
import type { Phase } from "#shared/domain/task.ts";
import { goldId, inDocument, lineAt, type TaskDocument, testId } from "../documents/task-documents.ts";

/** Which question of the task: the clear and the ambiguous one of phase 1, or that of the follow-up. */
export type QuestionName = "clear" | "ambiguous" | "follow-up";

/** Where on the screen the thing is that a finding is about; null ranges mean the whole of it. */
export type Target =
  | { kind: "document"; id: string; range: TextRange | null }
  | { kind: "question"; question: QuestionName; range: TextRange | null }
  | { kind: "ambiguity"; index: number }
  | { kind: "knowledge"; node: number }
  | { kind: "fields"; command: FieldsCommand }
  | { kind: "task" };

/** The command that opens the fields in which something is changed. */
type FieldsCommand =
  | "task.fields"
  | "task.conditions"
  | "task.follow-up-fields"
  | "task.follow-up-conditions";

/** Where the fields of the form are changed that have no field of their own on the screen. */
const changedIn: Record<Phase, Record<string, FieldsCommand>> = {
  1: {
    instance_id: "task.fields",
    selected_database: "task.fields",
    category: "task.fields",
    difficulty_tier: "task.fields",
    conditions: "task.conditions",
  },
  2: {
    type: "task.follow-up-fields",
    category: "task.follow-up-fields",
    external_knowledge: "task.follow-up-fields",
    conditions: "task.follow-up-conditions",
  },
};

/** The location of a finding on the screen; what no longer has one (a test that is gone) is the task as a whole. */
export function targetOf(where: Location, documents: readonly TaskDocument[]): Target {
  switch (where.kind) {
    case "ambiguous-question":
      return { kind: "question", question: "ambiguous", range: where.range };
    case "ambiguity":
      return { kind: "ambiguity", index: where.index };
    case "knowledge":
      return { kind: "knowledge", node: where.node };
    case "follow-up":
      return where.inside === null
        ? { kind: "question", question: "follow-up", range: null }
        : inSubTask(where.inside, 2, documents);
    case "task":
    case "file":
      return { kind: "task" };
    default:
      return inSubTask(where, 1, documents);
  }
}

function inSubTask(inside: SubTaskLocation, phase: Phase, documents: readonly TaskDocument[]): Target {
  switch (inside.kind) {
    case "question":
      return { kind: "question", question: phase === 1 ? "clear" : "follow-up", range: inside.range };
    case "gold":
      return inCode(goldId(phase), inside.statement, inside.range, documents);
    case "test":
      return inCode(testId(phase, inside.index), 0, inside.range, documents);
    case "field":
      return fieldTarget(inside.path, phase, documents);
  }
}

function inCode(
  id: string,
  statement: number,
  range: TextRange | null,
  documents: readonly TaskDocument[],
): Target {
  const document = documents.find((candidate) => candidate.id === id);
  if (document === undefined) return { kind: "task" };
  if (range !== null) return { kind: "document", id, range: inDocument(document, statement, range) };
  const from = document.starts[statement] ?? 0;
  return { kind: "document", id, range: from === 0 ? null : { from, to: from } };
}

/** Fields of the form that the screen shows as something of their own. */
function fieldTarget(
  path: readonly (string | number)[],
  phase: Phase,
  documents: readonly TaskDocument[],
): Target {
  const [field, statement] = path;
  const at = typeof statement === "number" ? statement : 0;
  if (field === "sol_sql") return inCode(goldId(phase), at, null, documents);
  if (field === "preprocess_sql") return inCode("preprocess", at, null, documents);
  if (field === "clean_up_sqls" || field === "clean_up_sql") return inCode("clean-up", at, null, documents);
  if (field === "test_cases") return inCode(testId(phase, at), 0, null, documents);
  if (field === "amb_user_query") return { kind: "question", question: "ambiguous", range: null };
  if (field === "query")
    return { kind: "question", question: phase === 1 ? "clear" : "follow-up", range: null };
  const command = changedIn[phase][String(field)];
  return command === undefined ? { kind: "task" } : { kind: "fields", command };
}

/** The location of a finding in words: "Ambiguity 2", "Follow-up gold, line 12". */
export function targetText(target: Target, where: Location, documents: readonly TaskDocument[]): string {
  switch (target.kind) {
    case "ambiguity":
      return `Ambiguity ${target.index + 1}`;
    case "knowledge":
      return `Knowledge ${target.node}`;
    case "question":
      return { clear: "Clear question", ambiguous: "Ambiguous question", "follow-up": "Follow-up question" }[
        target.question
      ];
    case "document": {
      const document = documents.find(({ id }) => id === target.id);
      const line =
        target.range === null || document === undefined ? null : lineAt(document, target.range.from);
      return `${document?.title ?? target.id}${line === null ? "" : `, line ${line}`}`;
    }
    case "fields":
    case "task":
      return fieldText(where);
  }
}

function fieldText(where: Location): string {
  const inside = where.kind === "follow-up" ? where.inside : where;
  if (inside?.kind === "field") return inside.path.join(".");
  if (where.kind === "file") return where.line === null ? where.file : `${where.file}, line ${where.line}`;
  return where.kind === "follow-up" ? "Follow-up" : "Task";
}
