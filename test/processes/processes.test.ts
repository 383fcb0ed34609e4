import { readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { sourceQueryWorker } from "../../electron/queries/create-query-runner.ts";
import type { EvaluationRequest } from "../../electron/queries/query-runner.ts";
import { makeDatabase } from "../engines/sqlite/support.ts";
import { counting, limits, makeSingers, run, startRunner } from "../queries/support.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const database = makeSingers(folder);
const endless = `${counting()} SELECT count(*) FROM c`;
const { runner, spoolRoot } = startRunner(folder);
afterAll(() => runner.close());

function evaluate(request: Partial<EvaluationRequest>, timeMs = 10_000) {
  const pair = { database, predictedSql: "SELECT 1", goldSql: "SELECT 1", ...request };
  return runner.evaluate(pair, { limits: limits({ timeMs }), priority: "batch" });
}

describe("a pair of which one side meets a limit", () => {
  it("still has the other side's result: the prediction is stopped, the gold runs in a fresh process", async () => {
    const evaluation = await evaluate({ predictedSql: endless, goldSql: "SELECT name FROM singer" }, 250);
    expect(evaluation).toMatchObject({
      predicted: { status: "timeout" },
      gold: { status: "ok", rowCount: 4 },
      ex: { set: false, multiset: false, ordered: null, first200: false },
      difference: { kind: "timeout", detail: { side: "predicted" } },
    });
  });

  it("still has the other side's result: the gold is stopped, the prediction runs in a fresh process", async () => {
    const evaluation = await evaluate({ predictedSql: "SELECT name FROM singer", goldSql: endless }, 250);
    expect(evaluation).toMatchObject({
      predicted: { status: "ok", rowCount: 4 },
      gold: { status: "timeout" },
      ex: { set: null, multiset: null, ordered: null, first200: null },
      difference: { kind: "timeout", detail: { side: "gold" } },
    });
  });

  it("names both sides where both are stopped", async () => {
    const evaluation = await evaluate({ predictedSql: endless, goldSql: endless }, 200);
    expect(evaluation.difference).toMatchObject({ kind: "timeout", detail: { side: "both" } });
  });

  it("does not harm the pairs that were sent ahead to the same process", async () => {
    const pairs = Array.from({ length: 20 }, (_, at) =>
      evaluate({ predictedSql: at === 3 ? endless : `SELECT ${at}`, goldSql: `SELECT ${at}` }, 300),
    );
    const kinds = (await Promise.all(pairs)).map(({ difference }) => difference.kind);
    expect(kinds).toEqual(kinds.map((_, at) => (at === 3 ? "timeout" : "identical")));
  });
});

describe("a process that is killed from outside in the middle of a statement", () => {
  /** Runs a statement that never ends by itself and kills every process as often as it has shown its first rows. */
  async function runKilled(sql: string, times: number) {
    const lone = startRunner(folder, { interactive: 1 });
    let kills = 0;
    const ran = await lone.runner.runQuery(
      { database, sql },
      {
        limits: limits({ rows: 300_000 }),
        priority: "interactive",
        onProgress: () => {
          if (kills < times) for (const child of lone.alive) child.kill();
          kills += 1;
        },
      },
    );
    const next = await run(lone.runner, database, "SELECT 1");
    await lone.runner.close();
    return { summary: ran.summary, next: next.rows, started: lone.started() };
  }

  const endlessRows = `${counting()} SELECT x FROM c`;

  it("is replaced and the statement is tried again", async () => {
    expect(await runKilled(endlessRows, 1)).toMatchObject({
      summary: { status: "ok", rowCount: 300_000 },
      next: [["i1"]],
      started: 2,
    });
  });

  it("is told as the machine's fault where it happens to the same statement twice", async () => {
    const message = expect.stringMatching(/crashed twice \(signal SIGKILL\)/);
    expect(await runKilled(endlessRows, 2)).toMatchObject({
      summary: { status: "error", error: { kind: "machine", message } },
      next: [["i1"]],
      started: 3,
    });
  });
});

describe("a process that outgrew half of its memory bound", () => {
  it("is replaced, so that the next statement does not pay for it", async () => {
    // A bound so low that a new process from the source is beyond half of it.
    const memoryBytes = 200 * 2 ** 20;
    const lone = startRunner(folder, { interactive: 1, entry: sourceQueryWorker });
    const sql = `${counting(1_000_000)} SELECT count(*) FROM c`;
    expect((await run(lone.runner, database, sql, { memoryBytes })).summary.status).toBe("ok");
    expect((await run(lone.runner, database, "SELECT 1", { memoryBytes })).rows).toEqual([["i1"]]);
    expect(lone.started()).toBe(2);
    await lone.runner.close();
  });
});

describe("a run that is cancelled", () => {
  it("rejects at once with the signal's reason, and its process is free again or replaced", async () => {
    const abort = new AbortController();
    const reason = new Error("the reviewer went on");
    const running = runner.runQuery(
      { database, sql: endless },
      { limits: limits(), priority: "interactive", signal: abort.signal },
    );
    setTimeout(() => abort.abort(reason), 100);
    const startedAt = performance.now();
    await expect(running).rejects.toBe(reason);
    expect(performance.now() - startedAt).toBeLessThan(2000);
    expect((await run(runner, database, "SELECT 1")).rows).toEqual([["i1"]]);
  });

  it("does not start where it was cancelled before", async () => {
    const signal = AbortSignal.abort(new Error("too late"));
    const request = { database, predictedSql: "SELECT 1", goldSql: "SELECT 1" };
    await expect(runner.evaluate(request, { limits: limits(), priority: "batch", signal })).rejects.toThrow(
      "too late",
    );
  });

  it("does not keep interactive work waiting behind batch work", async () => {
    const abort = new AbortController();
    const batch = Array.from({ length: 40 }, () =>
      runner.evaluate(
        { database, predictedSql: endless, goldSql: endless },
        { limits: limits(), priority: "batch", signal: abort.signal },
      ),
    );
    const ends = Promise.allSettled(batch);
    expect((await run(runner, database, "SELECT 1")).rows).toEqual([["i1"]]);
    abort.abort(new Error("enough"));
    for (const end of await ends)
      expect(end).toMatchObject({ status: "rejected", reason: { message: "enough" } });
  });
});

describe("a database file that changes between two runs", () => {
  it("is read anew once it was written, replaced or removed, and is an item state once it is missing", async () => {
    const changing = makeSingers(folder, "changing");
    const count = async () => (await run(runner, changing, "SELECT count(*) FROM singer")).rows[0]?.[0];
    expect(await count()).toBe("i4");
    makeDatabase(changing.path, "DELETE FROM singer WHERE id > 1");
    expect(await count()).toBe("i1");
    const other = makeDatabase(
      path.join(folder, "other.sqlite"),
      "CREATE TABLE singer (id); INSERT INTO singer VALUES (1), (2);",
    );
    renameSync(other, changing.path);
    expect(await count()).toBe("i2");
    rmSync(changing.path);
    expect((await run(runner, changing, "SELECT 1")).summary).toMatchObject({
      status: "missing-database",
      error: null,
    });
    const evaluation = await evaluate({ database: changing });
    expect(evaluation).toMatchObject({
      predicted: { status: "missing-database" },
      gold: { status: "missing-database" },
      difference: { kind: "missing-database" },
    });
  });

  it("that was never found is the same item state, without any process", async () => {
    const pair = { database: null, predictedSql: "SELECT 1", goldSql: "SELECT 1" };
    const { evaluation, comparison } = await runner.evaluateAndStore(pair, {
      limits: limits(),
      priority: "interactive",
    });
    expect(evaluation.difference.kind).toBe("missing-database");
    expect(evaluation.ex).toEqual({ set: null, multiset: null, ordered: null, first200: null });
    expect(comparison).toBeNull();
  });
});

describe("a runner", () => {
  it("says why where its processes do not start", async () => {
    const broken = startRunner(folder, { entry: path.join(folder, "absent.ts") });
    await expect(run(broken.runner, database, "SELECT 1")).rejects.toThrow(
      /does not start: exit code 1[\s\S]*absent\.ts/,
    );
    await broken.runner.close();
  });

  it("that is closed rejects what still runs, ends its processes and removes its folder", async () => {
    const closing = startRunner(folder);
    const running = run(closing.runner, database, endless);
    const rejected = expect(running).rejects.toThrow("the runner is closed");
    await closing.runner.close();
    await rejected;
    await expect(run(closing.runner, database, "SELECT 1")).rejects.toThrow("the runner is closed");
    expect(closing.alive.size).toBe(0);
    expect(readdirSync(closing.spoolRoot)).toEqual([]);
    expect(readdirSync(spoolRoot)).not.toEqual([]);
  });
});
