import type { Task } from "#shared/domain/task.ts";
import type { TaskEdit } from "#shared/domain/task-edit.ts";
import { sharedEnds } from "#shared/text/after-edit.ts";
import { statementAt, statementSpan, type TaskDocument, testIndex } from "./task-documents.ts";

/**
 * The statements of a document after its text was edited. The edit belongs to the statements that it touches; where it
 * touches several, or leaves one blank, they become one. Shown again, they give exactly the text that was typed.
 */
export function editedStatements(document: TaskDocument, text: string): string[] {
  const { text: before, starts } = document;
  if (text.trim() === "") return text === "" ? [] : [text];
  const { head, tail } = sharedEnds(before, text);
  const endOf = (at: number) => statementSpan(document, at).to;
  const last = starts.length - 1;
  let first = statementAt(document, head).statement;
  let end = Math.max(
    first,
    starts.findIndex((_, at) => endOf(at) >= before.length - tail),
  );
  const longer = text.length - before.length;
  const piece = () => text.slice(starts[first] ?? 0, endOf(end) + longer);
  if (piece().trim() === "" && end < last) end += 1;
  if (piece().trim() === "" && first > 0) first -= 1;
  const statements = starts.map((start, at) => before.slice(start, endOf(at)));
  return statements.toSpliced(first, end - first + 1, piece());
}

/** The edit of the task that an edit of a document's text is; null where the task has no such part. */
export function documentEdit(task: Task, document: TaskDocument, text: string): TaskEdit | null {
  const statements = editedStatements(document, text);
  switch (document.kind) {
    case "gold":
      if (document.phase === 1) return [{ kind: "set-fields", fields: { goldSql: statements } }];
      return task.followUp && [{ kind: "set-follow-up-fields", fields: { goldSql: statements } }];
    case "preprocess":
      return [{ kind: "set-fields", fields: { preprocessSql: statements } }];
    case "clean-up":
      return [{ kind: "set-fields", fields: { cleanUpSql: statements } }];
    case "test":
      return [{ kind: "change-test", phase: document.phase, index: testIndex(document), test: text }];
  }
}
