import type { Cell } from "#shared/domain/cell.ts";
import type { Side } from "#shared/domain/evaluation.ts";
import type { RunLimits } from "#shared/domain/run-limits.ts";
import { evaluationOf, type RunOutcome } from "#shared/metrics/evaluation.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import type { DatabaseRef } from "../engines/engine.ts";
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
import { runStatement, type SpooledResult, type StatementListener } from "./run-statement.ts";
import type { OpenSession } from "./sessions.ts";
import { readStoredRows, removeStored, type StoredRowsReader } from "./spool.ts";
import { storeComparison } from "./store-comparison.ts";

/** What running the sides of a request needs of its worker. */
export interface SidesContext {
  /** The session of a database, null where it is missing; begins the stage when it is open. */
  openDatabase(database: DatabaseRef, stage: Stage, limits: RunLimits): Promise<OpenSession | null>;
  /** A new file name in the spool folder. */
  newFile(): string;
  /** Resolves when the event is out. */
  emit(event: QueryEvent): Promise<void>;
  /** Says which stage of the request begins, under a time limit of its own. */
  enter(stage: Stage, limits: RunLimits): void;
}

type FullContext = SidesContext & { golds: GoldCache };

/** Runs the sides asked for and, where both are, compares them. */
export function createSideRunner(): (
  request: StatementsRequest,
  context: SidesContext,
) => Promise<QueryResponse> {
  const golds = new GoldCache();
  return async (request, given) => {
    const context: FullContext = { ...given, golds };
    const results: Partial<Record<Side, SpooledResult>> = {};
    for (const side of request.sides) {
      const result = await runOneSide(context, request, side);
      results[side] = result;
      if (request.keep) await context.emit({ type: "side", side, ...result });
    }
    const { predicted, gold } = results;
    if (predicted && gold) return compareSides(context, request, predicted, gold);
    const summaries = Object.fromEntries(
      Object.entries(results).map(([side, { summary }]) => [side, summary]),
    );
    return { kind: "statements", summaries, evaluation: null, comparison: null };
  };
}

/** How many results of golds a worker caches; each is one that fits in memory (spool.ts), so at most some 16 MB in all. */
const cachedGolds = 64;

/** Results of golds in a batch, where several predictions of one question have the same gold. */
class GoldCache {
  readonly #results = new Map<string, SpooledResult>();

  get(databaseIdentity: string, sql: string): SpooledResult | null {
    return this.#results.get(`${databaseIdentity}\0${sql}`) ?? null;
  }

  /** Caches a result that is in memory; the least recently cached goes first. */
  put(databaseIdentity: string, sql: string, result: SpooledResult): void {
    if (!result.stored?.rows) return;
    const [oldest] = this.#results.keys();
    if (oldest !== undefined && this.#results.size >= cachedGolds) this.#results.delete(oldest);
    this.#results.set(`${databaseIdentity}\0${sql}`, result);
  }
}

async function runOneSide(
  context: FullContext,
  request: StatementsRequest,
  side: Side,
): Promise<SpooledResult> {
  const open = await openOrFail(context, request, side);
  if (!("session" in open)) return open;
  const sql = side === "predicted" ? request.predictedSql : request.goldSql;
  const reusable = side === "gold" && !request.keep;
  const known = reusable ? context.golds.get(open.identity, sql) : null;
  if (known) return known;
  const listener = request.keep ? listenerOf(context, side) : null;
  const result = await runStatement(open.session, sql, request.limits, context.newFile(), listener);
  if (reusable) context.golds.put(open.identity, sql, result);
  return result;
}

async function openOrFail(
  { openDatabase }: SidesContext,
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

function listenerOf({ emit }: FullContext, side: Side): StatementListener {
  return {
    onFirstRows: (summary, page) => emit({ type: "rows", side, summary, page }),
    onProgress: (rows) => emit({ type: "progress", side, rows }),
  };
}

async function compareSides(
  context: FullContext,
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
      // Sent beforehand: an alignment that meets the limit does not take the evaluation with it.
      await context.emit({ type: "evaluation", evaluation });
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
