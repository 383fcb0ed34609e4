import { describe, expect, it } from "vitest";
import { BadInput } from "../../../shared/formats/bad-input.ts";
import { readColumnMeanings } from "../../../shared/formats/column-meanings.ts";
import { readPredictions } from "../../../shared/formats/predictions.ts";
import { readSimulatorQuestions } from "../../../shared/formats/simulator-questions.ts";

function problemsOf(read: () => unknown) {
  try {
    read();
  } catch (error) {
    if (error instanceof BadInput) return error.problems;
    throw error;
  }
  return [];
}

const reasonsOf = (line: object) =>
  problemsOf(() => readSimulatorQuestions(JSON.stringify(line), "q.jsonl", new Map())).map(
    ({ field, reason }) => `${field}: ${reason}`,
  );

describe("what is said of a value that is refused", () => {
  it("names what it has to be and what it is", () => {
    const asked = { instance_id: "harbour_1", phase: 1, question: "Which?" };
    expect(reasonsOf({ ...asked, question: 5 })).toEqual([
      "question: The value is a number, and has to be a text.",
    ]);
    expect(reasonsOf({ ...asked, question: undefined })).toEqual([
      "question: The field is missing; it has to be a text.",
    ]);
    expect(reasonsOf(asked)).toEqual(['instance_id: There is no task "harbour_1".']);
  });

  it("is cut where the value is long", () => {
    const long = "x".repeat(1_000_000);
    const item = { db_id: "d", question: "q", predicted_sql: "SELECT 1", gold_sql: "SELECT 1", label: long };
    const said = [
      ...problemsOf(() => readPredictions(JSON.stringify([item]), "p.json")),
      ...readColumnMeanings(JSON.stringify({ [long]: "m" }), "m.json").problems,
    ];
    expect(said.map(({ field }) => field?.slice(0, 5))).toEqual(["label", "xxxxx"]);
    for (const { field, reason, fix } of said) expect(`${field}${reason}${fix}`.length).toBeLessThan(1000);
  });
});
