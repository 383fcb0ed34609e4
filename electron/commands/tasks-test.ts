import { createHash } from "node:crypto";
import os from "node:os";
import { z } from "zod";
import { isManagement, subTasks, type Task } from "#shared/domain/task.ts";
import type { PhaseResult, TaskRun } from "#shared/domain/task-run.ts";
import { BadInput, describeProblem } from "#shared/formats/bad-input.ts";
import type { ReadTask } from "#shared/formats/task-file.ts";
import { readTaskPredictions, type TaskPrediction } from "#shared/formats/task-predictions.ts";
import { type TaskOutcome, taskRates } from "#shared/metrics/task-rates.ts";
import type { TemplateRef } from "../engines/engine.ts";
import { evaluateTasks, type TaskToEvaluate } from "../evaluation/evaluate-tasks.ts";
import { createTaskRunner, type TaskAnswer } from "../evaluation/phases.ts";
import { readTextFile } from "../store/read-text-file.ts";
import { type CommandContext, defineCommand } from "./command.ts";
import { exitCodes } from "./command-end.ts";
import { type OutputValue, outputText, TestOutput } from "./output-schemas.ts";
import { openPartialResults, type PartialResults } from "./partial-results.ts";
import {
  databasesOption,
  engineOption,
  groundTruthOption,
  profileOption,
  serverOption,
} from "./shared-options.ts";
import { readTasks } from "./task-input.ts";
import {
  type CommandDatabases,
  openTaskDatabases,
  openTaskMarks,
  openTestRunner,
  readTaskOptions,
  type TaskOptions,
} from "./task-options.ts";

/** Part of every key: a change of what results mean tests everything anew. */
const resultForm = "2";

/** What came of each phase, and why it failed or why its two verdicts differ. */
const TestedPhases = z.array(z.object({ line: TestOutput, reason: z.string().nullable() }));
type TestedPhase = z.infer<typeof TestedPhases>[number];

/** The summary names this many of the phases whose two verdicts differ. */
const mostNamed = 100;

/**
 * Tests a system's answers, writes a line per task and phase, and prints success and reward. An interrupted run goes on
 * where it stopped. Ends with 1 where a phase did not pass as shipped.
 */
export const tasksTest = defineCommand(
  (command) =>
    command
      .description("test a system's answers; an interrupted run resumes where it stopped")
      .requiredOption("--input <file>", "the tasks, JSONL")
      .requiredOption("--predictions <file>", "the answers")
      .addOption(groundTruthOption())
      .addOption(databasesOption())
      .addOption(engineOption())
      .addOption(serverOption())
      .addOption(profileOption())
      .requiredOption("--out <file>", "the results, a line of JSON per task and phase"),
  async ({ input, predictions, groundTruth, out: file, ...texts }, context) => {
    const options = readTaskOptions(texts);
    const items = await readItems(
      { input: await context.input(input), predictions: await context.input(predictions), groundTruth },
      context,
    );
    const out = context.output(file);
    const partial = openPartialResults(file, TestedPhases);
    try {
      const results = await testAll(items, options, partial, context);
      for (const { phases } of results)
        for (const { line } of phases) out.write(`${outputText("test-result", line)}\n`);
      out.complete();
      partial.complete();
      const { kind: engine, profile } = options;
      context.result("test-summary", { out: file, engine, profile, ...summaryOf(results) });
      const allPass = results.every(({ phases }) => phases.every(({ line }) => line.passed));
      return allPass ? exitCodes.done : exitCodes.findings;
    } finally {
      if (context.signal.aborted && !out.isStandard)
        context.note("the results so far are saved; run the same command again to resume");
      partial.close();
    }
  },
);

/** A task with its answers, and the text that its results depend on, besides engine, database and evaluator. */
interface Item extends TaskToEvaluate {
  text: string;
}

type Result = Item & { phases: TestedPhase[] };

async function readItems(
  {
    input,
    predictions: file,
    groundTruth,
  }: { input: string; predictions: string; groundTruth: string | undefined },
  { note }: CommandContext,
): Promise<Item[]> {
  const { tasks, problems } = await readTasks(input, groundTruth);
  const { predictions, replaced, ...answers } = readTaskPredictions(await readTextFile(file), file);
  if (predictions.length === 0 && answers.problems.length > 0) throw new BadInput(answers.problems);
  for (const problem of [...problems, ...answers.problems]) note(describeProblem(problem));
  if (replaced > 0) note(`${replaced} answers were replaced by later answers to the same task and phase`);
  const ids = new Set(tasks.map(({ task }) => task.instanceId));
  const strangers = predictions.map(({ instanceId }) => instanceId).filter((id) => !ids.has(id));
  if (strangers.length > 0)
    note(
      `${strangers.length} predictions are for tasks that are not in the input: ${strangers.slice(0, 5).join(", ")}`,
    );
  const byId = new Map(predictions.map((prediction) => [prediction.instanceId, prediction]));
  return tasks.map((read) => itemOf(read, byId.get(read.task.instanceId)));
}

function itemOf({ task, source }: ReadTask, prediction: TaskPrediction | undefined): Item {
  const answer = { phase1: prediction?.phase1 ?? null, phase2: prediction?.phase2 ?? null };
  return { task, answer, text: `${source.text}\0${JSON.stringify(answer)}` };
}

/** Tests what has not been tested before; the results are in the order of the items. */
async function testAll(
  items: readonly Item[],
  options: TaskOptions,
  partial: PartialResults<TestedPhase[]>,
  context: CommandContext,
): Promise<Result[]> {
  const { signal, note } = context;
  const concurrency = Math.max(1, os.availableParallelism());
  const databases = await openTaskDatabases(options, context, 0);
  const tests = await openTestRunner(concurrency, context);
  try {
    const keys = await keysOf(items, options, databases, signal);
    const found = new Map<Item, TestedPhase[]>();
    for (const item of items) {
      const tested = partial.get(keys.get(item) ?? "");
      if (tested !== null) found.set(item, tested);
    }
    if (found.size > 0)
      note(`${found.size} of ${items.length} tasks were already tested; their results are reused`);
    const evaluations = evaluateTasks(
      items.filter((item) => !found.has(item)),
      {
        underWay: openTaskMarks(items.length, context),
        runner: createTaskRunner({ engine: databases.engine, tests }),
        template: (name) => databases.template(name, signal),
        profile: options.profile,
        whose: "predicted",
        concurrency,
        signal,
      },
    );
    const tested = context.progress("tested", items.length, "tasks");
    for await (const { item, run, error } of evaluations) {
      const phases = testedPhases(item, run, error);
      found.set(item, phases);
      // What could not be run is tried again the next time.
      if (run !== null) partial.add(keys.get(item) ?? "", phases);
      tested(found.size);
    }
    return items.map((item) => ({ ...item, phases: found.get(item) as TestedPhase[] }));
  } finally {
    await Promise.all([databases.close(), tests.close()]);
  }
}

/** What the results of each item depend on, as one text. Prepares the databases; one that cannot be prepared is reported with its tasks. */
async function keysOf(
  items: readonly Item[],
  { kind, profile }: TaskOptions,
  databases: CommandDatabases,
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

/** What came of each phase of a task; `error` says why it could not be run at all, and then there is no verdict. */
function testedPhases(
  { task, answer }: { task: Task; answer: TaskAnswer },
  run: TaskRun | null,
  error: string | null,
): TestedPhase[] {
  return subTasks(task).map(({ phase }) => {
    const done = run?.phases.find((one) => one.phase === phase);
    if (done) return { line: lineOf(task, done), reason: done.reason };
    const isAnswered = (phase === 1 ? answer.phase1 : answer.phase2) !== null;
    const isUnjudged = isAnswered && error !== null;
    const reason = isUnjudged ? error : "There is no answer to this phase in the predictions.";
    const passed = isUnjudged ? null : false;
    const line = { passed, passedFixed: passed, tests: [], error: reason, elapsedMs: 0 };
    return { line: { instanceId: task.instanceId, phase, ...line }, reason };
  });
}

function lineOf({ instanceId }: Task, run: PhaseResult): OutputValue<"test-result"> {
  const { phase, passed, passedFixed } = run;
  const error = run.tests.length === 0 && !passed ? run.reason : null;
  return {
    ...{ instanceId, phase, passed, passedFixed },
    tests: run.tests.map(({ index, status, message }) => ({
      index,
      passed: status === "passed",
      ...(message !== null && { message }),
    })),
    ...(error !== null && { error }),
    elapsedMs: Math.round(run.elapsedMs * 1000) / 1000,
  };
}

type Summary = Omit<OutputValue<"test-summary">, "out" | "engine" | "profile">;

function summaryOf(results: readonly Result[]): Summary {
  const phases = results.flatMap((result) => result.phases);
  const differing = phases.flatMap(({ line: { instanceId, phase, passed, passedFixed }, reason }) =>
    passed === null || passedFixed === null || passed === passedFixed
      ? []
      : [{ instanceId, phase, passed, passedFixed, reason }],
  );
  const judged = results.filter((result) => result.phases.every(({ line }) => line.passed !== null));
  return {
    tasks: results.length,
    phases: phases.length,
    errors: phases.filter(({ line }) => line.error !== undefined).length,
    unjudged: results.length - judged.length,
    shipped: taskRates(judged.map((result) => outcomeOf(result, "passed"))),
    fixed: taskRates(judged.map((result) => outcomeOf(result, "passedFixed"))),
    differing: differing.length,
    differ: differing.slice(0, mostNamed),
  };
}

function outcomeOf({ task, phases }: Result, verdict: "passed" | "passedFixed"): TaskOutcome {
  const [first, second] = phases;
  return {
    management: isManagement(task),
    hasFollowUp: task.followUp !== null,
    phase1: first?.line[verdict] ?? false,
    phase2: second?.line[verdict] ?? false,
  };
}
