import os from "node:os";
import { InvalidArgumentError } from "@commander-js/extra-typings";
import type { Finding } from "#shared/domain/finding.ts";
import type { Task } from "#shared/domain/task.ts";
import { notChecked } from "#shared/findings/reported.ts";
import type { KnowledgeBaseFile } from "#shared/formats/knowledge-base.ts";
import type { ReadTask, TaskFile } from "#shared/formats/task-file.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { checkTask } from "../checks/check-task.ts";
import { type DatabaseState, type Engine, EngineFault } from "../engines/engine.ts";
import { withPinnedClock } from "../engines/pinned-clock.ts";
import { createTaskRunner } from "../evaluation/phases.ts";
import { forEachMarked } from "../evaluation/under-way.ts";
import { type CommandContext, defineCommand } from "./command.ts";
import { type FindingOutput, findingOutput, unreadRows } from "./finding-output.ts";
import {
  databasesOption,
  engineOption,
  groundTruthOption,
  knowledgeOption,
  profileOption,
  serverOption,
} from "./shared-options.ts";
import { readKnowledge, readTasks } from "./task-input.ts";
import {
  type CommandDatabases,
  openTaskDatabases,
  openTaskMarks,
  openTestRunner,
  readTaskOptions,
} from "./task-options.ts";
import { lintFile } from "./tasks-lint.ts";

/**
 * Runs the gold and the tests of every task on its data and writes what is wrong with them, as linting does
 * (docs/findings.md); with a knowledge base the findings of linting come first.
 */
export const tasksCheck = defineCommand(
  (command) =>
    command
      .description("run the gold and the tests of tasks on their data and find what is wrong with them")
      .requiredOption("--input <file>", "the tasks, JSONL")
      .addOption(groundTruthOption())
      .addOption(databasesOption())
      .addOption(engineOption())
      .addOption(serverOption())
      .addOption(profileOption())
      .addOption(knowledgeOption())
      .option("--clock <iso>", "the time that SQL sees as now", moment)
      .requiredOption("--out <file>", "the findings, a line of JSON each"),
  async ({ input, out, knowledge, groundTruth, clock, ...texts }, context) => {
    const options = readTaskOptions(texts);
    const file = await readTasks(await context.input(input), groundTruth);
    const bases = await readKnowledge(knowledge, file.tasks);
    const findings = findingOutput(out, file.tasks.length, context);
    const concurrency = Math.max(1, Math.min(os.availableParallelism(), file.tasks.length));
    const databases = await openTaskDatabases(options, context, 2 * concurrency);
    try {
      for (const finding of unreadRows(file, "checked")) findings.write(null, finding);
      const dialect = dialectOf(options.kind);
      if (knowledge !== undefined)
        await lintFile({ file, bases, meanings: new Map(), dialect, findings }, context);
      const { profile } = options;
      await checkAll(
        { file, bases, databases, profile, clock: clock ?? null, concurrency, findings },
        context,
      );
      return findings.end();
    } finally {
      await databases.close();
    }
  },
);

/** A moment with its zone; one without is taken as UTC. */
function moment(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  const date = new Date(isDay || hasZone ? text : `${text}Z`);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(date.getTime()))
    throw new InvalidArgumentError("Write it as 2024-12-31 or 2024-12-31T18:00:00Z.");
  return date.toISOString();
}

interface CheckFile {
  file: TaskFile;
  bases: ReadonlyMap<string, KnowledgeBaseFile>;
  databases: CommandDatabases;
  profile: ReturnType<typeof readTaskOptions>["profile"];
  clock: string | null;
  concurrency: number;
  findings: FindingOutput;
}

/** All tasks, some at once; their findings are written in the order of the tasks. */
async function checkAll(check: CheckFile, context: CommandContext): Promise<void> {
  const { file, databases, clock, concurrency, findings } = check;
  const engine = clock === null ? databases.engine : withPinnedClock(databases.engine, clock);
  const tests = await openTestRunner(concurrency, context);
  const tester = { compile: tests.compile, runner: createTaskRunner({ engine, tests }) };
  const done = new Map<number, Finding[]>();
  const progress = context.progress("checked", file.tasks.length, "tasks");
  let [written, checked] = [0, 0];
  const end = (index: number, own: Finding[]) => {
    done.set(index, own);
    for (let found = done.get(written); found !== undefined; found = done.get(written)) {
      const { instanceId } = (file.tasks[written] as ReadTask).task;
      for (const finding of found) findings.write(instanceId, finding);
      done.delete(written++);
    }
    checked += 1;
    progress(checked);
  };
  try {
    await forEachMarked([...file.tasks.entries()], {
      ...{ underWay: openTaskMarks(file.tasks.length, context), concurrency },
      markOf: ([, { task }]) => ({ task, profile: check.profile, check: true }),
      work: async ([index, { task }]) =>
        end(index, await checkOne(task, { ...check, engine, tester }, context.signal)),
      aside: ([index], reason) => end(index, [notTried(reason)]),
    });
  } finally {
    await tests.close();
  }
}

type Tools = Pick<CheckFile, "bases" | "databases" | "profile" | "clock"> & {
  engine: Engine;
  tester: Parameters<typeof checkTask>[1]["tester"];
};

async function checkOne(
  task: Task,
  { bases, databases, profile, clock, engine, tester }: Tools,
  signal: AbortSignal,
): Promise<Finding[]> {
  let state: DatabaseState;
  try {
    state = await engine.open(await databases.template(task.database, signal));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EngineFault) throw error;
    return [databaseMissing(error)];
  }
  try {
    const known = { nodes: bases.get(task.database)?.nodes ?? [], columnMeanings: [] };
    return await checkTask(task, { state, profile, tester, clock, known }, { signal });
  } finally {
    await state.close();
  }
}

function notTried(message: string): Finding {
  return notChecked.finding({ rule: "check-failed", where: { kind: "task" }, message });
}

function databaseMissing(error: unknown): Finding {
  const reason = error instanceof Error ? error.message : String(error);
  return notChecked.finding({
    rule: "database-not-loaded",
    where: { kind: "field", path: ["selected_database"] },
    message: `The task was not run: ${reason}`,
  });
}
