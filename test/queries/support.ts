import { mkdtempSync } from "node:fs";
import path from "node:path";
import type { Cell } from "#shared/domain/cell.ts";
import type { RunSummary } from "#shared/domain/result.ts";
import { defaultRunLimits, type RunLimits } from "#shared/domain/run-limits.ts";

import type { DatabaseOf, DatabaseRef } from "../../electron/engines/engine.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import type { WorkerProcess } from "../../electron/processes/start-process.ts";
import { createQueryRunner, type QueryRunnerConfig } from "../../electron/queries/create-query-runner.ts";
import type { QueryRunner } from "../../electron/queries/query-runner.ts";
import { makeDatabase } from "../engines/sqlite/support.ts";
import { testPaths } from "../support/program-paths.ts";

/** A runner over real processes that a test can count and kill. */
export interface TestRunner {
  runner: QueryRunner;
  /** The folder below which the runner makes its own. */
  spoolRoot: string;
  /** The processes that run now. */
  alive: Set<WorkerProcess>;
  /** How many processes have been started. */
  started(): number;
}

export function startRunner(folder: string, config: Partial<QueryRunnerConfig> = {}): TestRunner {
  const spoolRoot = mkdtempSync(path.join(folder, "spool-"));
  const alive = new Set<WorkerProcess>();
  let started = 0;
  const runner = createQueryRunner({
    entry: testPaths.queryWorker,
    spoolRoot,
    workers: 2,
    ...config,
    start: (entry, args) => {
      const child = forkProcess(entry, args);
      started += 1;
      alive.add(child);
      child.onExit(() => alive.delete(child));
      return child;
    },
  });
  return { runner, spoolRoot, alive, started: () => started };
}

export const limits = (changed: Partial<RunLimits> = {}): RunLimits => ({ ...defaultRunLimits, ...changed });

/** Writes a small database and refers to it. */
export function makeSingers(folder: string, name = "singer"): DatabaseOf<"sqlite"> {
  const file = makeDatabase(
    path.join(folder, `${name}.sqlite`),
    `CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT, age INT);
     INSERT INTO singer VALUES (1, 'Ann', 30), (2, 'Bob', 41), (3, 'Cid', 41), (4, 'Dan', NULL);`,
  );
  return { engine: "sqlite", dbId: name, path: file };
}

/** Counts to `count`; endless without one. */
export function counting(count?: number): string {
  const end = count === undefined ? "" : ` WHERE x < ${count}`;
  return `WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c${end})`;
}

/** Runs one query to its end and gives its summary and first rows. */
export async function run(
  runner: QueryRunner,
  database: DatabaseRef,
  sql: string,
  changed: Partial<RunLimits> = {},
): Promise<{ summary: RunSummary; rows: Cell[][]; resultId: string | null }> {
  const { summary, page, resultId } = await runner.runQuery(
    { database, sql },
    { limits: limits(changed), priority: "interactive" },
  );
  return { summary, rows: page.rows, resultId };
}
