import { rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import type { Evaluation } from "#shared/domain/evaluation.ts";
import { defaultRunLimits } from "#shared/domain/run-limits.ts";
import { evaluationOf } from "#shared/metrics/evaluation.ts";
import { EngineFault, notStarted, StatementError } from "../engines/engine.ts";
import type { StartProcess } from "../processes/start-process.ts";
import { WorkerPool } from "../processes/worker-pool.ts";
import {
  comparisonLimits,
  type LookUpRequest,
  type QueryEvent,
  type QueryRequest,
  type QueryResponse,
  type StatementsRequest,
} from "./query-protocol.ts";
import type {
  EvaluationRequest,
  EvaluationResult,
  QueryOptions,
  QueryRunner,
  RowListener,
} from "./query-runner.ts";
import { type ResultBudget, ResultStore } from "./result-store.ts";
import { failedSummary, limitError, machineFault, processLostError } from "./run-errors.ts";
import { firstPageRows } from "./run-statement.ts";
import { type QueryPool, runWithRetry, type StatementsEnd } from "./run-with-retry.ts";
import { RunningResults } from "./running-results.ts";
import { removeStored } from "./spool.ts";
import { cleanProcessFolder, makeSpoolFolder } from "./spool-folder.ts";

/** The entry of a query worker in the source, for hosts that run from it. */
export const sourceQueryWorker = path.join(import.meta.dirname, "query-worker.ts");

/** How a runner is set up. */
export interface QueryRunnerConfig {
  start: StartProcess;
  /** The file that a query worker starts from: query-worker.ts, or what it was bundled to. */
  entry: string;
  /** Where the private folder for long results is made; the system's folder for temporary files when left out. */
  spoolRoot?: string;
  /** Workers for interactive work (3 when left out); 0 where there is batch work alone. */
  interactive?: number;
  /** So many of them are started before they are asked for: two when left out, so that one is ready while the other is stuck. */
  warm?: number;
  /** Workers for batch work; as many as the machine runs at once when left out. */
  workers?: number;
  stored?: ResultBudget;
}

/** Batch workers end when there has been no work for this long, in milliseconds. */
const batchIdleMs = 15_000;

/** Evaluations sent ahead to one batch worker, so that it never waits for the next. */
const batchDepth = 8;

/** How long (ms) an aborted request may still take by itself: most queries are quicker than a new worker. */
const abandonGrace = 50;

/** Beyond the limits of all its parts and this long (ms) a request's worker is killed from here: its watchdog failed. */
const backstopGrace = 10_000;

const defaultBudget: ResultBudget = { memoryBytes: 64 * 2 ** 20, diskBytes: 8 * 2 ** 30 };

/** As many batch workers as the machine runs at once, within reason. */
export function defaultWorkers(): number {
  return Math.max(1, Math.min(8, availableParallelism()));
}

/** Opens a runner over workers of its own; `close` ends them and removes its folder. */
export function createQueryRunner(config: QueryRunnerConfig): QueryRunner {
  const spoolDir = makeSpoolFolder(config.spoolRoot ?? tmpdir());
  const results = new ResultStore(config.stored ?? defaultBudget);
  const pools = {
    interactive: openPool(config, results, {
      ...{ folder: path.join(spoolDir, "interactive"), workers: config.interactive ?? 3 },
      ...{ depth: 1, idleMs: null },
    }),
    batch: openPool(config, results, {
      ...{ folder: path.join(spoolDir, "batch"), workers: config.workers ?? defaultWorkers() },
      ...{ depth: batchDepth, idleMs: batchIdleMs },
    }),
  };
  pools.interactive.warm(config.warm ?? 2);
  return new PooledQueryRunner(pools, results, spoolDir);
}

function openPool(
  { start, entry }: QueryRunnerConfig,
  results: ResultStore,
  { folder, ...size }: { folder: string; workers: number; depth: number; idleMs: number | null },
): QueryPool {
  return new WorkerPool<QueryRequest, QueryEvent, QueryResponse>({
    ...size,
    ...{ graceMs: abandonGrace, failedStarts: 3, discard: discardResponse },
    next: (count) => ({
      folder: `${folder}-${count}`,
      start: () => start(entry, [`${folder}-${count}`]),
      clean: (ended) => cleanProcessFolder(ended, (file) => results.holds(file)),
      timeMs: ({ limits }) => 2 * (limits.timeMs + comparisonLimits(limits).timeMs) + backstopGrace,
    }),
    notStarted: (how) => notStarted(`the query worker does not start: ${how}`),
  });
}

function discardResponse(response: QueryResponse): void {
  if (response.kind !== "statements" || !response.comparison) return;
  removeStored(response.comparison.lines);
  removeStored(response.comparison.differing);
}

class PooledQueryRunner implements QueryRunner {
  readonly #pools: Record<QueryOptions["priority"], QueryPool>;
  readonly #results: ResultStore;
  readonly #spoolDir: string;

  constructor(pools: Record<QueryOptions["priority"], QueryPool>, results: ResultStore, spoolDir: string) {
    this.#pools = pools;
    this.#results = results;
    this.#spoolDir = spoolDir;
  }

  async evaluate(request: EvaluationRequest, options: QueryOptions): Promise<Evaluation> {
    const statements = evaluationStatements(request, options, false);
    if (!statements) return withoutDatabase(request).evaluation;
    const pool = this.#pools[options.priority];
    const run = async (each: StatementsRequest) =>
      evaluationIn(await runWithRetry(pool, each, null, options.signal));
    const evaluation = await run(statements);
    const fault = machineFault(evaluation);
    if (fault === null) return evaluation;
    // The gold against itself: where the machine cannot run that either, nothing that follows would have a verdict.
    const canary = machineFault(await run({ ...statements, predictedSql: statements.goldSql }));
    if (canary === null) return evaluation;
    throw new EngineFault(
      `This computer cannot run statements now: ${canary}. What was evaluated before is kept. Fix the cause, then start again.`,
      { isLasting: true },
    );
  }

  async evaluateAndStore(
    request: EvaluationRequest,
    options: QueryOptions & RowListener,
  ): Promise<EvaluationResult> {
    const statements = evaluationStatements(request, options, true);
    if (!statements) return withoutDatabase(request);
    return this.#runAndStore(statements, options, options, async (end, running) => {
      const predicted = await running.resultOf("predicted");
      const gold = await running.resultOf("gold");
      return {
        evaluation: evaluationIn(end),
        predictedId: predicted.id,
        goldId: gold.id,
        predictedPage: predicted.page,
        goldPage: gold.page,
        comparison: this.#addComparison(end, predicted.id, gold.id),
      };
    });
  }

  async runQuery(...[{ database, sql }, options]: Parameters<QueryRunner["runQuery"]>) {
    const statements: StatementsRequest = {
      ...{ kind: "statements", database, predictedSql: sql, goldSql: "", sides: ["predicted"] },
      ...{ keep: true, limits: options.limits },
    };
    const listener: RowListener = {
      onRows: (_side, ...rows) => options.onRows?.(...rows),
      onProgress: (_side, rows) => options.onProgress?.(rows),
    };
    return this.#runAndStore(statements, options, listener, async ({ summaries }, running) => {
      const { id, page } = await running.resultOf("predicted");
      if (!summaries.predicted) throw new Error("the query ended without a summary");
      return { resultId: id, summary: summaries.predicted, page };
    });
  }

  page(...asked: Parameters<QueryRunner["page"]>) {
    return this.#results.page(...asked);
  }

  async aligned(...asked: Parameters<QueryRunner["aligned"]>) {
    return this.#results.aligned(...asked);
  }

  async describe(...[database]: Parameters<QueryRunner["describe"]>) {
    const response = await this.#lookUp({ kind: "describe", database, limits: defaultRunLimits });
    if (response.kind !== "schema") throw new Error("a schema was expected");
    return response.schema;
  }

  async sample(...[database, table]: Parameters<QueryRunner["sample"]>) {
    const response = await this.#lookUp({ kind: "sample", database, table, limits: defaultRunLimits });
    if (response.kind !== "sample") throw new Error("a sample was expected");
    return response.sample;
  }

  async close() {
    await Promise.all(Object.values(this.#pools).map((pool) => pool.close()));
    rmSync(this.#spoolDir, { recursive: true, force: true });
  }

  /** Runs statements whose results are stored; `finish` makes the answer out of how they ended. An aborted run leaves nothing behind. */
  async #runAndStore<Answer>(
    request: StatementsRequest,
    { priority, signal }: QueryOptions,
    listener: RowListener,
    finish: (end: StatementsEnd, running: RunningResults) => Promise<Answer>,
  ): Promise<Answer> {
    const running = new RunningResults(this.#results, listener);
    const abandon = () => running.abandon();
    signal?.addEventListener("abort", abandon, { once: true });
    try {
      return await finish(await runWithRetry(this.#pools[priority], request, running, signal), running);
    } catch (error) {
      running.abandon();
      throw error;
    } finally {
      running.end();
      signal?.removeEventListener("abort", abandon);
    }
  }

  #addComparison(
    { comparison }: StatementsEnd,
    predictedId: string | null,
    goldId: string | null,
  ): EvaluationResult["comparison"] {
    if (!comparison || predictedId === null || goldId === null) return null;
    const id = this.#results.addComparison(comparison, predictedId, goldId);
    const { rows } = this.#results.aligned(id, 0, firstPageRows, false);
    return { id, alignment: comparison.alignment, rows };
  }

  /** Asks for what is in a database; rejects with `StatementError`. */
  async #lookUp(request: LookUpRequest): Promise<QueryResponse> {
    const end = await this.#pools.interactive.run(request);
    if (end.kind === "died")
      throw new StatementError(
        end.note ? limitError(end.note.reason, request.limits) : processLostError(end.how),
      );
    if (end.response.kind === "failed") throw new StatementError(end.response.error);
    return end.response;
  }
}

/** The request for both sides of an item; null where its database cannot be opened. */
function evaluationStatements(
  { database, predictedSql, goldSql }: EvaluationRequest,
  { limits }: QueryOptions,
  keep: boolean,
): StatementsRequest | null {
  if (!database || "unusable" in database) return null;
  return { kind: "statements", database, predictedSql, goldSql, sides: ["predicted", "gold"], keep, limits };
}

function evaluationIn({ evaluation }: StatementsEnd): Evaluation {
  if (!evaluation) throw new Error("both sides ran, but the results were not compared");
  return evaluation;
}

function withoutDatabase(request: EvaluationRequest): EvaluationResult {
  const summary =
    request.database && "unusable" in request.database
      ? failedSummary("error", { message: request.database.unusable, kind: "engine", offset: null }, 0)
      : failedSummary("missing-database", null, 0);
  const missing = { summary, rows: null };
  const nothing = { from: 0, rows: [] };
  return {
    evaluation: evaluationOf(missing, missing, request),
    predictedId: null,
    goldId: null,
    predictedPage: nothing,
    goldPage: nothing,
    comparison: null,
  };
}
