import { describe, expect, it } from "vitest";
import type { Origin, TracedPart } from "#shared/sql/provenance/origin.ts";
import { taskDocuments } from "../../../renderer/features/tasks/task/documents/task-documents.ts";
import { evidenceText } from "../../../renderer/features/tasks/task/provenance/origin-words.ts";
import {
  originCounts,
  partAt,
  provenanceMarks,
  shownParts,
} from "../../../renderer/features/tasks/task/provenance/shown-parts.ts";
import { harbourTask } from "../../tasks/harbour-loads-task.ts";

const task = {
  ...harbourTask,
  goldSql: ["SELECT ROUND(a, 2)\nFROM t", "SELECT b\nFROM t\nORDER BY b DESC"],
};
const [gold] = taskDocuments(task);
if (gold === undefined) throw new Error("a task has a gold");

/** A part of a statement by its text, as the engine traces it. */
function traced(statement: number, text: string, origin: Origin): TracedPart {
  const from = task.goldSql[statement]?.indexOf(text) ?? -1;
  const traces = [{ origin, evidence: `${origin} says so.` }];
  return { phase: 1, statement, range: { from, to: from + text.length }, kind: "name", origin, traces };
}

describe("the provenance of a gold as it is shown", () => {
  it("places the parts of later statements in the document, with their lines", () => {
    const parts = shownParts(gold, [traced(0, "a", "schema"), traced(1, "ORDER BY b DESC", "nowhere")]);
    expect(parts.map(({ text, line }) => [text, line])).toEqual([
      ["a", 1],
      ["ORDER BY b DESC", 6],
    ]);
  });

  it("shows of two parts of one range what comes from nowhere, else the surer one", () => {
    const of = (...origins: Origin[]) =>
      shownParts(
        gold,
        origins.map((origin) => traced(0, "ROUND", origin)),
      );
    expect(of("rules", "nowhere")).toMatchObject([{ origin: "nowhere" }]);
    expect(of("nowhere", "rules")).toMatchObject([{ origin: "nowhere" }]);
    expect(of("rules", "question", "gold")).toMatchObject([{ origin: "question" }]);
    expect(originCounts(of("rules", "question"))).toEqual({ question: 1 });
  });

  it("draws the inner one of two parts, and the outer one around it, line by line without indents", () => {
    const parts = shownParts(gold, [
      traced(1, "FROM t\nORDER BY b DESC", "nowhere"),
      traced(1, "b DESC", "rules"),
    ]);
    const marks = provenanceMarks(gold.text, parts);
    expect(
      marks.map((mark) => [gold.text.slice(mark.from, mark.to), "group" in mark ? mark.group : ""]),
    ).toEqual([
      ["FROM t", "nowhere"],
      ["ORDER BY", "nowhere"],
      ["b DESC", "rules"],
    ]);
  });

  it("finds the innermost part at the cursor, and tells all that it can be known from", () => {
    const parts = shownParts(gold, [traced(1, "ORDER BY b DESC", "nowhere"), traced(1, "b DESC", "rules")]);
    const at = gold.text.indexOf("b DESC");
    expect(partAt(parts, at + 1)?.text).toBe("b DESC");
    expect(partAt(parts, at - 3)?.text).toBe("ORDER BY b DESC");
    expect(partAt(parts, 0)).toBeNull();
    const both = [...traced(0, "a", "schema").traces, ...traced(0, "a", "question").traces];
    expect(evidenceText({ traces: both })).toBe("Schema: schema says so. Also Question: question says so.");
  });
});
