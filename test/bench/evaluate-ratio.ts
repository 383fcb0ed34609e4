import { readFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { defaultRunLimits } from "#shared/domain/run-limits.ts";
import { findDatabase } from "../../electron/engines/sources.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import {
  createQueryRunner,
  defaultWorkers,
  sourceQueryWorker,
} from "../../electron/queries/create-query-runner.ts";
import { evaluateBatch } from "../../electron/queries/evaluate-batch.ts";
import type { EvaluationRequest, QueryRunner } from "../../electron/queries/query-runner.ts";

/** What a batch costs over a bare loop, in milliseconds of wall time; the ratio is that of the medians. */
export interface EvaluateRatio {
  items: number;
  workers: number;
  /** Starting the processes and evaluating a first pair in each, reported apart. */
  startMs: number;
  /** One process, both statements run, rows compared as sets of JSON texts: the least that EX can cost. */
  bareMs: number[];
  /** Isolation, limits, exact values, all EX kinds and reasons. */
  batchMs: number[];
  ratio: number;
  /** EX sets that are true: the same in both, or the figures say nothing. */
  equal: { bare: number; batch: number };
}

/** An item of a predictions file in ROSE's form. */
interface Prediction {
  db_id: string;
  predicted_sql: string;
  gold_sql: string;
}

/** Measures a predictions file against its databases, bare loop and batch in turn, `rounds` times each. */
export async function measureEvaluateRatio(
  predictionsFile: string,
  databasesDir: string,
  rounds = 5,
): Promise<EvaluateRatio> {
  const items = await readPairs(predictionsFile, databasesDir);
  const workers = defaultWorkers();
  const runner = createQueryRunner({ start: forkProcess, entry: sourceQueryWorker, interactive: 0, workers });
  try {
    const startedAt = performance.now();
    await runBatch(runner, items.slice(0, workers * 8), workers);
    const startMs = performance.now() - startedAt;
    const bareMs: number[] = [];
    const batchMs: number[] = [];
    const equal = { bare: 0, batch: 0 };
    for (let round = 0; round < rounds; round += 1) {
      bareMs.push(await timed(async () => (equal.bare = runBare(items))));
      batchMs.push(await timed(async () => (equal.batch = await runBatch(runner, items, workers))));
    }
    const ratio = median(batchMs) / median(bareMs);
    return { items: items.length, workers, startMs, bareMs, batchMs, ratio, equal };
  } finally {
    await runner.close();
  }
}

async function readPairs(file: string, dir: string): Promise<EvaluationRequest[]> {
  const predictions = JSON.parse(readFileSync(file, "utf8")) as Prediction[];
  const pairs: EvaluationRequest[] = [];
  for (const { db_id, predicted_sql, gold_sql } of predictions)
    pairs.push({
      database: await findDatabase(dir, db_id, "sqlite"),
      predictedSql: predicted_sql,
      goldSql: gold_sql,
    });
  return pairs;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function runBare(items: EvaluationRequest[]): number {
  const open = new Map<string, DatabaseSync>();
  let equal = 0;
  for (const { database, predictedSql, goldSql } of items) {
    if (!database || !("path" in database)) continue;
    const handle =
      open.get(database.path) ??
      new DatabaseSync(path.resolve(database.path), {
        readOnly: true,
        enableDoubleQuotedStringLiterals: true,
      });
    open.set(database.path, handle);
    const predicted = rowSet(handle, predictedSql);
    const gold = rowSet(handle, goldSql);
    if (predicted && gold && predicted.size === gold.size && [...predicted].every((row) => gold.has(row)))
      equal += 1;
  }
  for (const handle of open.values()) handle.close();
  return equal;
}

function rowSet(handle: DatabaseSync, sql: string): Set<string> | null {
  try {
    const statement = handle.prepare(sql);
    statement.setReturnArrays(true);
    return new Set(statement.all().map((row) => JSON.stringify(row)));
  } catch {
    return null;
  }
}

async function runBatch(runner: QueryRunner, items: EvaluationRequest[], workers: number): Promise<number> {
  let equal = 0;
  const batch = evaluateBatch(runner, items, { limits: defaultRunLimits, ahead: workers * 32 });
  for await (const { evaluation } of batch) if (evaluation.ex.set) equal += 1;
  return equal;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

if (import.meta.main) {
  const [file = "", dir = "", rounds = "5"] = process.argv.slice(2);
  console.log(JSON.stringify(await measureEvaluateRatio(file, dir, Number(rounds)), null, 2));
}
