import { rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import type { StartProcess } from "../processes/start-process.ts";
import { createWorkerPool, type WorkerPoolConfig } from "../processes/worker-pool.ts";
import { createEvaluationCalls } from "./evaluate-item.ts";
import { createLookUpCalls } from "./look-up.ts";
import type { QueryResponse } from "./query-protocol.ts";
import type { QueryRunner } from "./query-runner.ts";
import { createResultStore, type ResultBudget } from "./result-store.ts";
import type { QueryRunnerParts } from "./run-and-store.ts";
import { createQueryCall } from "./run-query.ts";
import { removeStored } from "./spool.ts";
import { cleanProcessFolder, makeSpoolFolder } from "./spool-folder.ts";

/** How a runner is set up. */
export interface QueryRunnerConfig {
  start: StartProcess;
  /** The file that a query worker starts from: query-worker.ts, or what it was bundled to. */
  entry: string;
  /** Where the private folder for long results is made; the system's folder for temporary files when left out. */
  spoolRoot?: string;
  /** Processes for interactive work (3 when left out), two of them started ahead; 0 where there is batch work alone. */
  interactive?: number;
  /** Processes for batch work; as many as the machine runs at once when left out. */
  workers?: number;
  stored?: ResultBudget;
}

/** Interactive processes that are started before they are asked for, so that one is ready while the other is stuck. */
const warmProcesses = 2;

/** Batch processes end when there has been no work for this long, in milliseconds. */
const batchIdleMs = 15_000;

/** Pairs sent ahead to one batch process, so that it never waits for the next. */
const batchDepth = 8;

const defaultBudget: ResultBudget = { memoryBytes: 64 * 2 ** 20, diskBytes: 8 * 2 ** 30 };

/** As many batch processes as the machine runs at once, within reason. */
export function defaultWorkers(): number {
  return Math.max(1, Math.min(8, availableParallelism()));
}

/** Builds the Runner over processes of its own; `close` ends them and removes its folder. */
export function createQueryRunner(config: QueryRunnerConfig): QueryRunner {
  const spoolDir = makeSpoolFolder(config.spoolRoot ?? tmpdir());
  const results = createResultStore(config.stored ?? defaultBudget);
  const common = {
    start: config.start,
    entry: config.entry,
    spoolDir,
    discard: discardResult,
    clean: (folder: string) => cleanProcessFolder(folder, results.holds),
  } satisfies Partial<WorkerPoolConfig>;
  const interactive = config.interactive ?? 3;
  const workers = config.workers ?? defaultWorkers();
  const parts: QueryRunnerParts = {
    results,
    lanes: {
      interactive: createWorkerPool({
        ...common,
        name: "interactive",
        processes: interactive,
        depth: 1,
        idleMs: null,
      }),
      batch: createWorkerPool({
        ...common,
        name: "batch",
        processes: workers,
        depth: batchDepth,
        idleMs: batchIdleMs,
      }),
    },
  };
  parts.lanes.interactive.warm(warmProcesses);
  return {
    ...createEvaluationCalls(parts),
    ...createQueryCall(parts),
    ...createLookUpCalls(parts),
    page: (id, from, count) => results.page(id, from, count),
    aligned: async (id, from, count, onlyDifferences) => results.aligned(id, from, count, onlyDifferences),
    async close() {
      await Promise.all(Object.values(parts.lanes).map((lane) => lane.close()));
      rmSync(spoolDir, { recursive: true, force: true });
    },
  };
}

function discardResult(result: QueryResponse): void {
  if (result.kind !== "statements" || !result.comparison) return;
  removeStored(result.comparison.lines);
  removeStored(result.comparison.differing);
}
