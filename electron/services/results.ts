import type { ItemRunEvent, QueryRunEvent, ScratchQuery } from "#shared/contract/results.ts";
import type { Evaluation } from "#shared/domain/evaluation.ts";
import type { RowPage, RunLimits } from "#shared/domain/result.ts";
import type { DatabaseRef } from "../engines/engine.ts";
import { findDatabase } from "../engines/find-database.ts";
import { ResultGone, type Runner } from "../runners/runner.ts";
import { evaluationsOf, hasEvaluation, saveEvaluation } from "../store/evaluations.ts";
import { type RunnableItem, runnableItem } from "../store/items.ts";
import { projectById } from "../store/projects.ts";
import { addScratchQuery, scratchQueriesOf } from "../store/scratch-queries.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { Fault } from "./fault.ts";
import { streamOf } from "./stream-of.ts";

interface Dependencies {
  workspace: Workspace;
  runner: Runner;
  limits: RunLimits;
  now(): Date;
}

/** Runs SQL for a person who waits for it; every stream stops its queries when its taker goes. */
export function createResultsService({ workspace, runner, limits, now }: Dependencies) {
  async function find(
    itemId: number,
  ): Promise<{ item: RunnableItem; dir: string; database: DatabaseRef | null }> {
    const found = workspace.read((db) => {
      const item = runnableItem(db, itemId);
      const project = item && projectById(db, item.projectId);
      return item && project ? { item, dir: project.databasesDir } : null;
    });
    if (!found)
      throw new Fault("NOT_FOUND", "This item is not in the workspace.", { what: `item ${itemId}` });
    return { ...found, database: await findDatabase(found.dir, found.item.dbId) };
  }

  async function keepEvaluation(item: RunnableItem, evaluation: Evaluation): Promise<void> {
    const wanted = workspace.read((db) => {
      if (!hasEvaluation(db, item.projectId, item.id)) return true;
      // Run again with more time, an item can turn out to have an answer after all.
      const kept = evaluationsOf(db, [item.id]).get(item.id)?.difference.kind;
      return kept === "timeout" && evaluation.difference.kind !== "timeout";
    });
    const cancelled = [evaluation.predicted, evaluation.gold].some(({ status }) => status === "cancelled");
    if (!wanted || cancelled) return;
    const at = now().toISOString();
    await workspace.write((db) => saveEvaluation(db, item.projectId, item.id, evaluation, at));
  }

  return {
    runItem: ({ itemId, timeMs }: { itemId: number; timeMs?: number | undefined }, { signal }: CallContext) =>
      streamOf<ItemRunEvent>(signal, async (emit, signal) => {
        const { item, database } = await find(itemId);
        const { predictedSql, goldSql } = item;
        const run = await runner.runPair(
          { database, predictedSql, goldSql },
          {
            limits: { ...limits, ...(timeMs === undefined ? {} : { timeMs }) },
            signal,
            priority: "interactive",
            onRows: (side, resultId, summary, page) => emit({ type: "rows", side, resultId, summary, page }),
            onProgress: (side, rows) => emit({ type: "progress", side, rows }),
          },
        );
        emit({ type: "done", ...run });
        await keepEvaluation(item, run.evaluation);
      }),

    runScratch: ({ itemId, sql }: { itemId: number; sql: string }, { actor, signal }: CallContext) =>
      streamOf<QueryRunEvent>(signal, async (emit, signal) => {
        const { item, dir, database } = await find(itemId);
        if (!database)
          throw new Fault("NOT_FOUND", `There is no database ${item.dbId} in ${dir}.`, {
            what: `database ${item.dbId}`,
          });
        const run = await runner.runQuery(
          { database, sql },
          {
            limits,
            signal,
            priority: "interactive",
            onRows: (resultId, summary, page) => emit({ type: "rows", resultId, summary, page }),
            onProgress: (rows) => emit({ type: "progress", rows }),
          },
        );
        const { status, rowCount } = run.summary;
        const query = { dbId: item.dbId, sql, ranAt: now().toISOString(), status, rows: rowCount };
        await workspace.write((db) => addScratchQuery(db, item.projectId, actor, query));
        emit({ type: "done", ...run });
      }),

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
    throw new Fault("NOT_FOUND", "This result is no longer kept. Run the query again.", { what: "result" });
  }
}
