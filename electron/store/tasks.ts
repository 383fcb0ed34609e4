import type { InferResult } from "kysely";
import { isClear, type Task } from "#shared/domain/task.ts";
import type { TaskRevision, TaskSource } from "#shared/domain/task-revision.ts";
import { among, listedRows } from "./dialect.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { exerciseIds } from "./qualification.ts";
import { compiledOnce, query } from "./query.ts";
import { flagOf, jsonText } from "./tables/column-types.ts";
import type { NewRow } from "./tables/workspace-tables.ts";
import { taskFromText } from "./task-text.ts";

/** A task with its place in its project. */
export interface StoredTask {
  taskId: number;
  projectId: number;
  index: number;
  revision: TaskRevision;
}

const stored = query
  .selectFrom("task")
  .innerJoin("task_event as e", "e.task_id", "task.id")
  .leftJoin("task_source as s", "s.id", "e.source_id")
  .select(["task.id as taskId", "task.project_id as projectId", "task.idx as index", "e.revision"])
  .select([
    "e.base_revision as baseRevision",
    "e.actor as savedBy",
    "e.at as savedAt",
    "e.task",
    "s.form",
    "s.text",
  ]);

const newestOfTask = compiledOnce(({ taskId }: { taskId: number }) =>
  stored.where("task.id", "=", taskId).whereRef("e.revision", "=", "task.revision"),
);

/** A task at its newest revision, or null. */
export const taskById = async (db: ReadHandle, taskId: number): Promise<StoredTask | null> =>
  storedTask(await db.first(newestOfTask({ taskId })));

/** A task as it was at a revision, or null. */
export const taskAtRevision = async (
  db: ReadHandle,
  taskId: number,
  revision: number,
): Promise<StoredTask | null> =>
  storedTask(await db.first(stored.where("task.id", "=", taskId).where("e.revision", "=", revision)));

/** Up to `count` of a project's own tasks behind an index, at their newest revisions, in project order. */
export async function tasksAfter(
  db: ReadHandle,
  projectId: number,
  afterIndex: number,
  count: number,
): Promise<StoredTask[]> {
  return (await db.all(tasksBehind({ projectId, afterIndex, count }))).flatMap(
    (row) => storedTask(row) ?? [],
  );
}

const tasksBehind = compiledOnce((from: { projectId: number; afterIndex: number; count: number }) =>
  stored
    .where("task.project_id", "=", from.projectId)
    .where("task.idx", ">", from.afterIndex)
    .whereRef("e.revision", "=", "task.revision")
    .where("task.id", "not in", exerciseIds)
    .orderBy("task.idx")
    .limit(from.count),
);

/** The tasks that are chosen, of a project, in project order; for null all that are its own, without annotators' exercises. */
export async function chosenTasks(
  db: ReadHandle,
  projectId: number,
  taskIds: readonly number[] | null,
): Promise<StoredTask[]> {
  const rows = await db.all(
    stored
      .where("task.project_id", "=", projectId)
      .whereRef("e.revision", "=", "task.revision")
      .$if(taskIds === null, (tasks) => tasks.where("task.id", "not in", exerciseIds))
      .$if(taskIds !== null, (tasks) => tasks.where("task.id", "in", among(taskIds ?? [])))
      .orderBy("task.idx"),
  );
  return rows.flatMap((row) => storedTask(row) ?? []);
}

/** The tasks of a project by instance id, in project order; an id may be there more than once. */
export async function taskIdsByInstance(db: ReadHandle, projectId: number): Promise<Map<string, number[]>> {
  const rows = await db.all(
    query
      .selectFrom("task")
      .select(["id", "instance_id as instanceId"])
      .where("project_id", "=", projectId)
      .orderBy("idx"),
  );
  const ids = new Map<string, number[]>();
  for (const { id, instanceId } of rows) ids.set(instanceId, [...(ids.get(instanceId) ?? []), id]);
  return ids;
}

/** How many tasks of a project have this instance id. */
export async function countOfInstance(
  db: ReadHandle,
  projectId: number,
  instanceId: string,
): Promise<number> {
  const { tasks } = await db.one(
    query
      .selectFrom("task")
      .select((of) => of.fn.countAll<number>().as("tasks"))
      .where("project_id", "=", projectId)
      .where("instance_id", "=", instanceId),
  );
  return tasks;
}

/** The newest revision of each of the tasks, in the order of the ids; ids of no task are left out. */
export async function taskRevisions(db: ReadHandle, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.all(
    query
      .selectFrom(listedRows(ids).as("wanted"))
      .innerJoin("task", "task.id", "wanted.value")
      .select(["task.id", "task.revision"])
      .orderBy("wanted.position"),
  );
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}

/** The index that the next task of a project gets. */
export async function nextTaskIndex(db: ReadHandle, projectId: number): Promise<number> {
  const { last } = await db.one(
    query
      .selectFrom("task")
      .select((of) => of.fn.max<number | null>("idx").as("last"))
      .where("project_id", "=", projectId),
  );
  return last === null ? 0 : last + 1;
}

/** Keeps the text that a task was read from and gives its id. */
export const addTaskSource = async (db: WriteHandle, source: TaskSource): Promise<number> =>
  (await db.one(insertTaskSource({ form: source.form, text: source.text }))).id;

const insertTaskSource = compiledOnce((row: NewRow<"task_source">) =>
  query.insertInto("task_source").values(row).returning("id"),
);

/** Adds a task at an index, at revision 1, and gives its id. Together with `appendTaskEvent`. */
export async function addTask(
  db: WriteHandle,
  projectId: number,
  index: number,
  task: Task,
): Promise<number> {
  const { id } = await db.one(
    insertTask({ project_id: projectId, idx: index, revision: 1, ...summaryOf(task) }),
  );
  await db.run(query.insertInto("task_words").values({ task_id: id, words: wordsOf(task) }));
  return id;
}

const insertTask = compiledOnce((row: NewRow<"task">) =>
  query.insertInto("task").values(row).returning("id"),
);

/** Puts a task in the place of its earlier revision: derived state, always beside `appendTaskEvent`. */
export async function putTask(db: WriteHandle, taskId: number, revision: number, task: Task): Promise<void> {
  await db.run(
    query
      .updateTable("task")
      .set({ revision, ...summaryOf(task) })
      .where("id", "=", taskId),
  );
  await db.run(
    query
      .updateTable("task_words")
      .set({ words: wordsOf(task) })
      .where("task_id", "=", taskId),
  );
}

function summaryOf(task: Task) {
  return {
    instance_id: task.instanceId,
    database: task.database,
    category: task.category,
    tier: task.difficultyTier,
    is_clear: flagOf(isClear(task)),
    question: task.ambiguousQuestion ?? task.clearQuestion ?? "",
    ambiguities: task.ambiguities.length,
    ambiguity_types: jsonText([...new Set(task.ambiguities.map(({ type }) => type))]),
    has_follow_up: flagOf(task.followUp !== null),
    follow_up_type: task.followUp?.type ?? null,
  };
}

function wordsOf({ instanceId, clearQuestion, ambiguousQuestion, goldSql, followUp }: Task): string {
  const texts = [instanceId, ambiguousQuestion, clearQuestion, ...goldSql];
  if (followUp !== null) texts.push(followUp.question, ...followUp.goldSql);
  return texts
    .filter((text) => text !== null)
    .join("\n")
    .toLowerCase();
}

function storedTask(row: InferResult<typeof stored>[number] | undefined): StoredTask | null {
  if (row === undefined) return null;
  const { taskId, projectId, index, task, form, text, ...meta } = row;
  const source = form === null || text === null ? null : { form, text };
  return {
    taskId,
    projectId,
    index,
    revision: { ...meta, taskId, task: taskFromText(task), source },
  };
}
