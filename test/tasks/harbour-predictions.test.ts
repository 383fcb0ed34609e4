import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { differenceKinds, FormKind } from "#shared/domain/difference.ts";
import { roseForm } from "#shared/domain/verdict-form.ts";
import { installedPack, keyedPredictions, packPredictions, reviewKey } from "./harbour-pack.ts";

const pairs = keyedPredictions();
/** Golds that are meant not to run here, by question: one misspells a column, one belongs to an absent database. */
const goldsThatDoNotRun = new Set([34, 35]);

let pack: ReturnType<typeof installedPack>;
let db: DatabaseSync;

beforeAll(() => {
  pack = installedPack();
  db = new DatabaseSync(pack.databaseFile, { readOnly: true, enableDoubleQuotedStringLiterals: true });
});
afterAll(() => {
  db.close();
  pack.remove();
});

function rowCount(sql: string): number {
  const statement = db.prepare(sql);
  statement.setReadBigInts(true);
  return statement.all().length;
}

describe("the harbour predictions", () => {
  it("are at least 80, of three systems that answer the same questions", () => {
    const predictions = packPredictions();
    const systems = [...new Set(predictions.map((prediction) => prediction.system))];
    expect(predictions.length).toBeGreaterThanOrEqual(80);
    expect(systems).toHaveLength(3);
    for (const system of systems)
      expect(
        predictions.filter((prediction) => prediction.system === system).map((p) => p.question_id),
      ).toEqual(Array.from({ length: predictions.length / 3 }, (_, question) => question));
  });

  it("have one entry each in the review key", () => {
    expect(reviewKey().map((key) => [key.question_id, key.system])).toEqual(
      packPredictions().map((prediction) => [prediction.question_id, prediction.system]),
    );
  });

  it("cover each kind of difference at least twice", () => {
    for (const kind of differenceKinds)
      expect(pairs.filter(({ key }) => key.kind === kind).length, kind).toBeGreaterThanOrEqual(2);
  });

  it("cover each form of number, date, case and white space at least twice", () => {
    for (const form of FormKind.options.filter((option) => option !== "type"))
      expect(pairs.filter(({ key }) => key.forms?.includes(form)).length, form).toBeGreaterThanOrEqual(2);
  });

  it("cover each diagnosis at least twice, and both verdicts with each of gold wrong and ambiguous question", () => {
    for (const { id: diagnosis } of roseForm.diagnoses)
      expect(
        pairs.filter(({ key }) => key.diagnoses.includes(diagnosis)).length,
        diagnosis,
      ).toBeGreaterThanOrEqual(2);
    for (const diagnosis of ["GoldX", "AmbQ"] as const)
      expect(
        new Set(pairs.filter(({ key }) => key.diagnoses.includes(diagnosis)).map(({ key }) => key.verdict)),
      ).toEqual(new Set(["yes", "no"]));
  });

  it("leave a verdict open only where the database is missing", () => {
    for (const { prediction, key } of pairs)
      expect(key.verdict === null).toBe(prediction.db_id !== "harbour");
  });

  it("have one question, evidence and gold for each question", () => {
    const texts = new Map<number, string>();
    for (const { question_id, question, evidence, gold_sql, db_id, difficulty } of packPredictions()) {
      const text = JSON.stringify([question, evidence, gold_sql, db_id, difficulty]);
      expect(texts.get(question_id) ?? text).toBe(text);
      texts.set(question_id, text);
    }
  });

  it("have golds that run, but for the two that are meant not to", () => {
    const golds = new Map(
      packPredictions().map((prediction) => [prediction.question_id, prediction.gold_sql]),
    );
    for (const [question, sql] of golds) {
      if (goldsThatDoNotRun.has(question)) expect(() => rowCount(sql)).toThrow(/no such/);
      else expect(() => rowCount(sql), `question ${question}`).not.toThrow();
    }
  });
});
