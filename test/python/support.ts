import path from "node:path";
import { defaultConditions } from "#shared/domain/conditions.ts";
import type { TestOutcome } from "#shared/domain/task-run.ts";
import type { DatabaseState } from "../../electron/engines/engine.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import type { StartProcess, WorkerProcess } from "../../electron/processes/start-process.ts";
import { createTestRunner } from "../../electron/python/create-test-runner.ts";
import type { TestCall, TestDatabase, TestRunner } from "../../electron/python/test-runner.ts";
import { queryResult } from "../engines/statement-result.ts";
import { testPaths } from "../support/program-paths.ts";

export const statementLimits = {
  timeMs: 20_000,
  rows: 10_000,
  cellBytes: 2 ** 20,
  memoryBytes: 512 * 2 ** 20,
};
export const testLimits = { timeMs: 20_000, memoryBytes: 256 * 2 ** 20 };

/** A runner over real interpreters, whose processes a test can count. */
export interface Interpreters {
  runner: TestRunner;
  alive: Set<WorkerProcess>;
  started(): number;
}

export function startInterpreters(folder: string, { warm = 1, start = forkProcess } = {}): Interpreters {
  const alive = new Set<WorkerProcess>();
  let started = 0;
  const counting: StartProcess = (...args) => {
    const child = start(...args);
    started += 1;
    alive.add(child);
    child.onExit(() => alive.delete(child));
    return child;
  };
  const cacheDir = path.join(folder, "python");
  const runner = createTestRunner({
    start: counting,
    ...testPaths.python,
    codeFolders: testPaths.codeFolders,
    cacheDir,
    warm,
  });
  return { runner, alive, started: () => started };
}

/** A script whose test_case has this body. */
export function testCase(body: string): string {
  const lines = body.replace(/^\n/, "").split("\n");
  const indent = /^ */.exec(lines[0] ?? "")?.[0].length ?? 0;
  return `def test_case(pred_sqls, sol_sqls, db_name, conn):\n${lines.map((line) => `    ${line.slice(indent)}`).join("\n")}\n`;
}

export function callOf(script: string, changed: Partial<TestCall> = {}): TestCall {
  const texts = { predictedSql: ["SELECT 1"], goldSql: ["SELECT 1"], database: "lab" };
  return {
    script,
    profile: "agent",
    ...texts,
    conditions: defaultConditions,
    predictedResult: null,
    ...changed,
  };
}

/** A private state as the database of a test. */
export function databaseOf(state: DatabaseState): TestDatabase {
  return {
    engine: state.template.engine,
    execute: (sql, { signal }) => state.run(sql, { limits: statementLimits, signal }),
    softExactMatch: async () => {
      throw new Error("no test of this suite matches results");
    },
  };
}

/** For scripts that have no business with a database. */
export const noDatabase: TestDatabase = {
  execute: async () => [],
  softExactMatch: async () => false,
};

/** What a query gives that gives the number 1. */
export const one = queryResult(["integer"], [["i1"]]);

/** The part of an outcome that does not change from run to run. */
export function said({
  status,
  message,
  stdout,
}: TestOutcome): Pick<TestOutcome, "status" | "message" | "stdout"> {
  return { status, message, stdout };
}
