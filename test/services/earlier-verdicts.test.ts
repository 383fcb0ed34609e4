import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createVerdictsService } from "../../electron/services/verdicts.ts";
import { contradictions } from "../../shared/domain/contradictions.ts";
import { emptyJudgement, type Judgement } from "../../shared/domain/verdict.ts";
import { roseForm } from "../../shared/domain/verdict-form.ts";
import { prediction, testWorkspace } from "../support/test-workspace.ts";

const anna = { actor: "anna" };
const bert = { actor: "bert" };
const yes: Judgement = { ...emptyJudgement, label: "yes" };
const no: Judgement = { ...emptyJudgement, label: "no", note: "counts twice", diagnoses: ["GoldX"] };

const question = "How many ships?";
const sql = "SELECT count(*) FROM ship WHERE name = 'A b'";

async function setUp() {
  const { workspace, itemIds } = await testWorkspace([
    prediction(1, { question, predicted_sql: sql }),
    prediction(2, { question, predicted_sql: "SELECT  COUNT( * )\nfrom ship where NAME='A b';" }),
    prediction(3, { question, predicted_sql: "SELECT 1" }),
    prediction(4, { question: "And boats?", predicted_sql: sql }),
    prediction(5, { question: "And boats?", predicted_sql: sql.replace("A b", "Ab") }),
    prediction(6, { question, predicted_sql: sql, db_id: "garden" }),
    prediction(7, { question, predicted_sql: "SELECT 2" }),
  ]);
  const verdicts = createVerdictsService({
    workspace,
    now: () => new Date("2026-03-01T12:00:00Z"),
    publish: () => undefined,
  });
  const judge = (index: number, judgement: Judgement, who = anna) =>
    verdicts.save({ itemId: itemIds[index] ?? 0, baseRevision: 0, saveId: randomUUID(), judgement }, who);
  return { verdicts, judge, itemIds };
}

describe("my earlier verdicts", () => {
  it("are those on the same question, and on the same SQL but for its layout, of the same database", async () => {
    const { verdicts, judge, itemIds } = await setUp();
    for (const index of [1, 2, 3, 4, 5]) await judge(index, yes);
    await judge(6, yes, bert);
    const earlier = await verdicts.earlier({ itemId: itemIds[0] ?? 0 }, anna);
    expect(
      earlier.map(({ index, sameQuestion, samePrediction }) => [index, sameQuestion, samePrediction]).sort(),
    ).toEqual([
      [1, true, true],
      [2, true, false],
      [3, false, true],
    ]);
    expect(earlier.every(({ verdict, sameGold }) => verdict.reviewer === "anna" && sameGold)).toBe(true);
  });

  it("say nothing of items that were only skipped", async () => {
    const { verdicts, judge, itemIds } = await setUp();
    await judge(1, { ...emptyJudgement, skipped: true });
    expect(await verdicts.earlier({ itemId: itemIds[0] ?? 0 }, anna)).toEqual([]);
  });
});

describe("a judgement", () => {
  const same = { sameQuestion: true, samePrediction: true, sameGold: true };
  const of = (judgement: Judgement, before: Judgement, change = {}) =>
    contradictions(roseForm, judgement, { ...same, ...change, judgement: before });

  it("contradicts another label of an equal prediction on the same question and gold", () => {
    const plain = { ...no, diagnoses: [] };
    expect(of(yes, plain)).toEqual(["You said no of an equal prediction, and yes here."]);
    expect(of(yes, yes)).toEqual([]);
    expect(of(yes, plain, { samePrediction: false })).toEqual([]);
    expect(of(yes, plain, { sameQuestion: false })).toEqual([]);
    expect(of(emptyJudgement, plain)).toEqual([]);
  });

  it("contradicts another word on the same gold, whatever the prediction", () => {
    const other = { samePrediction: false };
    expect(of(yes, no, other)).toEqual(["You marked the same gold as gold wrong there, and not here."]);
    expect(of(no, yes, other)).toEqual(["You marked the same gold as gold wrong here, and not there."]);
    expect(of(no, { ...yes, diagnoses: ["GoldX"] }, other)).toEqual([]);
    expect(of(yes, no, { ...other, sameGold: false })).toEqual([]);
  });
});
