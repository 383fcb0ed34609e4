import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Evaluation } from "#shared/domain/evaluation.ts";
import { defaultRunLimits } from "#shared/domain/run-limits.ts";
import { findDatabase } from "../../electron/engines/sources.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { createQueryRunner } from "../../electron/queries/create-query-runner.ts";
import { testPaths } from "../support/program-paths.ts";
import { installedPack, keyedPredictions } from "./harbour-pack.ts";

const pairs = keyedPredictions();
/** Far more than any query of the pack needs that ends at all, also on a busy machine. */
const limits = { ...defaultRunLimits, timeMs: 8_000 };
const evaluations = new Map<(typeof pairs)[number], Evaluation>();

beforeAll(async () => {
  const pack = installedPack();
  const runner = createQueryRunner({
    start: forkProcess,
    entry: testPaths.queryWorker,
    interactive: 0,
    workers: 2,
  });
  try {
    await Promise.all(
      pairs.map(async (pair) => {
        const { db_id, predicted_sql: predictedSql, gold_sql: goldSql } = pair.prediction;
        const database = await findDatabase(pack.databasesDir, db_id, "sqlite");
        const request = { database, predictedSql, goldSql };
        evaluations.set(pair, await runner.evaluate(request, { limits, priority: "batch" }));
      }),
    );
  } finally {
    await runner.close();
    pack.remove();
  }
});
afterAll(() => evaluations.clear());

function evaluated(kind: string): { system: string; question: number; evaluation: Evaluation }[] {
  return pairs
    .filter(({ key }) => key.kind === kind)
    .map((pair) => ({
      system: pair.key.system,
      question: pair.key.question_id,
      evaluation: evaluations.get(pair) as Evaluation,
    }));
}

describe("the harbour predictions, run and compared", () => {
  it.each(pairs.map((pair) => [pair.key.question_id, pair.key.system, pair.key.kind, pair] as const))(
    "question %i of %s gives %s",
    (_question, _system, kind, pair) => {
      const difference = evaluations.get(pair)?.difference;
      expect(difference?.kind).toBe(kind);
      if (pair.key.forms !== undefined)
        expect(difference?.detail.forms?.toSorted()).toEqual(pair.key.forms.toSorted());
    },
  );

  it("fail for reasons of every sort: unknown names, syntax, another dialect, writes", () => {
    const messages = evaluated("error").map(({ evaluation }) => evaluation.predicted.error?.message ?? "");
    for (const reason of [
      /no such column/,
      /no such table/,
      /no such function: YEAR/,
      /syntax error|incomplete input/,
    ])
      expect(
        messages.filter((message) => reason.test(message)).length,
        String(reason),
      ).toBeGreaterThanOrEqual(1);
    const refused = evaluated("error").filter(
      ({ evaluation }) => evaluation.predicted.error?.kind === "refused",
    );
    expect(refused.map(({ question, system }) => `${question} ${system}`)).toEqual([
      "23 quillon-7b",
      "24 quillon-7b",
    ]);
  });

  it("end at the time limit on the side of the prediction alone, while the gold runs", () => {
    for (const { evaluation } of evaluated("timeout"))
      expect([evaluation.predicted.status, evaluation.gold.status]).toEqual(["timeout", "ok"]);
  });

  it("say that the database is missing, on both sides", () => {
    for (const { evaluation } of evaluated("missing-database"))
      expect([evaluation.predicted.status, evaluation.gold.status]).toEqual([
        "missing-database",
        "missing-database",
      ]);
  });

  it("hold golds that return rows, but for the one that NULLs empty", () => {
    const empty = pairs.filter((pair) => {
      const gold = evaluations.get(pair)?.gold;
      return gold?.status === "ok" && gold.rowCount === 0;
    });
    expect([...new Set(empty.map(({ key }) => key.question_id))]).toEqual([17]);
  });

  it("show that equal sets and a yes are not the same thing", () => {
    const verdicts = (set: boolean) =>
      new Set(pairs.filter((pair) => evaluations.get(pair)?.ex.set === set).map(({ key }) => key.verdict));
    expect(verdicts(true)).toEqual(new Set(["yes", "no"]));
    expect(verdicts(false)).toEqual(new Set(["yes", "no"]));
  });
});
