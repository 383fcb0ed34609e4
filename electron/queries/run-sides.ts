import type { Cell } from "#shared/domain/cell.ts";
import type { Side } from "#shared/domain/evaluation.ts";
import type { RunLimits } from "#shared/domain/result.ts";
import { evaluationOf, type RunOutcome } from "#shared/metrics/evaluation.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import type { DatabaseRef } from "../engines/engine.ts";
import { createGoldCache, type GoldCache } from "./gold-cache.ts";
import { probeOf } from "./probe.ts";
import {
  comparisonLimits,
  type QueryEvent,
  type QueryResponse,
  type Stage,
  type StatementsRequest,
  type StoredComparison,
} from "./query-protocol.ts";
import { failedSummary, summaryOfError } from "./run-errors.ts";
import { type RowListener, runStatement, type SpooledResult } from "./run-statement.ts";
import type { OpenSession } from "./sessions.ts";
import { readStoredRows, removeStored, type StoredRowsReader } from "./spool.ts";
import { storeComparison } from "./store-comparison.ts";

/** What running statements needs of its process. */
export interface StatementsContext {
  /** The session of a database, null where it is missing; begins the stage when it is open. */
  openDatabase(database: DatabaseRef, stage: Stage, limits: RunLimits): Promise<OpenSession | null>;
  /** A new file name in the spool folder. */
  newFile(): string;
  /** Sends an event; resolves when it is out. */
  tell(event: QueryEvent): Promise<void>;
  /** Says which part of the request begins, under a time limit of its own. */
  enter(stage: Stage, limits: RunLimits): void;
}

/** Runs statements requests: the sides asked for and, where both are, their comparison. */
export function createSideRunner(
  context: StatementsContext,
): (request: StatementsRequest) => Promise<QueryResponse> {
  const golds = createGoldCache();
  return async (request) => {
    const results: Partial<Record<Side, SpooledResult>> = {};
    for (const side of request.sides) {
      const result = await runOneSide(context, golds, request, side);
      results[side] = result;
      if (request.keep) await context.tell({ type: "side", side, ...result });
    }
    const { predicted, gold } = results;
    if (predicted && gold) return compareSides(context, request, predicted, gold);
    const summaries = Object.fromEntries(
      Object.entries(results).map(([side, { summary }]) => [side, summary]),
    );
    return { kind: "statements", summaries, evaluation: null, comparison: null };
  };
}

async function runOneSide(
  context: StatementsContext,
  golds: GoldCache,
  request: StatementsRequest,
  side: Side,
): Promise<SpooledResult> {
  const open = await openOrFail(context, request, side);
  if (!("session" in open)) return open;
  const sql = side === "predicted" ? request.predictedSql : request.goldSql;
  const reusable = side === "gold" && !request.keep;
  const known = reusable ? golds.get(open.identity, sql) : null;
  if (known) return known;
  const listener = request.keep ? listenerOf(context, side) : null;
  const result = await runStatement(open.session, sql, request.limits, context.newFile(), listener);
  if (reusable) golds.put(open.identity, sql, result);
  return result;
}

async function openOrFail(
  { openDatabase }: StatementsContext,
  { database, limits }: StatementsRequest,
  side: Side,
): Promise<OpenSession | SpooledResult> {
  try {
    const open = await openDatabase(database, side, limits);
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
  request: StatementsRequest,
  predicted: SpooledResult,
  gold: SpooledResult,
): Promise<QueryResponse> {
  const limits = comparisonLimits(request.limits);
  const open = await context.openDatabase(request.database, "comparison", limits).catch(() => null);
  const probe = open ? probeOf(open.session, request.limits, context.newFile()) : null;
  const readers = [predicted, gold].map(({ stored }) => stored && readStoredRows(stored));
  const [predictedReader = null, goldReader = null] = readers;
  try {
    const sides = {
      predicted: outcomeOf(predicted, predictedReader),
      gold: outcomeOf(gold, goldReader),
    };
    const { predictedSql, goldSql } = request;
    const dialect = dialectOf(request.database.engine);
    const evaluate = () =>
      evaluationOf(sides.predicted, sides.gold, {
        predictedSql,
        goldSql,
        dialect,
        ...(probe && { probe: probe.run }),
      });
    let evaluation = evaluate();
    while (await probe?.settle()) evaluation = evaluate();
    const { rows: predictedRows } = sides.predicted;
    const { rows: goldRows } = sides.gold;
    let comparison: StoredComparison | null = null;
    if (request.keep && predictedRows && goldRows) {
      // Told beforehand: an alignment that meets the limit does not take the evaluation with it.
      await context.tell({ type: "evaluation", evaluation });
      context.enter("comparison", limits);
      comparison = storeComparison(predictedRows, goldRows, evaluation.difference, context.newFile);
    }
    const summaries = { predicted: predicted.summary, gold: gold.summary };
    return { kind: "statements", summaries, evaluation, comparison };
  } finally {
    probe?.close();
    for (const reader of readers) reader?.close();
    if (!request.keep) for (const { stored } of [predicted, gold]) if (stored) removeStored(stored);
  }
}

function outcomeOf({ summary, stored }: SpooledResult, reader: StoredRowsReader<Cell[]> | null): RunOutcome {
  if (!stored || !reader) return { summary, rows: null };
  return {
    summary,
    rows: { columns: summary.columns, rowCount: stored.rowCount, rows: reader.rows },
  };
}
