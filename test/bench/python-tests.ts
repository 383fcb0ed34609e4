import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { defaultConditions } from "#shared/domain/conditions.ts";
import type { StatementResult } from "../../electron/engines/engine.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { createTestRunner } from "../../electron/python/create-test-runner.ts";
import { sourcePython } from "../../electron/python/source-python.ts";
import type { TestDatabase, TestRunner } from "../../electron/python/test-runner.ts";
import { queryResult } from "../engines/statement-result.ts";

/** Times in milliseconds, of runs on one interpreter that is warm; those of tests are without their SQL. */
export interface PythonTestFigures {
  /** The first test of all, which makes the snapshot, and the first test of a later start, which has it. */
  firstMs: number;
  startMs: number;
  /** A test of two queries over 100 rows: middle, and the slowest of twenty. */
  testMs: { median: number; p95: number };
  /** Tests a second, one after another, the interpreter put back after each. */
  testsPerSecond: number;
  /** A test that reads 10,000 rows twice. */
  bigTestMs: number;
  /** From the end of a test that had to be killed to the end of the next one. */
  replacedMs: number;
  /** Starting the system's own Python, without a driver or a sandbox; null where there is none. */
  systemPythonMs: number | null;
}

const limits = { timeMs: 60_000, memoryBytes: 256 * 2 ** 20 };

/** Measures the runner of test scripts; its databases answer from memory. */
export async function measurePythonTests(tests = 200): Promise<PythonTestFigures> {
  const folder = mkdtempSync(path.join(tmpdir(), "querent-python-"));
  const open = () => createTestRunner({ start: forkProcess, ...sourcePython, cacheDir: folder, warm: 1 });
  try {
    const first = open();
    const firstMs = await elapsed(() => run(first, idle, 1));
    await first.close();
    const runner = open();
    try {
      const startMs = await elapsed(() => run(runner, idle, 1));
      return { firstMs, startMs, ...(await measureWarm(runner, tests)), systemPythonMs: systemPython() };
    } finally {
      await runner.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const idle = "def test_case(pred_sqls, sol_sqls, db_name, conn):\n    pass\n";
const endless = "def test_case(pred_sqls, sol_sqls, db_name, conn):\n    while True: pass\n";
const comparing = `def test_case(pred_sqls, sol_sqls, db_name, conn):
    predicted, error, timeout = execute_queries(pred_sqls, db_name, conn)
    assert not error and not timeout
    gold, error, timeout = execute_queries(sol_sqls, db_name, conn)
    assert len(predicted) == len(gold) and set(predicted) == set(gold)
`;

async function measureWarm(runner: TestRunner, tests: number) {
  for (let warming = 0; warming < 20; warming += 1) await run(runner, comparing, 100);
  const times: number[] = [];
  const allMs = await elapsed(async () => {
    for (let at = 0; at < tests; at += 1) times.push(await run(runner, comparing, 100));
  });
  times.sort((one, other) => one - other);
  const share = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN;
  const bigTestMs = await run(runner, comparing, 10_000);
  await run(runner, endless, 1, 100);
  return {
    testMs: { median: share(0.5), p95: share(0.95) },
    testsPerSecond: (1000 * tests) / allMs,
    bigTestMs,
    replacedMs: await elapsed(() => run(runner, idle, 1)),
  };
}

/** Runs a script whose every query gives so many rows; what it took without the queries. */
async function run(
  runner: TestRunner,
  script: string,
  rows: number,
  timeMs = limits.timeMs,
): Promise<number> {
  let sqlMs = 0;
  const result = resultOf(rows);
  const database: TestDatabase = {
    async execute() {
      const startedAt = performance.now();
      const results = [structuredClone(result)];
      sqlMs += performance.now() - startedAt;
      return results;
    },
    softExactMatch: async () => true,
  };
  const texts = { predictedSql: ["SELECT 1"], goldSql: ["SELECT 1"], database: "bench" };
  const call = {
    script,
    profile: "agent" as const,
    ...texts,
    conditions: defaultConditions,
    predictedResult: result,
  };
  const { status, elapsedMs } = await runner.run(call, database, { limits: { ...limits, timeMs } });
  if (status !== (script === endless ? "timeout" : "passed")) throw new Error(`the test was ${status}`);
  return elapsedMs - sqlMs;
}

function resultOf(count: number): StatementResult {
  const types = ["integer", "text", "numeric", "timestamp without time zone"];
  const rows = Array.from({ length: count }, (_, at) => [
    `i${at}`,
    `tname ${at}`,
    `d${at}.25`,
    "t2024-05-06 07:08:09",
  ]);
  return queryResult(types, rows);
}

function systemPython(): number | null {
  const startedAt = performance.now();
  return spawnSync("python3", ["-c", "import json, decimal"]).status === 0
    ? performance.now() - startedAt
    : null;
}

async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
