import { createHash } from "node:crypto";
import os from "node:os";
import { BadInput, describeProblem } from "#shared/formats/bad-input.ts";
import type { ReadTask } from "#shared/formats/task-file.ts";
import { readTaskPredictions, type TaskPrediction } from "#shared/formats/task-predictions.ts";
import type { TemplateRef } from "../engines/engine.ts";
import { evaluateTasks, type TaskToEvaluate } from "../evaluation/evaluate-tasks.ts";
import { createTaskRunner } from "../evaluation/phases.ts";
import { readTextFile } from "../store/read-text-file.ts";
import { commandOptions, explaining } from "./command-options.ts";
import type { CommandOutput } from "./command-output.ts";
import { openPartialResults, type PartialResults } from "./partial-results.ts";
import { readTasks } from "./task-input.ts";
import {
  openTaskDatabases,
  openTestRunner,
  readTaskOptions,
  type TaskDatabases,
  type TaskOptions,
  taskOptionNames,
} from "./task-options.ts";
import { type TestedTask, testedTask } from "./test-line.ts";
import { testsSummary } from "./tests-summary.ts";
import { openWholeFile } from "./whole-file.ts";

/** Progress is told this often, in milliseconds. */
const progressInterval = 2000;

/** Part of every key: a change of what results mean tests everything anew. */
const resultForm = "1";

/**
 * `run-tests --input TASKS.jsonl --predictions FILE [--ground-truth FILE] --databases DIR|URL [--engine …] [--profile …]
 * [--server URL] --out RESULTS.jsonl`: tests a system's answers, writes a line per task and phase (test-line.ts), and
 * prints success and reward. An interrupted run goes on where it stopped. Exit code 0 where every phase passed as shipped,
 * 1 where one did not, 2 for wrong usage or unreadable input, 130 when interrupted.
 */
export function run(args: string[], output: CommandOutput): Promise<number> {
  return explaining(output, async () => {
    const required = ["input", "predictions", "databases", "out"] as const;
    const options = commandOptions(args, required, ["ground-truth", ...taskOptionNames]);
    const taskOptions = readTaskOptions(options);
    const items = await readItems(options.input, options["ground-truth"], options.predictions, output);
    openWholeFile(options.out).discard(); // Whether it can be written at all is found out before the work.
    const interrupt = new AbortController();
    const onSignal = () => interrupt.abort();
    process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
    const partial = openPartialResults(options.out);
    try {
      const results = await testAll({ items, taskOptions, partial, signal: interrupt.signal, output });
      writeResults(options.out, results);
      partial.complete();
      const { kind, profile } = taskOptions;
      output.result({ out: options.out, engine: kind, profile, ...testsSummary(results) });
      return results.every(({ tested }) => tested.lines.every(({ passed }) => passed)) ? 0 : 1;
    } catch (error) {
      if (!interrupt.signal.aborted) throw error;
      output.note("interrupted; the same command goes on from here");
      return 130;
    } finally {
      partial.close();
      process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
    }
  });
}

/** A task with its answers, and the text that its results depend on, besides engine, database and evaluator. */
interface Item extends TaskToEvaluate {
  text: string;
}

type Result = Item & { tested: TestedTask };

async function readItems(
  input: string,
  groundTruth: string | undefined,
  file: string,
  output: CommandOutput,
): Promise<Item[]> {
  const { tasks, problems } = await readTasks(input, groundTruth);
  const { predictions, replaced, ...answers } = readTaskPredictions(await readTextFile(file), file);
  if (predictions.length === 0 && answers.problems.length > 0) throw new BadInput(answers.problems);
  for (const problem of [...problems, ...answers.problems]) output.note(describeProblem(problem));
  if (replaced > 0) output.note(`${replaced} answers were replaced by later rows of the same task and phase`);
  const ids = new Set(tasks.map(({ task }) => task.instanceId));
  const strangers = predictions.map(({ instanceId }) => instanceId).filter((id) => !ids.has(id));
  if (strangers.length > 0)
    output.note(
      `${strangers.length} predictions are of no task of the input: ${strangers.slice(0, 5).join(", ")}`,
    );
  const byId = new Map(predictions.map((prediction) => [prediction.instanceId, prediction]));
  return tasks.map((read) => itemOf(read, byId.get(read.task.instanceId)));
}

function itemOf({ task, source }: ReadTask, prediction: TaskPrediction | undefined): Item {
  const answer = { phase1: prediction?.phase1 ?? null, phase2: prediction?.phase2 ?? null };
  return { task, answer, text: `${source.text}\0${JSON.stringify(answer)}` };
}

interface Testing {
  items: readonly Item[];
  taskOptions: TaskOptions;
  partial: PartialResults;
  signal: AbortSignal;
  output: CommandOutput;
}

/** Tests what has not been tested before; the results are in the order of the items. */
async function testAll({ items, taskOptions, partial, signal, output }: Testing): Promise<Result[]> {
  const concurrency = Math.max(1, os.availableParallelism());
  const databases = await openTaskDatabases(taskOptions, { output, spare: 0 });
  const tests = openTestRunner(concurrency);
  try {
    const keys = await keysOf(items, taskOptions, databases, signal);
    const keptOf = (item: Item) => partial.get(keys.get(item) ?? "");
    const found = new Map<Item, TestedTask>();
    for (const item of items) {
      const kept = keptOf(item);
      if (kept !== null) found.set(item, kept);
    }
    if (found.size > 0) output.note(`${found.size} of ${items.length} tasks were tested before and are kept`);
    const evaluations = evaluateTasks(
      items.filter((item) => !found.has(item)),
      {
        runner: createTaskRunner({ engine: databases.engine, tests }),
        template: (name) => databases.template(name, signal),
        profile: taskOptions.profile,
        whose: "predicted",
        concurrency,
        signal,
      },
    );
    const tellProgress = progressTeller(items.length, output);
    for await (const { item, run, error } of evaluations) {
      const tested = testedTask(item, run, error);
      found.set(item, tested);
      // What could not be run is tried again the next time.
      if (run !== null) partial.add(keys.get(item) ?? "", tested);
      tellProgress(found.size);
    }
    return items.map((item) => ({ ...item, tested: found.get(item) as TestedTask }));
  } finally {
    await Promise.all([databases.close(), tests.close()]);
  }
}

/** What the results of each item depend on, as one text. Prepares the databases; one that cannot be is told with its tasks. */
async function keysOf(
  items: readonly Item[],
  { kind, profile }: TaskOptions,
  databases: TaskDatabases,
  signal: AbortSignal,
): Promise<Map<Item, string>> {
  const templates = new Map<string, TemplateRef | null>();
  for (const name of new Set(items.map(({ task }) => task.database)))
    templates.set(name, await databases.template(name, signal).catch(() => null));
  signal.throwIfAborted();
  const keyOf = ({ task, text }: Item) =>
    createHash("sha256")
      .update(JSON.stringify([resultForm, kind, profile, templates.get(task.database)?.id ?? "", text]))
      .digest("hex");
  return new Map(items.map((item) => [item, keyOf(item)]));
}

function writeResults(file: string, results: readonly Result[]): void {
  const out = openWholeFile(file);
  try {
    for (const { tested } of results) for (const line of tested.lines) out.write(`${JSON.stringify(line)}\n`);
    out.complete();
  } finally {
    out.discard();
  }
}

function progressTeller(total: number, output: CommandOutput): (done: number) => void {
  let toldAt = performance.now();
  return (done) => {
    if (performance.now() - toldAt < progressInterval) return;
    toldAt = performance.now();
    output.note(`tested ${done} of ${total} tasks`);
  };
}
