import type { TaskChange } from "#shared/contract/tasks.ts";
import type { Task } from "#shared/domain/task.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

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
export interface TaskEvent extends Omit<TaskEventInput, "task"> {
  seq: number;
}

const columns = `seq, save_id AS saveId, task_id AS taskId, actor, at, action, revision,
  base_revision AS baseRevision, source_id AS sourceId, reverts`;

/** Appends an event. Together with `addTask` or `putTask`: the caller does both in one transaction. */
export function appendTaskEvent(db: WriteHandle, event: TaskEventInput): void {
  db.sql(
    `INSERT INTO task_event (save_id, task_id, actor, at, action, revision, base_revision, task, source_id, reverts)
     VALUES (@saveId, @taskId, @actor, @at, @action, @revision, @baseRevision, @task, @sourceId, @reverts)`,
  ).run({ ...event, task: JSON.stringify(event.task) });
}

/** The event of a save id, so that a retry finds what its first try did. */
export function taskEventBySaveId(db: ReadHandle, saveId: string): TaskEvent | null {
  return (db.sql(`SELECT ${columns} FROM task_event WHERE save_id = ?`).get(saveId) as TaskEvent) ?? null;
}

/** The event that made a task's newest revision. */
export function newestTaskEvent(db: ReadHandle, taskId: number): TaskEvent | null {
  const row = db
    .sql(`SELECT ${columns} FROM task_event WHERE task_id = ? ORDER BY revision DESC LIMIT 1`)
    .get(taskId);
  return (row as TaskEvent | undefined) ?? null;
}

/** Every change of a task, the newest first. */
export function changesOfTask(db: ReadHandle, taskId: number): TaskChange[] {
  return db
    .sql(
      `SELECT revision, action, actor AS savedBy, at AS savedAt FROM task_event
       WHERE task_id = ? ORDER BY revision DESC`,
    )
    .all(taskId) as TaskChange[];
}

/**
 * The task's latest change that is not undone, if it is the caller's (SPEC H3): where somebody else has saved since, there
 * is nothing to take back. An import is not undone by this, nor is a change that an import has come after.
 */
export function taskChangeToUndo(db: ReadHandle, taskId: number, actor: string): TaskEvent | null {
  const row = db
    .sql(
      `SELECT ${columns} FROM task_event change
       WHERE task_id = @taskId AND action <> 'undo'
         AND NOT EXISTS (SELECT 1 FROM task_event undo WHERE undo.reverts = change.seq)
       ORDER BY seq DESC LIMIT 1`,
    )
    .get({ taskId }) as TaskEvent | undefined;
  return row !== undefined && row.action !== "import" && row.actor === actor ? row : null;
}

/** The task's latest undo that is not redone, if it is the caller's; a save made since ends what can be redone. */
export function taskUndoToRedo(db: ReadHandle, taskId: number, actor: string): TaskEvent | null {
  const row = db
    .sql(
      `SELECT ${columns} FROM task_event undo
       WHERE task_id = @taskId AND action = 'undo'
         AND NOT EXISTS (SELECT 1 FROM task_event redo WHERE redo.reverts = undo.seq)
         AND seq > coalesce((SELECT max(seq) FROM task_event
           WHERE task_id = @taskId AND action IN ('save', 'import')), 0)
       ORDER BY seq DESC LIMIT 1`,
    )
    .get({ taskId }) as TaskEvent | undefined;
  return row !== undefined && row.actor === actor ? row : null;
}

/** The revision that an event made. */
export function revisionOfEvent(db: ReadHandle, seq: number): number {
  return (db.sql("SELECT revision FROM task_event WHERE seq = ?").get(seq) as { revision: number }).revision;
}
