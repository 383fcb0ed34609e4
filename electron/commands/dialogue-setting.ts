import type { Task } from "#shared/domain/task.ts";
import { describeProblem } from "#shared/formats/bad-input.ts";
import type { ReadTask } from "#shared/formats/task-file.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { createDatabaseLanes, type DatabaseLanes } from "../dialogues/database-lanes.ts";
import { openDialogueDatabase } from "../dialogues/environment.ts";
import type { KnownTask } from "../dialogues/pre-flight.ts";
import type { CommandContext } from "./command.ts";
import { readKnowledge, readMeanings, readTasks } from "./task-input.ts";
import { openTaskDatabases, openTaskMarks, openTestRunner, type TaskOptions } from "./task-options.ts";

/** The options that say what dialogues are about. */
export interface DialogueTaskOptions {
  input: string;
  groundTruth?: string | undefined;
  knowledge?: string | undefined;
  columnMeanings?: string | undefined;
}

/** Tasks for dialogues, and for each the text of all that was read about it. */
export interface DialogueTasks {
  tasks: KnownTask[];
  texts: Map<Task, string>;
}

/** Reads tasks with what is known of their databases; notes what cannot be read. */
export async function readDialogueTasks(
  options: DialogueTaskOptions,
  { input, note }: CommandContext,
): Promise<DialogueTasks> {
  const { tasks, problems } = await readTasks(await input(options.input), options.groundTruth);
  for (const problem of problems) note(describeProblem(problem));
  const bases = await readKnowledge(options.knowledge, tasks);
  const meanings = await readMeanings(options.columnMeanings, tasks);
  const indexes = new Map([...bases].map(([database, { nodes }]) => [database, indexKnowledge(nodes)]));
  const known = ({ task }: ReadTask): KnownTask => ({
    task,
    knowledge: indexes.get(task.database) ?? null,
    meanings: meanings.get(task.database)?.meanings ?? [],
  });
  const textOf = ({ task: { database }, source }: ReadTask) =>
    JSON.stringify([source.text, bases.get(database)?.nodes, meanings.get(database)?.meanings]);
  return { tasks: tasks.map(known), texts: new Map(tasks.map((read) => [read.task, textOf(read)])) };
}

/** Does work on lanes of databases, and closes them whatever comes of it. */
export async function withDatabaseLanes<Result>(
  options: TaskOptions,
  { workers, tasks }: { workers: number; tasks: number },
  context: CommandContext,
  work: (lanes: DatabaseLanes) => Promise<Result>,
): Promise<Result> {
  const { signal } = context;
  const databases = await openTaskDatabases(options, context, 0);
  const tests = await openTestRunner(workers, context);
  const open = async (name: string) =>
    openDialogueDatabase({ engine: databases.engine, tests }, await databases.template(name, signal));
  const lanes = createDatabaseLanes(open, {
    lanes: workers,
    signal,
    underWay: openTaskMarks(tasks, context),
  });
  try {
    return await work(lanes);
  } finally {
    await lanes.close();
    await Promise.all([databases.close(), tests.close()]);
  }
}
