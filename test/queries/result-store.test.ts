import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Cell } from "#shared/domain/cell.ts";
import { ResultGone } from "../../electron/queries/query-runner.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { counting, limits, makeSingers, run, startRunner } from "./support.ts";

const folder = temporaryFolder();
const database = makeSingers(folder);
const test = startRunner(folder);
const { runner } = test;
afterAll(() => runner.close());
const options = { limits: limits({ timeMs: 60_000 }), priority: "interactive" } as const;

/** The files that a runner has spooled. */
function spooled(spoolRoot: string): string[] {
  return readdirSync(spoolRoot, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".rows"),
  );
}

describe("the result of a query", () => {
  it("of a million rows shows its first rows at once, is counted exactly, and leaves this process small", async () => {
    await run(runner, database, "SELECT 1");
    const memory = process.memoryUsage.rss();
    const told: { rows: number; at: number }[] = [];
    const progress: number[] = [];
    const startedAt = performance.now();
    const sql = `${counting(1_000_000)} SELECT x, x * 1.5, 'name ' || x, x % 7, NULL FROM c`;
    const { summary, resultId, page } = await runner.runQuery(
      { database, sql },
      {
        ...options,
        onRows: (_, { rowCount }, { rows }) => {
          expect(rows).toHaveLength(rowCount);
          told.push({ rows: rowCount, at: performance.now() - startedAt });
        },
        onProgress: (rows) => progress.push(rows),
      },
    );
    expect(summary).toMatchObject({ status: "ok", rowCount: 1_000_000, truncated: false });
    expect(page.rows).toHaveLength(200);
    expect(told.at(-1)?.rows).toBe(200);
    expect(told[0]?.at).toBeLessThan(summary.elapsedMs / 2);
    expect(progress.length).toBeGreaterThan(0);
    expect(progress).toEqual([...progress].sort((one, other) => one - other));
    const last = await runner.page(resultId ?? "", 999_998, 100);
    expect(last).toEqual({
      from: 999_998,
      rows: [
        ["i999999", "r1499998.5", "tname 999999", `i${999_999 % 7}`, null],
        ["i1000000", "r1500000", "tname 1000000", `i${1_000_000 % 7}`, null],
      ],
    });
    expect(process.memoryUsage.rss() - memory).toBeLessThan(150 * 2 ** 20);
  });

  it("can be asked for while it still runs: the page comes with its end", async () => {
    const early: Promise<{ rows: Cell[][] }>[] = [];
    await runner.runQuery(
      { database, sql: `${counting(100_000)} SELECT x FROM c` },
      { ...options, onRows: (id) => early.push(runner.page(id, 99_999, 10)) },
    );
    expect((await early[0])?.rows).toEqual([["i100000"]]);
  });

  it("with huge cells is paged in fewer rows, one at least", async () => {
    const sql = `${counting(20)} SELECT x, printf('%.*c', 3000000, 'x') FROM c`;
    const { resultId } = await runner.runQuery({ database, sql }, options);
    const { rows } = await runner.page(resultId ?? "", 5, 10);
    expect(rows.map(([x]) => x)).toEqual(["i6", "i7", "i8"]);
  });

  it("is told as gone once it was dropped, and so is one that never was", async () => {
    const small = startRunner(folder, { stored: { memoryBytes: 1000, diskBytes: 4 * 2 ** 20 } });
    const sql = `${counting(100_000)} SELECT x, 'some text' FROM c`;
    const first = await run(small.runner, database, sql);
    const second = await run(small.runner, database, sql);
    const third = await run(small.runner, database, sql);
    await expect(small.runner.page(first.resultId ?? "", 0, 10)).rejects.toThrow(ResultGone);
    expect((await small.runner.page(third.resultId ?? "", 0, 1)).rows).toHaveLength(1);
    await expect(small.runner.page("never", 0, 1)).rejects.toThrow(ResultGone);
    expect(second.resultId).not.toBe(third.resultId);
    expect(spooled(small.spoolRoot).length).toBeLessThan(3);
    await small.runner.close();
  });

  it("of a run that is cancelled leaves no file behind", async () => {
    const lone = startRunner(folder);
    const abort = new AbortController();
    const sql = `${counting()} SELECT x, 'some text' FROM c`;
    const running = lone.runner.runQuery(
      { database, sql },
      { ...options, signal: abort.signal, onProgress: () => abort.abort(new Error("enough")) },
    );
    await expect(running).rejects.toThrow("enough");
    await run(lone.runner, database, "SELECT 1");
    await expect.poll(() => spooled(lone.spoolRoot)).toEqual([]);
    await lone.runner.close();
  });
});

describe("a pair of results laid side by side", () => {
  it("is answered whole with the end of the run where it is small", async () => {
    const ran = await runner.evaluateAndStore(
      {
        database,
        predictedSql: "SELECT id, name FROM singer WHERE id <> 2 ORDER BY id",
        goldSql: "SELECT id, name FROM singer WHERE id <> 3 ORDER BY id",
      },
      options,
    );
    expect(ran.evaluation.difference.kind).toBe("different");
    expect(ran.comparison?.alignment).toMatchObject({ complete: true });
    const sides = ran.comparison?.rows.map(({ kind, predicted, gold }) => [
      kind,
      predicted?.cells[1] ?? null,
      gold?.cells[1] ?? null,
    ]);
    expect(sides).toContainEqual(["same", "tAnn", "tAnn"]);
    const both = sides?.flatMap(([, predicted, gold]) => [predicted, gold]).filter((name) => name !== null);
    expect(both?.sort()).toEqual(["tAnn", "tAnn", "tBob", "tCid", "tDan", "tDan"]);
    const pages = [ran.predictedPage, ran.goldPage].map(({ rows }) => rows.map(([id]) => id));
    expect(pages).toEqual([
      ["i1", "i3", "i4"],
      ["i1", "i2", "i4"],
    ]);
  });

  it("is paged from disk where it is long, all lines or only those that differ", async () => {
    const gold = `${counting(60_000)} SELECT x, 'row ' || x FROM c ORDER BY x`;
    const predicted = `${counting(60_000)} SELECT x, CASE WHEN x % 1000 = 0 THEN 'other' ELSE 'row ' || x END FROM c ORDER BY x`;
    const ran = await runner.evaluateAndStore({ database, predictedSql: predicted, goldSql: gold }, options);
    const { id = "", alignment } = ran.comparison ?? {};
    expect(alignment).toMatchObject({ rows: 60_000, differing: 60, complete: true });
    const differing = await runner.aligned(id, 58, 10, true);
    expect(differing).toEqual({
      from: 58,
      total: 60,
      rows: [59_000, 60_000].map((x) => ({
        kind: "changed",
        predicted: { index: x - 1, cells: [`i${x}`, "tother"] },
        gold: { index: x - 1, cells: [`i${x}`, `trow ${x}`] },
        changed: [1],
      })),
    });
    const all = await runner.aligned(id, 29_999, 1, false);
    expect(all).toMatchObject({ total: 60_000, rows: [{ kind: "changed", gold: { index: 29_999 } }] });
    await expect(runner.aligned("never", 0, 1, false)).rejects.toThrow(ResultGone);
  });

  it("tells the quick side first while the other still runs", async () => {
    const told: string[] = [];
    const ran = await runner.evaluateAndStore(
      {
        database,
        predictedSql: "SELECT name FROM singer",
        goldSql: `${counting(2_000_000)} SELECT count(*) FROM c`,
      },
      { ...options, onRows: (side, id, { rowCount }) => told.push(`${side} ${id} ${rowCount}`) },
    );
    expect(told[0]).toBe(`predicted ${ran.predictedId} 4`);
  });

  it("is null, and a side's id too, where a side did not run", async () => {
    const ran = await runner.evaluateAndStore(
      { database, predictedSql: "SELECT nosuch FROM singer", goldSql: "SELECT name FROM singer" },
      options,
    );
    expect(ran).toMatchObject({ predictedId: null, comparison: null, predictedPage: { rows: [] } });
    expect(ran.goldPage.rows).toHaveLength(4);
    expect(ran.evaluation.predicted.error).toMatchObject({ kind: "sql", offset: 7 });
  });
});

describe("looking at a database", () => {
  it("describes its tables and samples a table", async () => {
    const schema = await runner.describe(database);
    expect(schema.tables.map(({ name }) => name)).toEqual(["singer"]);
    expect(await runner.sample(database, "singer")).toEqual({
      rows: 4,
      columns: [
        { name: "id", values: ["i1", "i2", "i3", "i4"] },
        { name: "name", values: ["tAnn", "tBob", "tCid", "tDan"] },
        { name: "age", values: ["i30", "i41"] },
      ],
    });
  });

  it("rejects with the engine's words where there is no such table or database", async () => {
    await expect(runner.sample(database, "nosuch")).rejects.toThrow("no such table: nosuch");
    const absent = { ...database, path: path.join(folder, "absent.sqlite") };
    await expect(runner.describe(absent)).rejects.toThrow("the database singer is missing");
  });
});
