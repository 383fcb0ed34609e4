import type { Cell } from "#shared/domain/cell.ts";
import type { RunLimits } from "#shared/domain/result.ts";
import { evaluationOf, type RunOutcome } from "#shared/metrics/evaluation.ts";
import { createGoldCache, type GoldCache } from "./gold-cache.ts";
import { probeOf } from "./probe.ts";
import {
  comparisonLimits,
  type Phase,
  type Side,
  type StatementsTask,
  type StoredComparison,
  type TaskEvent,
  type TaskResult,
} from "./query-protocol.ts";
import { failedSummary, summaryOfError } from "./run-errors.ts";
import { type RowListener, runSide, type SideResult } from "./run-side.ts";
import type { OpenSession, Sessions } from "./sessions.ts";
import { readStoredRows, removeStored, type StoredRowsReader } from "./spool.ts";
import { storeComparison } from "./store-comparison.ts";

/** What running statements needs of its process. */
export interface StatementsContext {
  sessions: Sessions;
  /** A new file name in the spool folder. */
  newFile(): string;
  /** Sends an event; resolves when it is out. */
  tell(event: TaskEvent): Promise<void>;
  /** Says which part of the task begins, under a time limit of its own. */
  enter(phase: Phase, limits: RunLimits): void;
}

/** Runs statements tasks: the sides asked for and, where both are, their comparison. */
export function createStatementsRunner(
  context: StatementsContext,
): (task: StatementsTask) => Promise<TaskResult> {
  const golds = createGoldCache();
  return async (task) => {
    const results: Partial<Record<Side, SideResult>> = {};
    for (const side of task.sides) {
      context.enter(side, task.limits);
      const result = await runOneSide(context, golds, task, side);
      results[side] = result;
      if (task.keep) await context.tell({ type: "side", side, ...result });
    }
    const { predicted, gold } = results;
    if (predicted && gold) return compareSides(context, task, predicted, gold);
    const summaries = Object.fromEntries(
      Object.entries(results).map(([side, { summary }]) => [side, summary]),
    );
    return { kind: "statements", summaries, evaluation: null, comparison: null };
  };
}

async function runOneSide(
  context: StatementsContext,
  golds: GoldCache,
  task: StatementsTask,
  side: Side,
): Promise<SideResult> {
  const open = await openOrFail(context, task);
  if (!("session" in open)) return open;
  const sql = side === "predicted" ? task.predictedSql : task.goldSql;
  const reusable = side === "gold" && !task.keep;
  const known = reusable ? golds.get(open.identity, sql) : null;
  if (known) return known;
  const listener = task.keep ? listenerOf(context, side) : null;
  const result = await runSide(open.session, sql, task.limits, context.newFile(), listener);
  if (reusable) golds.put(open.identity, sql, result);
  return result;
}

async function openOrFail(
  { sessions }: StatementsContext,
  { database, limits }: StatementsTask,
): Promise<OpenSession | SideResult> {
  try {
    const open = await sessions.open(database);
    return open ?? { summary: failedSummary("missing-database", null, 0), stored: null };
  } catch (error) {
    return { summary: summaryOfError(error, limits, 0), stored: null };
  }
}

function listenerOf({ tell }: StatementsContext, side: Side): RowListener {
  return {
    onFirstRows: (summary, page) => tell({ type: "rows", side, summary, page }),
    onProgress: (rows) => tell({ type: "progress", side, rows }),
  };
}

async function compareSides(
  context: StatementsContext,
  task: StatementsTask,
  predicted: SideResult,
  gold: SideResult,
): Promise<TaskResult> {
  const open = await context.sessions.open(task.database).catch(() => null);
  context.enter("comparison", comparisonLimits(task.limits));
  const probe = open ? probeOf(open.session, task.limits, context.newFile()) : null;
  const readers = [predicted, gold].map(({ stored }) => stored && readStoredRows(stored));
  const [predictedReader = null, goldReader = null] = readers;
  try {
    const sides = {
      predicted: outcomeOf(predicted, predictedReader),
      gold: outcomeOf(gold, goldReader),
    };
    const { predictedSql, goldSql } = task;
    const evaluation = evaluationOf(sides.predicted, sides.gold, {
      predictedSql,
      goldSql,
      ...(probe && { probe: probe.run }),
    });
    const { rows: predictedRows } = sides.predicted;
    const { rows: goldRows } = sides.gold;
    let comparison: StoredComparison | null = null;
    if (task.keep && predictedRows && goldRows) {
      // Told beforehand: an alignment that meets the limit does not take the evaluation with it.
      await context.tell({ type: "evaluation", evaluation });
      context.enter("comparison", comparisonLimits(task.limits));
      comparison = storeComparison(predictedRows, goldRows, evaluation.difference, context.newFile);
    }
    const summaries = { predicted: predicted.summary, gold: gold.summary };
    return { kind: "statements", summaries, evaluation, comparison };
  } finally {
    probe?.close();
    for (const reader of readers) reader?.close();
    if (!task.keep) for (const { stored } of [predicted, gold]) if (stored) removeStored(stored);
  }
}

function outcomeOf({ summary, stored }: SideResult, reader: StoredRowsReader<Cell[]> | null): RunOutcome {
  if (!stored || !reader) return { summary, rows: null };
  return {
    summary,
    rows: { columns: summary.columns, rowCount: stored.rowCount, rows: reader.rows },
  };
}
