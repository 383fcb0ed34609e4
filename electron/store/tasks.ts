import { isClear, type Task } from "#shared/domain/task.ts";
import type { TaskFormat, TaskRevision, TaskSource } from "#shared/domain/task-revision.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { taskFromText } from "./task-text.ts";

/** A task with its place in its project. */
export interface StoredTask {
  taskId: number;
  projectId: number;
  index: number;
  revision: TaskRevision;
}

interface StoredRow {
  taskId: number;
  projectId: number;
  index: number;
  revision: number;
  baseRevision: number;
  savedBy: string;
  savedAt: string;
  task: string;
  form: TaskFormat | null;
  text: string | null;
}

const stored = `SELECT task.id AS taskId, task.project_id AS projectId, task.idx AS "index", e.revision,
    e.base_revision AS baseRevision, e.actor AS savedBy, e.at AS savedAt, e.task, s.form, s.text
  FROM task JOIN task_event e ON e.task_id = task.id LEFT JOIN task_source s ON s.id = e.source_id`;

/** A task at its newest revision, or null. */
export function taskById(db: ReadHandle, taskId: number): StoredTask | null {
  return storedTask(db.sql(`${stored} WHERE task.id = ? AND e.revision = task.revision`).get(taskId));
}

/** A task as it was at a revision, or null. */
export function taskAtRevision(db: ReadHandle, taskId: number, revision: number): StoredTask | null {
  return storedTask(db.sql(`${stored} WHERE task.id = ? AND e.revision = ?`).get(taskId, revision));
}

/** Up to `count` tasks of a project behind an index, at their newest revisions, in project order. */
export function tasksAfter(
  db: ReadHandle,
  projectId: number,
  afterIndex: number,
  count: number,
): StoredTask[] {
  return db
    .sql(
      `${stored} WHERE task.project_id = ? AND task.idx > ? AND e.revision = task.revision ORDER BY task.idx LIMIT ?`,
    )
    .all(projectId, afterIndex, count)
    .flatMap((row) => storedTask(row) ?? []);
}

/** The tasks of a project by instance id, in project order; an id may be there more than once. */
export function taskIdsByInstance(db: ReadHandle, projectId: number): Map<string, number[]> {
  const rows = db
    .sql("SELECT id, instance_id AS instanceId FROM task WHERE project_id = ? ORDER BY idx")
    .all(projectId) as { id: number; instanceId: string }[];
  const ids = new Map<string, number[]>();
  for (const { id, instanceId } of rows) ids.set(instanceId, [...(ids.get(instanceId) ?? []), id]);
  return ids;
}

/** How many tasks of a project have this instance id. */
export function countOfInstance(db: ReadHandle, projectId: number, instanceId: string): number {
  const row = db
    .sql("SELECT count(*) AS count FROM task WHERE project_id = ? AND instance_id = ?")
    .get(projectId, instanceId) as { count: number };
  return row.count;
}

/** The newest revision of each of the tasks, in the order of the ids; ids of no task are left out. */
export function taskRevisions(db: ReadHandle, ids: readonly number[]): Map<number, number> {
  const rows = db
    .sql(
      "SELECT task.id, revision FROM json_each(?) wanted JOIN task ON task.id = wanted.value ORDER BY wanted.key",
    )
    .raw()
    .all(JSON.stringify(ids)) as [number, number][];
  return new Map(rows);
}

/** The index that the next task of a project gets. */
export function nextTaskIndex(db: ReadHandle, projectId: number): number {
  const row = db
    .sql("SELECT coalesce(max(idx) + 1, 0) AS next FROM task WHERE project_id = ?")
    .get(projectId) as { next: number };
  return row.next;
}

/** Keeps the text that a task was read from and gives its id. */
export function addTaskSource(db: WriteHandle, { form, text }: TaskSource): number {
  const { lastInsertRowid } = db.sql("INSERT INTO task_source (form, text) VALUES (?, ?)").run(form, text);
  return Number(lastInsertRowid);
}

/** Adds a task at an index, at revision 1, and gives its id. Together with `appendTaskEvent`. */
export function addTask(db: WriteHandle, projectId: number, index: number, task: Task): number {
  const { lastInsertRowid } = db
    .sql(
      `INSERT INTO task (project_id, idx, revision, instance_id, database, category, tier, is_clear, question,
         ambiguities, ambiguity_types, has_follow_up, follow_up_type)
       VALUES (@projectId, @index, 1, @instanceId, @database, @category, @tier, @isClear, @question,
         @ambiguities, @ambiguityTypes, @hasFollowUp, @followUpType)`,
    )
    .run({ projectId, index, ...summaryOf(task) });
  const taskId = Number(lastInsertRowid);
  db.sql("INSERT INTO task_words (task_id, words) VALUES (?, ?)").run(taskId, wordsOf(task));
  return taskId;
}

/** Puts a task in the place of its earlier revision: derived state, always beside `appendTaskEvent`. */
export function putTask(db: WriteHandle, taskId: number, revision: number, task: Task): void {
  db.sql(
    `UPDATE task SET revision = @revision, instance_id = @instanceId, database = @database, category = @category,
       tier = @tier, is_clear = @isClear, question = @question, ambiguities = @ambiguities,
       ambiguity_types = @ambiguityTypes, has_follow_up = @hasFollowUp, follow_up_type = @followUpType
     WHERE id = @taskId`,
  ).run({ taskId, revision, ...summaryOf(task) });
  db.sql("UPDATE task_words SET words = ? WHERE task_id = ?").run(wordsOf(task), taskId);
}

function summaryOf(task: Task) {
  return {
    instanceId: task.instanceId,
    database: task.database,
    category: task.category,
    tier: task.difficultyTier,
    isClear: Number(isClear(task)),
    question: task.ambiguousQuestion ?? task.clearQuestion ?? "",
    ambiguities: task.ambiguities.length,
    ambiguityTypes: JSON.stringify([...new Set(task.ambiguities.map(({ type }) => type))]),
    hasFollowUp: Number(task.followUp !== null),
    followUpType: task.followUp?.type ?? null,
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

function storedTask(row: unknown): StoredTask | null {
  if (row === undefined) return null;
  const { taskId, projectId, index, task, form, text, ...meta } = row as StoredRow;
  const source = form === null || text === null ? null : { form, text };
  return {
    taskId,
    projectId,
    index,
    revision: { ...meta, taskId, task: taskFromText(task), source },
  };
}
