import { describe, expect, it } from "vitest";
import type { Dialogue } from "#shared/domain/dialogue.ts";
import { BadInput } from "#shared/formats/bad-input.ts";
import { readDialogues } from "#shared/formats/dialogue-file.ts";
import { dialogueLine } from "#shared/formats/dialogue-line.ts";
import { outputText } from "../../../electron/commands/output-schemas.ts";

const position = { phase: 1, refused: false, answer: null, passed: null, reward: 0 } as const;
const dialogue: Dialogue = {
  instanceId: "harbour_1",
  hasFollowUp: false,
  settings: { protocol: "a", profile: "adk", behaviour: "fixed", patience: 3 },
  system: "asks-everything",
  simulator: "built-in 1",
  seed: 7,
  trial: 0,
  turns: [
    {
      ...position,
      ...{ turn: 1, cost: 2, budgetBefore: 16, budgetAfter: 14, observation: "Those above 3." },
      action: { kind: "ask", question: "Which berths are busy?" },
      answer: {
        actions: [
          { kind: "AMB", ambiguity: 0 },
          { kind: "LOC", statement: 0, range: { from: 3, to: 9 } },
        ],
        text: "Those above 3.",
        leaks: [{ words: "load > 3", of: "snippet" }],
        contradictions: [{ words: "above 3", sql: "3", turn: null }],
      },
    },
    {
      ...position,
      ...{ turn: 2, cost: 0.5, budgetBefore: 14, budgetAfter: 13.5, observation: "Hours per ship" },
      action: { kind: "get_column_meaning", table: "loads", column: "load" },
    },
    {
      ...position,
      ...{ turn: 3, cost: 0, budgetBefore: 13.5, budgetAfter: 13.5, refused: true, observation: "No." },
      action: { kind: "ask", question: "Again?" },
    },
    {
      ...position,
      ...{ turn: 4, cost: 3, budgetBefore: 13.5, budgetAfter: 10.5, observation: "Correct.", passed: true },
      ...{ action: { kind: "submit", sql: ["SELECT 1", "SELECT 2"] }, reward: 1 },
    },
  ],
  budget: { total: 16, left: 10.5 },
  phase1Passed: true,
  phase2Passed: false,
  reward: 1,
  end: "solved",
  reason: null,
  fault: null,
};

const line = outputText("dialogue", dialogueLine(dialogue));
const withField = (change: object) => JSON.stringify({ ...JSON.parse(line), ...change });

function problemsOf(text: string) {
  try {
    readDialogues(text, "dialogues.jsonl");
  } catch (error) {
    if (error instanceof BadInput) return error.problems;
    throw error;
  }
  return [];
}

describe("a file of dialogues", () => {
  it("reads back what was written, turn by turn", () => {
    expect(readDialogues(`${line}\n\n${line}\n`, "dialogues.jsonl")).toEqual([dialogue, dialogue]);
  });

  it("has an entry for what the system did and one for what it was answered", () => {
    const { turns, infrastructure } = JSON.parse(line);
    expect(turns.map(({ role, action }: { role: string; action: string }) => `${role} ${action}`)).toEqual([
      ...["system ask", "user AMB", "system get_column_meaning", "environment get_column_meaning"],
      ...["system ask", "environment ask", "system submit", "environment submit"],
    ]);
    expect(turns[6]).toMatchObject({ text: "SELECT 1\nSELECT 2", budget_after: 10.5 });
    expect(infrastructure).toBe(false);
  });

  it("refuses a file whole, and names line and field", () => {
    expect(problemsOf("")).toMatchObject([{ row: null, reason: "The file has no dialogues." }]);
    expect(problemsOf(`${line}\n{`)).toMatchObject([
      { row: 2, field: null, reason: "The line is not JSON." },
    ]);
    expect(problemsOf(`${line}\n${"[".repeat(100_000)}${"]".repeat(100_000)}`)).toMatchObject([
      { row: 2, field: null, reason: "The line is not JSON." },
    ]);
    expect(problemsOf(withField({ phase1_passed: "yes" }))).toMatchObject([
      { row: 1, field: "phase1_passed" },
    ]);
    expect(problemsOf(withField({ end: "bored" }))).toMatchObject([{ field: "end" }]);
    expect(problemsOf(withField({ turns: JSON.parse(line).turns.slice(0, 1) }))).toMatchObject([
      { field: "turns", reason: "In this dialogue turn 1 has no answer." },
    ]);
  });
});
