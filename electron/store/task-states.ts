import type { TaskStateChange } from "#shared/contract/tasks.ts";
import type { TaskState, TaskStatus } from "#shared/domain/task-status.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

/** Where a task stands. */
export function taskState(db: ReadHandle, taskId: number): TaskState {
  return db.sql("SELECT status, assignee FROM task WHERE id = ?").get(taskId) as TaskState;
}

export interface NewTaskState {
  /** Left out: it stays. */
  status?: TaskStatus | undefined;
  assignee?: string | null | undefined;
  actor: string;
  at: string;
}

/** Puts tasks of a project elsewhere, each with an event, and gives the ids of those that were not there already. */
export function putTaskStates(
  db: WriteHandle,
  projectId: number,
  taskIds: readonly number[],
  { status, assignee, actor, at }: NewTaskState,
): number[] {
  const rows = db
    .sql(
      `SELECT task.id AS taskId, status, assignee FROM json_each(?) wanted JOIN task ON task.id = wanted.value
       WHERE project_id = ? ORDER BY wanted.key`,
    )
    .all(JSON.stringify([...new Set(taskIds)]), projectId) as (TaskState & { taskId: number })[];
  return rows.flatMap(({ taskId, ...before }) => {
    const after = {
      status: status ?? before.status,
      assignee: assignee === undefined ? before.assignee : assignee,
    };
    if (after.status === before.status && after.assignee === before.assignee) return [];
    db.sql(
      `INSERT INTO task_state_event (task_id, actor, at, status, assignee)
       VALUES (@taskId, @actor, @at, @status, @assignee)`,
    ).run({ taskId, actor, at, ...after });
    db.sql("UPDATE task SET status = @status, assignee = @assignee WHERE id = @taskId").run({
      taskId,
      ...after,
    });
    return [taskId];
  });
}

/** Every change of where a task stands, the newest first. */
export function stateChangesOfTask(db: ReadHandle, taskId: number): TaskStateChange[] {
  return db
    .sql("SELECT status, assignee, actor AS by, at FROM task_state_event WHERE task_id = ? ORDER BY seq DESC")
    .all(taskId) as TaskStateChange[];
}
