import fc from "fast-check";
import { expect, test } from "vitest";
import {
  documentEdit,
  editedStatements,
} from "../../../../renderer/features/tasks/task/documents/edited-statements.ts";
import type { TaskDocument } from "../../../../renderer/features/tasks/task/documents/task-documents.ts";
import { harbourTask } from "../../../tasks/harbour-loads-task.ts";

function gold(statements: readonly string[]): TaskDocument {
  const starts = statements.map((_, at) => statements.slice(0, at).join("").length + 2 * at);
  const text = statements.join("\n\n");
  return { id: "gold-1", title: "Gold", kind: "gold", phase: 1, language: "sql", text, starts };
}

test("an edit within a statement leaves the others alone", () => {
  const document = gold(["SELECT 1", "SELECT 2", "SELECT 3"]);
  expect(editedStatements(document, "SELECT 1\n\nSELECT 22\n\nSELECT 3")).toEqual([
    "SELECT 1",
    "SELECT 22",
    "SELECT 3",
  ]);
});

test("a statement that holds an empty line stays one", () => {
  expect(editedStatements(gold(["SELECT\n\n1"]), "SELECT\n\n12")).toEqual(["SELECT\n\n12"]);
});

test("an edit across statements makes one of them", () => {
  expect(editedStatements(gold(["SELECT 1", "SELECT 2"]), "SELECT 1 UNION SELECT 2")).toEqual([
    "SELECT 1 UNION SELECT 2",
  ]);
});

test("withheld SQL that is typed becomes a statement, and an emptied one is none", () => {
  expect(editedStatements(gold([]), "S")).toEqual(["S"]);
  expect(editedStatements(gold(["S"]), "")).toEqual([]);
});

test("a test script that is edited is one change of that script, of its phase", () => {
  const script = {
    id: "test-2-1",
    title: "",
    kind: "test",
    phase: 2,
    language: "python",
    text: "a",
    starts: [0],
  } as const;
  expect(documentEdit(harbourTask, script, "b")).toEqual([
    { kind: "change-test", phase: 2, index: 1, test: "b" },
  ]);
});

test("the statements of any edit, shown again, are the text that was typed, and none of several is blank", () => {
  const statement = fc
    .string({ unit: fc.constantFrom("a", " ", "\n", ";") })
    .filter((sql) => sql.trim() !== "");
  const edit = fc.record({
    statements: fc.array(statement, { maxLength: 4 }),
    at: fc.nat(40),
    cut: fc.nat(10),
    typed: fc.string({ unit: fc.constantFrom("a", "b", " ", "\n"), maxLength: 5 }),
  });
  fc.assert(
    fc.property(edit, ({ statements, at, cut, typed }) => {
      const document = gold(statements);
      const text = document.text.slice(0, at) + typed + document.text.slice(at + cut);
      const edited = editedStatements(document, text);
      expect(edited.join("\n\n")).toBe(text);
      if (edited.length > 1) expect(edited.every((sql) => sql.trim() !== "")).toBe(true);
    }),
    { numRuns: 500 },
  );
});
