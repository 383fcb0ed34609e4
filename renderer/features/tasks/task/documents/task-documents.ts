import type { TextRange } from "#shared/domain/finding.ts";
import { type Phase, subTasks, type Task } from "#shared/domain/task.ts";

/** A text of a task that the editor shows: SQL statements one below the other, or a test script. */
export interface TaskDocument {
  /** "gold-1", "gold-2", "preprocess", "clean-up", "test-1-0" (phase and index). */
  id: string;
  title: string;
  kind: "gold" | "preprocess" | "clean-up" | "test";
  phase: Phase;
  language: "sql" | "python";
  text: string;
  /** Where each statement of the list begins in the text. */
  starts: readonly number[];
}

const between = "\n\n";

/**
 * Everything of a task that is code, phase 1 first; the gold is there even where it is withheld, as an empty text,
 * and so does the SQL around the task that was `begun`, by its id.
 */
export function taskDocuments(task: Task, begun: string | null = null): TaskDocument[] {
  return subTasks(task).flatMap(({ phase, goldSql, tests }) => {
    const name = (title: string) => (phase === 1 ? title : `Follow-up ${title.toLowerCase()}`);
    return [
      sqlDocument(goldId(phase), name("Gold"), "gold", phase, goldSql),
      ...(phase === 1 ? stateDocuments(task).filter(({ id, text }) => text !== "" || id === begun) : []),
      ...tests.map(
        (text, index): TaskDocument => ({
          id: testId(phase, index),
          title: name(tests.length === 1 ? "Test" : `Test ${index + 1}`),
          kind: "test",
          phase,
          language: "python",
          text,
          starts: [0],
        }),
      ),
    ];
  });
}

/** The SQL around a task: what is run before phase 1 and after it. */
export function stateDocuments({ preprocessSql, cleanUpSql }: Task): TaskDocument[] {
  return [
    sqlDocument("preprocess", "Preprocess", "preprocess", 1, preprocessSql),
    sqlDocument("clean-up", "Clean-up", "clean-up", 1, cleanUpSql),
  ];
}

function sqlDocument(
  id: string,
  title: string,
  kind: TaskDocument["kind"],
  phase: Phase,
  statements: readonly string[],
): TaskDocument {
  const starts: number[] = [];
  let end = 0;
  for (const statement of statements) {
    starts.push(end);
    end += statement.length + between.length;
  }
  return { id, title, kind, phase, language: "sql", text: statements.join(between), starts };
}

export const goldId = (phase: Phase): string => `gold-${phase}`;

export const testId = (phase: Phase, index: number): string => `test-${phase}-${index}`;

/** Which of its phase's tests a document is (0-based). */
export const testIndex = ({ id }: TaskDocument): number => Number(id.slice(id.lastIndexOf("-") + 1));

/** The span of a statement in the document that shows it. */
export function statementSpan({ text, starts }: TaskDocument, statement: number): TextRange {
  const next = starts[statement + 1] ?? text.length + between.length;
  return { from: starts[statement] ?? 0, to: next - between.length };
}

/** The statement at an offset of a document, the first at its beginning, with its span. */
export function statementAt(document: TaskDocument, offset: number): TextRange & { statement: number } {
  const last = document.starts.findLastIndex((start) => start <= offset);
  const statement = Math.max(0, last);
  return { statement, ...statementSpan(document, statement) };
}

/** A range of one statement as a range of the document that shows it. */
export function inDocument(document: TaskDocument, statement: number, range: TextRange): TextRange {
  const start = document.starts[statement] ?? 0;
  return { from: start + range.from, to: start + range.to };
}

/** The line (1-based) of an offset of a document. */
export function lineAt({ text }: TaskDocument, offset: number): number {
  let line = 1;
  // Splitting a gold of a megabyte at each key cost more than all else that the key did.
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** The range of a line of a document (1-based), without its end; the last line where there are fewer. */
export function lineOf(document: TaskDocument, line: number): TextRange {
  const lines = document.text.split("\n");
  const index = Math.min(line, lines.length) - 1;
  const from = lines.slice(0, index).reduce((length, { length: own }) => length + own + 1, 0);
  return { from, to: from + (lines[index]?.length ?? 0) };
}
