import path from "node:path";
import type { Evaluation } from "#shared/domain/evaluation.ts";
import { exKinds } from "#shared/domain/ex.ts";
import type { RunSummary } from "#shared/domain/result.ts";
import { defaultRunLimits } from "#shared/domain/run-limits.ts";

import type { ItemInput } from "#shared/formats/item-input.ts";
import { readPredictions } from "#shared/formats/predictions.ts";
import { reviewEngineOf } from "../engines/sources.ts";
import { createQueryRunner, defaultWorkers } from "../queries/create-query-runner.ts";
import { evaluateBatch } from "../queries/evaluate-batch.ts";
import type { EvaluationRequest } from "../queries/query-runner.ts";
import { readTextFile } from "../store/read-text-file.ts";
import { type CommandContext, defineCommand } from "./command.ts";
import { exitCodes } from "./command-end.ts";
import { type OutputValue, outputText } from "./output-schemas.ts";
import { type FoundDatabases, openReviewDatabases } from "./review-databases.ts";
import { databasesOption, engineOption, serverOption, wholeNumber } from "./shared-options.ts";
import { readEngineOptions } from "./task-options.ts";

/** Pairs under way for each worker: what it has before it and what is waiting to be written in order. */
const aheadPerWorker = 32;

/**
 * Runs every prediction against its gold and writes a line per item, in input order. What becomes of single items is no
 * failure: each line says, and the summary counts; but a run that could judge not one item (no database found, or no gold
 * ran) ends with 1.
 */
export const predictionsEvaluate = defineCommand(
  (command) =>
    command
      .description("run every prediction against its gold and write a line per item")
      .requiredOption("--input <file>", "the predictions, JSON or JSONL")
      .addOption(databasesOption())
      .addOption(engineOption())
      .addOption(serverOption())
      .requiredOption("--out <file>", "the results, a line of JSON per item in input order")
      .option("--workers <n>", "how many processes run SQL at the same time", wholeNumber(1, 64))
      .option("--time-limit-ms <n>", "time limit of a statement, in milliseconds", wholeNumber(1, 3_600_000)),
  async (options, context) => {
    // Wrong options are reported before a large file is read.
    readEngineOptions(options, () => "sqlite");
    const items = await readItems(await context.input(options.input));
    const engine = readEngineOptions(options, (dir) =>
      reviewEngineOf(dir, [...new Set(items.map(({ dbId }) => dbId))]),
    );
    const databases = await openReviewDatabases(engine, context);
    const judged = await writeEvaluations(options, items, databases, context).finally(databases.close);
    return judged > 0 || items.length === 0 ? exitCodes.done : exitCodes.findings;
  },
);

/** What evaluating needs of an item: the rest of the file is not held while a batch runs. */
type BatchItem = Pick<ItemInput, "questionId" | "dbId" | "predictedSql" | "goldSql">;

async function readItems(file: string): Promise<BatchItem[]> {
  const { items } = readPredictions(await readTextFile(file), path.basename(file));
  return items.map(({ questionId, dbId, predictedSql, goldSql }) => ({
    questionId,
    dbId,
    predictedSql,
    goldSql,
  }));
}

/** Evaluates and writes all items; the answer is how many could be judged. */
async function writeEvaluations(
  {
    out: file,
    workers = defaultWorkers(),
    timeLimitMs,
  }: { out: string; workers?: number; timeLimitMs?: number },
  items: readonly BatchItem[],
  databases: FoundDatabases,
  { host, signal, output, progress, result }: CommandContext,
): Promise<number> {
  const out = output(file);
  const { startProcess: start, paths } = await host.program();
  const runner = createQueryRunner({ start, entry: paths.queryWorker, interactive: 0, workers });
  const figures = createFigures();
  const limits = { ...defaultRunLimits, timeMs: timeLimitMs ?? defaultRunLimits.timeMs };
  const evaluated = progress("evaluated", items.length, "items");
  try {
    const batch = evaluateBatch(runner, requestsOf(items, databases), {
      limits,
      signal,
      ahead: workers * aheadPerWorker,
    });
    let index = 0;
    for await (const { item, evaluation } of batch) {
      out.write(`${outputText("evaluation", evaluationLine(index, item.input, evaluation))}\n`);
      figures.add(evaluation);
      index += 1;
      evaluated(index);
    }
    out.complete();
    const summary = figures.summary();
    result("evaluation-summary", { out: file, workers, ...summary });
    return summary.gold.ok ?? 0;
  } finally {
    await runner.close();
  }
}

/** The pairs to run; each db_id is looked up once. */
async function* requestsOf(
  items: readonly BatchItem[],
  databases: FoundDatabases,
): AsyncGenerator<EvaluationRequest & { input: BatchItem }> {
  const found = new Map<string, EvaluationRequest["database"]>();
  for (const input of items) {
    const { dbId, predictedSql, goldSql } = input;
    if (!found.has(dbId)) found.set(dbId, await databases.find(dbId));
    yield { database: found.get(dbId) ?? null, predictedSql, goldSql, input };
  }
}

function evaluationLine(
  index: number,
  { questionId, dbId }: BatchItem,
  { predicted, gold, ex, difference }: Evaluation,
): OutputValue<"evaluation"> {
  return { index, questionId, dbId, predicted: sideOf(predicted), gold: sideOf(gold), ex, difference };
}

/** One side of an evaluated item: the time to the microsecond, an error only where there is one. */
function sideOf({ status, rowCount, error, elapsedMs }: RunSummary): OutputValue<"evaluation">["predicted"] {
  return {
    status,
    rows: rowCount,
    ...(error && { error: error.message }),
    elapsedMs: Math.round(elapsedMs * 1000) / 1000,
  };
}

/** Counts evaluations as they come. */
function createFigures() {
  const startedAt = performance.now();
  const none = () => ({ true: 0, false: 0, null: 0 });
  const figures = {
    items: 0,
    predicted: {} as Record<string, number>,
    gold: {} as Record<string, number>,
    ex: { set: none(), multiset: none(), ordered: none(), first200: none() },
    difference: {} as Record<string, number>,
    truncated: 0,
  };
  const count = (counts: Record<string, number>, value: string) => {
    counts[value] = (counts[value] ?? 0) + 1;
  };
  return {
    add({ predicted, gold, ex, difference }: Evaluation): void {
      figures.items += 1;
      count(figures.predicted, predicted.status);
      count(figures.gold, gold.status);
      count(figures.difference, difference.kind);
      for (const kind of exKinds) figures.ex[kind][`${ex[kind]}`] += 1;
      if (predicted.truncated || gold.truncated) figures.truncated += 1;
    },
    summary: () => ({ ...figures, elapsedMs: Math.round(performance.now() - startedAt) }),
  };
}
