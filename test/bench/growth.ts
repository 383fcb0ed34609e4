import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { defaultRunLimits } from "#shared/domain/run-limits.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import {
  createQueryRunner,
  defaultWorkers,
  sourceQueryWorker,
} from "../../electron/queries/create-query-runner.ts";
import { evaluateBatch } from "../../electron/queries/evaluate-batch.ts";
import { installPack } from "../../tasks/harbour/seed.ts";
import { makePredictions } from "./make-predictions.ts";

/** A batch of `items` predictions: wall time, and how much the process that steers it grew. */
export interface BatchGrowth {
  items: number;
  milliseconds: number;
  grownMegabytes: number;
}

/** Evaluates batches of growing size on the sample pack's database: time should grow with the items, memory should not. */
export async function measureGrowth(sizes: readonly number[]): Promise<BatchGrowth[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "querent-bench-"));
  const databasesDir = installPack(folder);
  const workers = defaultWorkers();
  const runner = createQueryRunner({ start: forkProcess, entry: sourceQueryWorker, interactive: 0, workers });
  const database = {
    engine: "sqlite",
    dbId: "harbour",
    path: path.join(databasesDir, "harbour/harbour.sqlite"),
  } as const;
  async function run(items: number): Promise<BatchGrowth> {
    const pairs = makePredictions(items).map((item) => ({
      database,
      predictedSql: item.predicted_sql,
      goldSql: item.gold_sql,
    }));
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
    const started = performance.now();
    for await (const _ of evaluateBatch(runner, pairs, { limits: defaultRunLimits, ahead: workers * 32 }));
    clearInterval(watch);
    return { items, milliseconds: performance.now() - started, grownMegabytes: (most - before) / 2 ** 20 };
  }
  try {
    await run(1_000);
    const growth: BatchGrowth[] = [];
    for (const size of sizes) growth.push(await run(size));
    return growth;
  } finally {
    await runner.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
