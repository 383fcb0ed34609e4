import os from "node:os";
import type { Finding } from "#shared/domain/finding.ts";
import type { Task } from "#shared/domain/task.ts";
import { notChecked } from "#shared/findings/reported.ts";
import type { KnowledgeBaseFile } from "#shared/formats/knowledge-base.ts";
import type { ReadTask, TaskFile } from "#shared/formats/task-file.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { checkTask } from "../checks/check-task.ts";
import { withPinnedClock } from "../engines/pinned-clock.ts";
import type { DatabaseState, TaskEngine } from "../engines/task-engine.ts";
import { createTaskRunner } from "../evaluation/phases.ts";
import { openSqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import { commandOptions, explaining, WrongUsage } from "./command-options.ts";
import type { CommandOutput } from "./command-output.ts";
import { type FindingLines, findingLines, unreadRows } from "./finding-lines.ts";
import { readKnowledge, readTasks } from "./task-input.ts";
import {
  openTaskDatabases,
  openTestRunner,
  readTaskOptions,
  type TaskDatabases,
  taskOptionNames,
} from "./task-options.ts";
import { openWholeFile, type WholeFile } from "./whole-file.ts";

/**
 * `check-tasks --input TASKS.jsonl --databases DIR|URL [--engine …] [--profile …] [--server URL] [--knowledge FILE|DIR]
 * [--ground-truth FILE] [--clock ISO] --out FINDINGS.jsonl`: runs the gold and the tests of every task on its data and writes a
 * line per finding, as lint-tasks does (docs/findings.md); with a knowledge base the findings of lint-tasks stand before them.
 * `--clock` is the moment that SQL reads as now. Exit code 0 without a finding of severity error, 1 with, 2 for wrong usage or
 * unreadable input, 130 when interrupted.
 */
export function run(args: string[], output: CommandOutput): Promise<number> {
  return explaining(output, async () => {
    const optional = [...taskOptionNames, "knowledge", "ground-truth", "clock"] as const;
    const options = commandOptions(args, ["input", "databases", "out"], optional);
    const taskOptions = readTaskOptions(options);
    const clock = readClock(options.clock);
    const file = await readTasks(options.input, options["ground-truth"]);
    const knowledge = await readKnowledge(options.knowledge, file.tasks);
    const out = openWholeFile(options.out);
    const lanes = Math.max(1, Math.min(os.availableParallelism(), file.tasks.length));
    const databases = await openTaskDatabases(taskOptions, { output, spare: 2 * lanes }).catch((error) => {
      out.discard();
      throw error;
    });
    const { profile } = taskOptions;
    const lint = options.knowledge === undefined ? null : knowledge;
    return checkFile({ file, lint, databases, profile, clock, lanes, out, output });
  });
}

interface CheckFile {
  file: TaskFile;
  /** The knowledge bases to lint with, by database; null where only the data is checked. */
  lint: ReadonlyMap<string, KnowledgeBaseFile> | null;
  databases: TaskDatabases;
  profile: ReturnType<typeof readTaskOptions>["profile"];
  clock: string | null;
  lanes: number;
  out: WholeFile;
  output: CommandOutput;
}

/** Checks and writes all tasks; interrupting it leaves no file. */
async function checkFile(setting: CheckFile): Promise<number> {
  const { file, databases, out, output } = setting;
  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort();
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  const lines = findingLines(out, file.tasks.length);
  try {
    for (const finding of unreadRows(file, "checked")) lines.write(null, finding);
    await lintAll(setting, lines);
    await checkAll(setting, lines, interrupt.signal);
    out.complete();
    output.result(lines.counts);
    return lines.counts.errors > 0 ? 1 : 0;
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    output.note("interrupted; nothing was written");
    return 130;
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
    out.discard();
    await databases.close();
  }
}

/** The lint of the text, where a knowledge base was given. */
async function lintAll({ file, lint, databases }: CheckFile, lines: FindingLines): Promise<void> {
  if (lint === null) return;
  const dialect = dialectOf(databases.engine.kind);
  const analysis = openSqlAnalysis();
  try {
    for (const finding of file.findings) lines.write(null, finding);
    for (const base of new Set(lint.values()))
      for (const finding of base.findings) lines.write(null, finding);
    for (const { task, findings } of file.tasks) {
      const knowledge = lint.get(task.database)?.nodes.map(({ node }) => node) ?? null;
      const toLint = { tasks: [{ task, known: findings }], knowledge, database: null, dialect };
      const [found] = await analysis.lint(toLint);
      for (const finding of found ?? []) lines.write(task.instanceId, finding);
    }
  } finally {
    await analysis.close();
  }
}

/** All tasks, some at once; their findings are written in the order of the tasks. */
async function checkAll(setting: CheckFile, lines: FindingLines, signal: AbortSignal): Promise<void> {
  const { file, databases, clock, lanes, output } = setting;
  const engine = clock === null ? databases.engine : withPinnedClock(databases.engine, clock);
  const tests = openTestRunner(lanes);
  const tester = { compile: tests.compile, runner: createTaskRunner({ engine, tests }) };
  const done = new Map<number, Finding[]>();
  let [next, written, checked] = [0, 0, 0];
  const lane = async () => {
    for (let index = next++; index < file.tasks.length; index = next++) {
      const { task } = file.tasks[index] as ReadTask;
      done.set(index, await checkOne(task, { ...setting, engine, tester }, signal));
      for (let found = done.get(written); found !== undefined; found = done.get(written)) {
        const { instanceId } = (file.tasks[written] as ReadTask).task;
        for (const finding of found) lines.write(instanceId, finding);
        done.delete(written++);
      }
      checked += 1;
      output.note(`checked ${checked} of ${file.tasks.length} tasks`);
    }
  };
  try {
    const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
    for (const end of ended) if (end.status === "rejected") throw end.reason;
  } finally {
    await tests.close();
  }
}

type Tools = Pick<CheckFile, "databases" | "profile" | "clock"> & {
  engine: TaskEngine;
  tester: Parameters<typeof checkTask>[1]["tester"];
};

async function checkOne(
  task: Task,
  { databases, profile, clock, engine, tester }: Tools,
  signal: AbortSignal,
): Promise<Finding[]> {
  let state: DatabaseState;
  try {
    state = await engine.open(await databases.template(task.database, signal));
  } catch (error) {
    signal.throwIfAborted();
    return [databaseMissing(task, error)];
  }
  try {
    return await checkTask(task, { state, profile, tester, clock }, { signal });
  } finally {
    await state.close();
  }
}

function databaseMissing({ database }: Task, error: unknown): Finding {
  const reason = error instanceof Error ? error.message : String(error);
  return notChecked.finding({
    rule: "database-not-loaded",
    where: { kind: "field", path: ["selected_database"] },
    message: `The database ${database} could not be loaded, so nothing of the task was run: ${reason}`,
  });
}

/** A moment with its zone; one without is taken as UTC. */
function readClock(text: string | undefined): string | null {
  if (text === undefined) return null;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  const moment = new Date(isDay || hasZone ? text : `${text}Z`);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(moment.getTime()))
    throw new WrongUsage(`--clock ${text} is no moment: write it as 2024-12-31 or 2024-12-31T18:00:00Z.`);
  return moment.toISOString();
}
