import { afterAll, describe, expect, it } from "vitest";
import { evaluateBatch } from "../../electron/queries/evaluate-batch.ts";
import type { EvaluationRequest } from "../../electron/queries/query-runner.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { counting, limits, makeSingers, startRunner } from "./support.ts";

const folder = temporaryFolder();
const database = makeSingers(folder);
const { runner } = startRunner(folder);
afterAll(() => runner.close());

interface NumberedPair extends EvaluationRequest {
  at: number;
}

/** Pairs that take unequally long, so that they end in another order than they began. */
function* pairs(count: number, onTaken: (at: number) => void = () => {}): Generator<NumberedPair> {
  for (let at = 0; at < count; at += 1) {
    onTaken(at);
    const sql = at % 7 === 0 ? `${counting(20_000)} SELECT count(*), ${at} FROM c` : `SELECT ${at}`;
    yield { at, database: at % 11 === 10 ? null : database, predictedSql: sql, goldSql: sql };
  }
}

describe("a batch", () => {
  it("gives its evaluations in the order of the items, whichever ends first", async () => {
    const given: [number, string][] = [];
    for await (const { item, evaluation } of evaluateBatch(runner, pairs(300), {
      limits: limits(),
      ahead: 40,
    }))
      given.push([item.at, evaluation.difference.kind]);
    expect(given).toEqual(
      Array.from({ length: 300 }, (_, at) => [at, at % 11 === 10 ? "missing-database" : "identical"]),
    );
  });

  it("takes no more items than it may hold", async () => {
    let taken = 0;
    let given = 0;
    const items = pairs(200, () => {
      taken += 1;
      expect(taken - given).toBeLessThanOrEqual(17);
    });
    for await (const _ of evaluateBatch(runner, items, { limits: limits(), ahead: 16 })) given += 1;
    expect(given).toBe(200);
  });

  it("stops with the signal's reason", async () => {
    const abort = new AbortController();
    const reason = new Error("enough");
    const read = async () => {
      for await (const { item } of evaluateBatch(runner, pairs(10_000), {
        limits: limits(),
        ahead: 16,
        signal: abort.signal,
      }))
        if (item.at === 20) abort.abort(reason);
    };
    await expect(read()).rejects.toBe(reason);
  });

  it("that is left early takes no more items, and the runner goes on", async () => {
    let taken = 0;
    for await (const { item } of evaluateBatch(
      runner,
      pairs(10_000, () => (taken += 1)),
      { limits: limits(), ahead: 16 },
    ))
      if (item.at === 5) break;
    expect(taken).toBeLessThan(40);
    const pair = { database, predictedSql: "SELECT 1", goldSql: "SELECT 1" };
    expect(await runner.evaluate(pair, { limits: limits(), priority: "batch" })).toMatchObject({
      difference: { kind: "identical" },
    });
  });

  it("runs a gold once where several predictions in a row stand against it, and again once the file has changed", async () => {
    const goldSql = "SELECT random()";
    const predicted = await Promise.all(
      [1, 2, 3, 4].map((value) =>
        runner.evaluate(
          { database, predictedSql: `SELECT ${value}`, goldSql },
          { limits: limits(), priority: "batch" },
        ),
      ),
    );
    // The time a kept gold took is that of its one run.
    expect(new Set(predicted.map(({ gold }) => gold.elapsedMs)).size).toBeLessThanOrEqual(2);
  });
});
