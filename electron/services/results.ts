import type { DatabaseLoading } from "#shared/contract/databases.ts";
import type { CorrectedRun, EvaluationEvent, ScratchEvent, ScratchQuery } from "#shared/contract/results.ts";
import type { Evaluation } from "#shared/domain/evaluation.ts";
import type { RowPage } from "#shared/domain/result.ts";
import type { RunLimits } from "#shared/domain/run-limits.ts";

import type { DatabaseRef } from "../engines/engine.ts";
import { type QueryRunner, ResultGone } from "../queries/query-runner.ts";
import { machineFault } from "../queries/run-errors.ts";
import { evaluationsOf, hasEvaluation, saveEvaluation } from "../store/evaluations.ts";
import { type RunnableItem, runnableItem } from "../store/items.ts";
import { projectById } from "../store/projects.ts";
import { addScratchQuery, scratchQueriesOf } from "../store/scratch-queries.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { eventStream } from "./event-queue.ts";
import { ServiceFault } from "./fault.ts";
import { type ReviewDatabases, reviewDatabase } from "./review-database.ts";
import { unknownItem } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  runner: QueryRunner;
  tools: ReviewDatabases;
  /** The limits that an account's statements run under. */
  limitsOf(account: string): Promise<RunLimits>;
  now(): Date;
}

/** Runs SQL for a person who waits for it; every stream stops its queries when its taker goes. */
export function createResultsService(dependencies: Dependencies) {
  const { workspace, runner } = dependencies;
  return {
    evaluateItem: (input: EvaluationInput, { actor, signal }: CallContext) =>
      eventStream<EvaluationEvent>(signal, (emit, signal) =>
        evaluateItem(dependencies, input, actor, emit, signal),
      ),

    runScratch: (input: ScratchRun, { actor, signal }: CallContext) =>
      eventStream<ScratchEvent>(signal, (emit, signal) =>
        runScratch(dependencies, input, actor, emit, signal),
      ),

    runCorrected: (input: ScratchRun, { actor, signal }: CallContext) =>
      runCorrected(dependencies, input, actor, signal),

    scratchHistory: async (
      { projectId }: { projectId: number },
      { actor }: CallContext,
    ): Promise<ScratchQuery[]> => workspace.read((db) => scratchQueriesOf(db, projectId, actor)),

    page: ({ resultId, from, count }: { resultId: string; from: number; count: number }): Promise<RowPage> =>
      orGone(runner.page(resultId, from, count)),

    aligned: ({ comparisonId, from, count, onlyDifferences }: AlignedInput) =>
      orGone(runner.aligned(comparisonId, from, count, onlyDifferences)),
  };
}

interface EvaluationInput {
  itemId: number;
  /** Milliseconds instead of the person's limit. */
  timeMs?: number | undefined;
}

interface ScratchRun {
  itemId: number;
  sql: string;
}

async function evaluateItem(
  dependencies: Dependencies,
  { itemId, timeMs }: EvaluationInput,
  account: string,
  emit: (event: EvaluationEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const { runner, limitsOf } = dependencies;
  const { item, database } = await find(dependencies, itemId, emit, signal);
  const { predictedSql, goldSql } = item;
  const run = await runner.evaluateAndStore(
    { database, predictedSql, goldSql },
    {
      limits: { ...(await limitsOf(account)), ...(timeMs === undefined ? {} : { timeMs }) },
      signal,
      priority: "interactive",
      onRows: (side, resultId, summary, page) => emit({ type: "rows", side, resultId, summary, page }),
      onProgress: (side, rows) => emit({ type: "progress", side, rows }),
    },
  );
  emit({ type: "done", ...run });
  await keepEvaluation(dependencies, item, run.evaluation);
}

async function runScratch(
  dependencies: Dependencies,
  { itemId, sql }: ScratchRun,
  account: string,
  emit: (event: ScratchEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const { workspace, runner, limitsOf, now } = dependencies;
  const { item, dir, database } = await find(dependencies, itemId, emit, signal);
  const { dbId, projectId } = item;
  if (!database)
    throw new ServiceFault("NOT_FOUND", `There is no database ${dbId} in ${dir}.`, {
      what: `database ${dbId}`,
    });
  const run = await runner.runQuery(
    { database, sql },
    {
      limits: await limitsOf(account),
      signal,
      priority: "interactive",
      onRows: (resultId, summary, page) => emit({ type: "rows", resultId, summary, page }),
      onProgress: (rows) => emit({ type: "progress", rows }),
    },
  );
  const { status, rowCount } = run.summary;
  const query = { dbId, sql, ranAt: now().toISOString(), status, rows: rowCount };
  await workspace.write((db) => addScratchQuery(db, projectId, account, query));
  emit({ type: "done", ...run });
}

async function runCorrected(
  dependencies: Dependencies,
  { itemId, sql }: ScratchRun,
  account: string,
  signal: AbortSignal | undefined,
): Promise<CorrectedRun> {
  const { runner, limitsOf } = dependencies;
  const gone = signal ?? new AbortController().signal;
  const { item, database } = await find(dependencies, itemId, () => undefined, gone);
  const limits = await limitsOf(account);
  const beside = (other: string): Promise<Evaluation> =>
    runner.evaluate(
      { database, predictedSql: sql, goldSql: other },
      { limits, signal: gone, priority: "interactive" },
    );
  const [predicted, gold] = await Promise.all([beside(item.predictedSql), beside(item.goldSql)]);
  return { beside: { predicted, gold } };
}

interface Found {
  item: RunnableItem;
  dir: string;
  database: DatabaseRef | null;
}

async function find(
  { workspace, tools }: Dependencies,
  itemId: number,
  emit: (event: DatabaseLoading) => void,
  signal: AbortSignal,
): Promise<Found> {
  const found = await workspace.read(async (db) => {
    const item = await runnableItem(db, itemId);
    const project = item && (await projectById(db, item.projectId));
    return item && project ? { item, project } : null;
  });
  if (!found) throw unknownItem(itemId);
  const { item, project } = found;
  const database = await reviewDatabase(tools, project, item.dbId, {
    signal,
    onLoading: (progress) => emit({ type: "loading", database: item.dbId, ...progress }),
  });
  return { item, dir: project.databasesDir, database };
}

/** Keeps an evaluation where there is none, or where more time gave an answer in place of a timeout. */
async function keepEvaluation(
  { workspace, now }: Dependencies,
  { id, projectId }: RunnableItem,
  evaluation: Evaluation,
): Promise<void> {
  const wanted = await workspace.read(async (db) => {
    if (!(await hasEvaluation(db, projectId, id))) return true;
    const earlier = (await evaluationsOf(db, [id])).get(id)?.difference.kind;
    return earlier === "timeout" && evaluation.difference.kind !== "timeout";
  });
  const cancelled = [evaluation.predicted, evaluation.gold].some(({ status }) => status === "cancelled");
  if (!wanted || cancelled || machineFault(evaluation) !== null) return;
  const at = now().toISOString();
  await workspace.write((db) => saveEvaluation(db, projectId, id, evaluation, at));
}

interface AlignedInput {
  comparisonId: string;
  from: number;
  count: number;
  onlyDifferences: boolean;
}

async function orGone<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ResultGone)) throw error;
    throw new ServiceFault("NOT_FOUND", "This result is no longer stored. Run the query again.", {
      what: "result",
    });
  }
}
