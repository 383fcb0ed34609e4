import fc from "fast-check";
import { expect, test } from "vitest";
import { termMarks } from "../../../../renderer/results/task/term-marks.ts";
import { annotatedPieces } from "../../../../renderer/ui/code-editor/code-annotations.ts";
import type { Ambiguity } from "../../../../shared/domain/ambiguity.ts";
import { harbourTask } from "../../../tasks/harbour-loads-task.ts";

const [anyAmbiguity] = harbourTask.ambiguities as [Ambiguity];
const withTerms = (...terms: string[]) => terms.map((term): Ambiguity => ({ ...anyAmbiguity, term }));

/** The pieces of a question with the numbers of the ambiguities that each belongs to. */
const pieces = (question: string, ...terms: string[]) =>
  annotatedPieces(question, termMarks(question, withTerms(...terms), null), []).map(
    ({ text, marks }) => `${text}|${marks.map((mark) => ("label" in mark ? mark.label : "")).join("+")}`,
  );

test("terms that overlap share the words that both hold", () => {
  expect(pieces("very busy old berths", "busy old", "old berths", "very busy old berths")).toEqual([
    "very |3",
    "busy |1+3",
    "old|1+2+3",
    " berths|2+3",
  ]);
});

test("terms are found in questions from right to left and in signs of two code units", () => {
  expect(pieces("أرصفة مزدحمة جدا", "مزدحمة")).toEqual(["أرصفة |", "مزدحمة|1", " جدا|"]);
  expect(pieces("ships 🚢🚢 at 岸壁?", "🚢🚢", "岸壁")).toEqual([
    "ships |",
    "🚢🚢|1",
    " at |",
    "岸壁|2",
    "?|",
  ]);
});

test("whatever the terms, the pieces are the question again", () => {
  const words = fc.string({ unit: "grapheme", maxLength: 12 });
  fc.assert(
    fc.property(words, fc.array(words, { maxLength: 4 }), (question, terms) => {
      const marked = annotatedPieces(question, termMarks(question, withTerms(...terms), 0), []);
      expect(marked.map(({ text }) => text).join("")).toBe(question);
    }),
  );
});
