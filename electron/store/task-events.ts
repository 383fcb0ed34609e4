import type { TaskChange } from "#shared/contract/tasks.ts";
import type { Task } from "#shared/domain/task.ts";
import { changedParts, type TaskPart } from "#shared/domain/task-part.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { putStatusAfterEdit, reopeningRevision } from "./task-status.ts";
import { taskFromText } from "./task-text.ts";

/** A change of a task to be appended; `reverts` is the seq of the event that an undo or a redo takes back. */
export interface TaskEventInput {
  saveId: string | null;
  taskId: number;
  actor: string;
  at: string;
  action: TaskChange["action"];
  revision: number;
  baseRevision: number;
  task: Task;
  sourceId: number | null;
  reverts: number | null;
}

/** A change of a task as it was appended, without what the task then said. */
export interface StoredTaskEvent extends Omit<TaskEventInput, "task"> {
  seq: number;
}

const columns = `seq, save_id AS saveId, task_id AS taskId, actor, at, action, revision,
  base_revision AS baseRevision, source_id AS sourceId, reverts`;

/** Appends an event, and puts an accepted task that it changed back to submitted (SPEC H12). Together with `addTask` or `putTask`: the caller does both in one transaction. */
export function appendTaskEvent(db: WriteHandle, event: TaskEventInput): void {
  const parts = partsOf(db, event);
  db.sql(
    `INSERT INTO task_event (save_id, task_id, actor, at, action, revision, base_revision, task, source_id, reverts, parts)
     VALUES (@saveId, @taskId, @actor, @at, @action, @revision, @baseRevision, @task, @sourceId, @reverts, @parts)`,
  ).run({ ...event, task: JSON.stringify(event.task), parts: JSON.stringify(parts) });
  if (parts.length > 0) putStatusAfterEdit(db, event, isAcceptedAgain(db, event));
}

/** Whether the task is again what was accepted before an edit put it back to submitted. */
function isAcceptedAgain(db: ReadHandle, { taskId, task }: TaskEventInput): boolean {
  const reopened = reopeningRevision(db, taskId);
  const accepted = reopened === null ? null : taskOfRevision(db, taskId, reopened - 1);
  return accepted !== null && changedParts(accepted, task).length === 0;
}

/** What a revision changed of the one before it; nothing in the first. */
function partsOf(db: ReadHandle, { taskId, revision, task }: TaskEventInput): TaskPart[] {
  const before = taskOfRevision(db, taskId, revision - 1);
  return before === null ? [] : changedParts(before, task);
}

function taskOfRevision(db: ReadHandle, taskId: number, revision: number): Task | null {
  const row = db
    .sql("SELECT task FROM task_event WHERE task_id = ? AND revision = ?")
    .get(taskId, revision) as { task: string } | undefined;
  return row === undefined ? null : taskFromText(row.task);
}

/** The event of a save id, so that a retry finds what its first try did. */
export function taskEventBySaveId(db: ReadHandle, saveId: string): StoredTaskEvent | null {
  return (
    (db.sql(`SELECT ${columns} FROM task_event WHERE save_id = ?`).get(saveId) as StoredTaskEvent) ?? null
  );
}

/** The event that made a task's newest revision. */
export function newestTaskEvent(db: ReadHandle, taskId: number): StoredTaskEvent | null {
  const row = db
    .sql(`SELECT ${columns} FROM task_event WHERE task_id = ? ORDER BY revision DESC LIMIT 1`)
    .get(taskId);
  return (row as StoredTaskEvent | undefined) ?? null;
}

/** Every change of a task, the newest first. */
export function changesOfTask(db: ReadHandle, taskId: number): TaskChange[] {
  const rows = db
    .sql(
      `SELECT revision, action, actor AS savedBy, at AS savedAt, parts FROM task_event
       WHERE task_id = ? ORDER BY revision DESC`,
    )
    .all(taskId) as (Omit<TaskChange, "parts"> & { parts: string | null })[];
  return rows.map(({ parts, ...row }) => ({
    ...row,
    parts: parts === null ? oldParts(db, taskId, row.revision) : (JSON.parse(parts) as TaskPart[]),
  }));
}

/** What a revision changed that was saved before events kept it. */
function oldParts(db: ReadHandle, taskId: number, revision: number): TaskPart[] {
  const before = taskOfRevision(db, taskId, revision - 1);
  const after = taskOfRevision(db, taskId, revision);
  return before === null || after === null ? [] : changedParts(before, after);
}
