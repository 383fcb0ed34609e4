import type { TaskStatusChange } from "#shared/contract/tasks.ts";
import type { StatusAndAssignee, TaskStatus } from "#shared/domain/task-status.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

/** The status of a task, and who works on it. */
export function taskStatusOf(db: ReadHandle, taskId: number): StatusAndAssignee {
  return db.sql("SELECT status, assignee FROM task WHERE id = ?").get(taskId) as StatusAndAssignee;
}

/** Where tasks are put and whom they are given to, by whom and when (ISO 8601 in UTC). */
export interface NewTaskStatus {
  /** Left out: it stays. */
  status?: TaskStatus | undefined;
  assignee?: string | null | undefined;
  actor: string;
  at: string;
}

/** Puts tasks of a project elsewhere, each with an event, and gives the ids of those that were not there already. */
export function putTaskStatus(
  db: WriteHandle,
  projectId: number,
  taskIds: readonly number[],
  { status, assignee, actor, at }: NewTaskStatus,
): number[] {
  const rows = db
    .sql(
      `SELECT task.id AS taskId, status, assignee FROM json_each(?) wanted JOIN task ON task.id = wanted.value
       WHERE project_id = ? ORDER BY wanted.key`,
    )
    .all(JSON.stringify([...new Set(taskIds)]), projectId) as (StatusAndAssignee & { taskId: number })[];
  return rows.flatMap(({ taskId, ...before }) => {
    const after = {
      status: status ?? before.status,
      assignee: assignee === undefined ? before.assignee : assignee,
    };
    if (after.status === before.status && after.assignee === before.assignee) return [];
    appendStatus(db, { taskId, actor, at, ...after, revision: null });
    return [taskId];
  });
}

/** An edit of an accepted task puts it back to submitted; one that made it again what was accepted puts it back (SPEC H12). */
export function putStatusAfterEdit(
  db: WriteHandle,
  { taskId, actor, at, revision }: { taskId: number; actor: string; at: string; revision: number },
  isAcceptedAgain: boolean,
): void {
  const { status: before, assignee } = taskStatusOf(db, taskId);
  const status = before === "accepted" ? "in-check" : isAcceptedAgain ? "accepted" : before;
  if (status !== before) appendStatus(db, { taskId, actor, at, status, assignee, revision });
}

/** The revision of the edit that put an accepted task back to submitted; null where no edit did, or somebody put it elsewhere since. */
export function reopeningRevision(db: ReadHandle, taskId: number): number | null {
  const row = db
    .sql(
      `SELECT revision FROM task_state_event reopened
       WHERE task_id = @taskId AND status = 'in-check' AND revision IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM task_state_event later
           WHERE later.task_id = @taskId AND later.seq > reopened.seq AND later.status <> 'in-check')
       ORDER BY seq DESC LIMIT 1`,
    )
    .get({ taskId }) as { revision: number } | undefined;
  return row?.revision ?? null;
}

interface StatusEvent extends StatusAndAssignee {
  taskId: number;
  actor: string;
  at: string;
  revision: number | null;
}

function appendStatus(db: WriteHandle, event: StatusEvent): void {
  db.sql(
    `INSERT INTO task_state_event (task_id, actor, at, status, assignee, revision)
     VALUES (@taskId, @actor, @at, @status, @assignee, @revision)`,
  ).run(event);
  const { taskId, status, assignee } = event;
  db.sql("UPDATE task SET status = @status, assignee = @assignee WHERE id = @taskId").run({
    taskId,
    status,
    assignee,
  });
}

/** Every change of the status of a task, the newest first. */
export function statusChangesOfTask(db: ReadHandle, taskId: number): TaskStatusChange[] {
  return db
    .sql(
      `SELECT status, assignee, actor AS by, at, revision FROM task_state_event
       WHERE task_id = ? ORDER BY seq DESC`,
    )
    .all(taskId) as TaskStatusChange[];
}

/** The status of every task of a project, by task. */
export function statusesOfProject(db: ReadHandle, projectId: number): Map<number, TaskStatus> {
  const rows = db.sql("SELECT id, status FROM task WHERE project_id = ?").raw().all(projectId);
  return new Map(rows as [number, TaskStatus][]);
}
