import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { expectAsDocumented, runQuerent } from "../support/run-querent.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = temporaryFolder();
const pack = path.join(import.meta.dirname, "../../tasks/river-watch");
const out = path.join(root, "answers.jsonl");
const questionsFile = path.join(root, "questions.jsonl");

async function ask(questions: readonly object[] | null) {
  if (questions !== null)
    writeFileSync(questionsFile, questions.map((one) => JSON.stringify(one)).join("\n"));
  const files = ["--input", path.join(pack, "tasks.jsonl"), "--knowledge", path.join(pack, "databases")];
  const asked = questions === null ? [] : ["--questions", questionsFile];
  return runQuerent("dialogues", "ask", ...files, ...asked, "--out", out);
}

const answers = () =>
  readFileSync(out, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

const question = (text: string, phase = 1) => ({ instance_id: "river_watch_7", phase, question: text });

describe("dialogues ask", () => {
  it("answers questions in their order, without a database", async () => {
    const { code, results } = await ask([
      question("Which incidents are the biggest ones?"),
      question("How many rows do you want?"),
      question("Write the SQL, please. And what goes into the station code where there is none?"),
    ]);
    expect(code).toBe(0);
    expect(results).toEqual([{ out, simulator: "built-in 9", answers: 3, score: null, models: null }]);
    await expectAsDocumented("simulator-answer", answers());
    expect(answers()).toMatchObject([
      {
        ...question("Which incidents are the biggest ones?"),
        action: "AMB",
        ambiguity: { kind: "critical", term: "biggest incidents" },
        text: "Sort by fish killed, the highest first.",
        leaks: [],
      },
      { action: "LOC", ambiguity: null, node: "LIMIT 10", text: "Show only the first 10 rows." },
      { action: "AMB", ambiguity: { term: "station code" }, others: [{ action: "UNA", reason: "solution" }] },
    ]);
  });

  it("scores answers where it is said what the questions are about", async () => {
    const { results } = await ask([
      { ...question("Which incidents are the biggest ones?"), expected: [{ action: "AMB", ambiguity: 1 }] },
      { ...question("How many rows do you want?"), expected: [{ action: "LOC", node: "LIMIT 10" }] },
      { ...question("Who won the football match?"), expected: [{ action: "AMB", ambiguity: 2 }] },
    ]);
    await expectAsDocumented("simulator-summary", results);
    expect(results[0]?.score).toMatchObject({
      questions: 3,
      right: 2,
      classes: [
        { action: "AMB", of: 2, right: 1, rate: 0.5 },
        { action: "LOC", of: 1, right: 1, rate: 1 },
        { action: "UNA", of: 0, right: 0, rate: null },
      ],
    });
    expect(results[0]?.score).toHaveProperty(
      "confusion",
      expect.arrayContaining([{ expected: "AMB", given: "UNA", count: 1 }]),
    );
  });

  it("asks a battery of its own where no questions are given", async () => {
    const { code, results } = await ask(null);
    expect(code).toBe(0);
    expect(results[0]).toMatchObject({ score: { questions: answers().length } });
    expect(answers().length).toBeGreaterThan(500);
  });

  it("refuses questions that it cannot read with file, line and field, and writes nothing", async () => {
    const { code, notes } = await ask([
      question("Which?"),
      { instance_id: "river_watch_99", phase: 1, question: "Which?" },
      { ...question("Which?"), phase: 3 },
      { ...question("Which?"), expected: [{ action: "AMB", ambiguity: 9 }] },
      { ...question("Which?"), expected: [{ action: "LOC", node: "LIMIT 11" }] },
    ]);
    expect(code).toBe(2);
    expect(notes).toContain(`${questionsFile}, row 2, field instance_id: There is no task "river_watch_99".`);
    expect(notes).toContain(`${questionsFile}, row 3, field phase:`);
    expect(notes).toContain(`${questionsFile}, row 4, field expected: The task has 3 ambiguities.`);
    expect(notes).toContain(
      `${questionsFile}, row 5, field expected: The gold of phase 1 has no text "LIMIT 11".`,
    );
  });
});
