import { statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { defaultRunLimits } from "#shared/domain/result.ts";
import { BadInput, describeProblem } from "#shared/formats/bad-input.ts";
import type { ItemInput } from "#shared/formats/item-input.ts";
import { readPredictions } from "#shared/formats/predictions.ts";
import { findDatabase } from "../engines/sources.ts";
import { forkProcess } from "../processes/fork-process.ts";
import { createQueryRunner, defaultWorkers, sourceQueryWorker } from "../queries/create-query-runner.ts";
import { evaluateBatch } from "../queries/evaluate-batch.ts";
import type { EvaluationRequest } from "../queries/query-runner.ts";
import { readTextFile } from "../store/read-text-file.ts";
import type { CommandOutput } from "./command-output.ts";
import { evaluationLine } from "./evaluation-line.ts";
import { createSummary } from "./evaluation-summary.ts";
import { createWholeFile, notWritten, type WholeFile } from "./whole-file.ts";

const usage = "evaluate --input FILE --databases DIR --out FILE.jsonl [--workers N] [--time-limit-ms N]";

/** Pairs under way for each worker: what it has before it and what is waiting to be written in order. */
const aheadPerWorker = 32;

/** Progress is told this often, in milliseconds. */
const progressInterval = 2000;

interface EvaluateOptions {
  input: string;
  databases: string;
  out: string;
  workers: number;
  timeMs: number;
}

/** What was typed or given cannot be worked with: exit code 2. */
class Unusable extends Error {}

/**
 * `evaluate`: runs every prediction against its gold and writes a line per item, in input order. Exit code 0 when the run
 * completed, whatever became of single items (each line says, and the summary counts); 1 when it completed and not one item
 * could be judged (no database found, or no gold ran); 2 for wrong usage, refused input, or a file that cannot be written;
 * 130 when interrupted. The output file appears whole or not at all.
 */
export async function run(args: string[], output: CommandOutput): Promise<number> {
  try {
    return await evaluate(readOptions(args), output);
  } catch (error) {
    if (error instanceof BadInput)
      for (const problem of error.problems) output.note(describeProblem(problem));
    else if (error instanceof Unusable) output.note(error.message);
    else throw error;
    return 2;
  }
}

async function evaluate(options: EvaluateOptions, output: CommandOutput): Promise<number> {
  const items = await readItems(options.input);
  const out = openOutput(options.out);
  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort();
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  try {
    const judged = await writeEvaluations(options, items, out, interrupt.signal, output);
    return judged > 0 || items.length === 0 ? 0 : 1;
  } catch (error) {
    out.discard();
    if (!interrupt.signal.aborted) throw error;
    output.note("interrupted; nothing was written");
    return 130;
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}

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

/** Evaluates and writes all items; tells how many could be judged. */
async function writeEvaluations(
  { databases, out: file, workers, timeMs }: EvaluateOptions,
  items: readonly BatchItem[],
  out: WholeFile,
  signal: AbortSignal,
  output: CommandOutput,
): Promise<number> {
  const runner = createQueryRunner({ start: forkProcess, entry: sourceQueryWorker, interactive: 0, workers });
  const summary = createSummary();
  const limits = { ...defaultRunLimits, timeMs };
  const tellProgress = progressTeller(items.length, output);
  try {
    const batch = evaluateBatch(runner, requestsOf(items, databases), {
      limits,
      signal,
      ahead: workers * aheadPerWorker,
    });
    let index = 0;
    for await (const { item, evaluation } of batch) {
      out.write(`${JSON.stringify(evaluationLine(index, item.input, evaluation))}\n`);
      summary.add(evaluation);
      index += 1;
      tellProgress(index);
    }
    out.complete();
    output.result({ out: file, workers, ...summary.figures() });
    return summary.judged();
  } finally {
    await runner.close();
  }
}

/** The pairs to run; each db_id is looked up once. */
async function* requestsOf(
  items: readonly BatchItem[],
  dir: string,
): AsyncGenerator<EvaluationRequest & { input: BatchItem }> {
  const found = new Map<string, EvaluationRequest["database"]>();
  for (const input of items) {
    const { dbId, predictedSql, goldSql } = input;
    if (!found.has(dbId)) found.set(dbId, await findDatabase(dir, dbId));
    yield { database: found.get(dbId) ?? null, predictedSql, goldSql, input };
  }
}

function progressTeller(total: number, output: CommandOutput): (done: number) => void {
  let toldAt = performance.now();
  return (done) => {
    if (performance.now() - toldAt < progressInterval) return;
    toldAt = performance.now();
    output.note(`evaluated ${done} of ${total} items`);
  };
}

function readOptions(args: string[]): EvaluateOptions {
  const { input, databases, out, workers, "time-limit-ms": timeMs } = parseOptions(args);
  if (input === undefined || databases === undefined || out === undefined)
    throw new Unusable(`--input, --databases and --out are needed.\nusage: ${usage}`);
  if (!statSync(databases, { throwIfNoEntry: false })?.isDirectory())
    throw new Unusable(`--databases ${databases}: there is no such folder.`);
  return {
    input,
    databases,
    out,
    workers: wholeNumber("--workers", workers, defaultWorkers(), 64),
    timeMs: wholeNumber("--time-limit-ms", timeMs, defaultRunLimits.timeMs, 3_600_000),
  };
}

function parseOptions(args: string[]) {
  const string = { type: "string" } as const;
  try {
    return parseArgs({
      args,
      options: { input: string, databases: string, out: string, workers: string, "time-limit-ms": string },
    }).values;
  } catch (error) {
    throw new Unusable(`${(error as Error).message}\nusage: ${usage}`);
  }
}

function wholeNumber(name: string, text: string | undefined, otherwise: number, most: number): number {
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > most)
    throw new Unusable(`${name} takes a whole number from 1 to ${most}, not '${text}'.`);
  return number;
}

function openOutput(file: string): WholeFile {
  try {
    return createWholeFile(file);
  } catch (error) {
    throw new Unusable(notWritten(file, error));
  }
}
