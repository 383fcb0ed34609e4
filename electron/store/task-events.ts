import type { TaskChange } from "#shared/contract/tasks.ts";
import type { Task } from "#shared/domain/task.ts";
import { changedParts, type TaskPart } from "#shared/domain/task-part.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { compiledOnce, query } from "./query.ts";
import { jsonText, parsed } from "./tables/column-types.ts";
import type { NewRow } from "./tables/workspace-tables.ts";
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

const events = query
  .selectFrom("task_event")
  .select(["seq", "save_id as saveId", "task_id as taskId", "actor", "at", "action", "revision"])
  .select(["base_revision as baseRevision", "source_id as sourceId", "reverts"]);

const insertEvent = compiledOnce((row: NewRow<"task_event">) => query.insertInto("task_event").values(row));

/** Appends an event, and puts an accepted task that it changed back to submitted (SPEC H12). Together with `addTask` or `putTask`: the caller does both in one transaction. */
export async function appendTaskEvent(db: WriteHandle, event: TaskEventInput): Promise<void> {
  const parts = await partsOf(db, event);
  await db.run(
    insertEvent({
      save_id: event.saveId,
      task_id: event.taskId,
      actor: event.actor,
      at: event.at,
      action: event.action,
      revision: event.revision,
      base_revision: event.baseRevision,
      task: jsonText(event.task),
      source_id: event.sourceId,
      reverts: event.reverts,
      parts: jsonText(parts),
    }),
  );
  if (parts.length > 0) await putStatusAfterEdit(db, event, await isAcceptedAgain(db, event));
}

/** Whether the task is again what was accepted before an edit put it back to submitted. */
async function isAcceptedAgain(db: ReadHandle, { taskId, task }: TaskEventInput): Promise<boolean> {
  const reopened = await reopeningRevision(db, taskId);
  const accepted = reopened === null ? null : await taskOfRevision(db, taskId, reopened - 1);
  return accepted !== null && changedParts(accepted, task).length === 0;
}

/** What a revision changed of the one before it; nothing in the first. */
async function partsOf(db: ReadHandle, { taskId, revision, task }: TaskEventInput): Promise<TaskPart[]> {
  const before = await taskOfRevision(db, taskId, revision - 1);
  return before === null ? [] : changedParts(before, task);
}

async function taskOfRevision(db: ReadHandle, taskId: number, revision: number): Promise<Task | null> {
  const row = await db.first(taskThen({ taskId, revision }));
  return row === undefined ? null : taskFromText(row.task);
}

const taskThen = compiledOnce(({ taskId, revision }: { taskId: number; revision: number }) =>
  query
    .selectFrom("task_event")
    .select("task")
    .where("task_id", "=", taskId)
    .where("revision", "=", revision),
);

/** The event of a save id, so that a retry finds what its first try did. */
export const taskEventBySaveId = async (db: ReadHandle, saveId: string): Promise<StoredTaskEvent | null> =>
  (await db.first(events.where("save_id", "=", saveId))) ?? null;

/** The event that made a task's newest revision. */
export const newestTaskEvent = async (db: ReadHandle, taskId: number): Promise<StoredTaskEvent | null> =>
  (await db.first(events.where("task_id", "=", taskId).orderBy("revision", "desc").limit(1))) ?? null;

/** Every change of a task, the newest first. */
export async function changesOfTask(db: ReadHandle, taskId: number): Promise<TaskChange[]> {
  const rows = await db.all(
    query
      .selectFrom("task_event")
      .select(["revision", "action", "actor as savedBy", "at as savedAt", "parts"])
      .where("task_id", "=", taskId)
      .orderBy("revision", "desc"),
  );
  return Array.fromAsync(rows, async ({ parts, ...row }) => ({
    ...row,
    parts: parts === null ? await oldParts(db, taskId, row.revision) : parsed(parts),
  }));
}

/** What a revision changed that was saved before events kept it. */
async function oldParts(db: ReadHandle, taskId: number, revision: number): Promise<TaskPart[]> {
  const before = await taskOfRevision(db, taskId, revision - 1);
  const after = await taskOfRevision(db, taskId, revision);
  return before === null || after === null ? [] : changedParts(before, after);
}
