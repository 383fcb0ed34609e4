import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { defaultRunLimits } from "#shared/domain/run-limits.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { createQueryRunner, sourceQueryWorker } from "../../electron/queries/create-query-runner.ts";
import { makeLargeTable } from "./large-database.ts";

/** A result of a million rows: when the first rows are there, when all are counted, and what the back end grew by. */
export interface LargeResultFigures {
  firstRowsMs: number;
  allRowsMs: number;
  rows: number;
  grownMegabytes: number;
  pageMs: number;
}

export async function measureLargeResult(rows = 1_000_000): Promise<LargeResultFigures> {
  const folder = mkdtempSync(path.join(tmpdir(), "querent-bench-"));
  const file = path.join(folder, "large.sqlite");
  makeLargeTable(file, rows);
  const runner = createQueryRunner({ start: forkProcess, entry: sourceQueryWorker });
  const database = { engine: "sqlite", dbId: "large", path: file } as const;
  const options = { limits: { ...defaultRunLimits, timeMs: 60_000 }, priority: "interactive" } as const;
  try {
    await runner.runQuery({ database, sql: "SELECT 1" }, options);
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
    const started = performance.now();
    let firstRowsMs = Number.NaN;
    const { summary, resultId } = await runner.runQuery(
      { database, sql: "SELECT * FROM measurement" },
      { ...options, onRows: () => (firstRowsMs = performance.now() - started) },
    );
    const allRowsMs = performance.now() - started;
    const asked = performance.now();
    await runner.page(resultId ?? "", Math.floor(rows / 2), 500);
    const pageMs = performance.now() - asked;
    clearInterval(watch);
    return {
      firstRowsMs,
      allRowsMs,
      rows: summary.rowCount,
      grownMegabytes: (most - before) / 2 ** 20,
      pageMs,
    };
  } finally {
    await runner.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
