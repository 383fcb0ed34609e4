import type { TaskStatusChange } from "#shared/contract/tasks.ts";
import type { StatusAndAssignee, TaskStatus } from "#shared/domain/task-status.ts";
import { listedRows } from "./dialect.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { query } from "./query.ts";

/** The status of a task, and who works on it. */
export async function taskStatusOf(db: ReadHandle, taskId: number): Promise<StatusAndAssignee> {
  return db.one(query.selectFrom("task").select(["status", "assignee"]).where("id", "=", taskId));
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
export async function putTaskStatus(
  db: WriteHandle,
  projectId: number,
  taskIds: readonly number[],
  { status, assignee, actor, at }: NewTaskStatus,
): Promise<number[]> {
  const rows = await db.all(
    query
      .selectFrom(listedRows([...new Set(taskIds)]).as("wanted"))
      .innerJoin("task", "task.id", "wanted.value")
      .select(["task.id as taskId", "task.status", "task.assignee"])
      .where("task.project_id", "=", projectId)
      .orderBy("wanted.position"),
  );
  return (
    await Array.fromAsync(rows, async ({ taskId, ...before }) => {
      const after = {
        status: status ?? before.status,
        assignee: assignee === undefined ? before.assignee : assignee,
      };
      if (after.status === before.status && after.assignee === before.assignee) return [];
      await appendStatus(db, { taskId, actor, at, ...after, revision: null });
      return [taskId];
    })
  ).flat();
}

/** An edit of an accepted task puts it back to submitted; one that made it again what was accepted puts it back (SPEC H12). */
export async function putStatusAfterEdit(
  db: WriteHandle,
  { taskId, actor, at, revision }: { taskId: number; actor: string; at: string; revision: number },
  isAcceptedAgain: boolean,
): Promise<void> {
  const { status: before, assignee } = await taskStatusOf(db, taskId);
  const status = before === "accepted" ? "in-check" : isAcceptedAgain ? "accepted" : before;
  if (status !== before) await appendStatus(db, { taskId, actor, at, status, assignee, revision });
}

/** The revision of the edit that put an accepted task back to submitted; null where no edit did, or somebody put it elsewhere since. */
export async function reopeningRevision(db: ReadHandle, taskId: number): Promise<number | null> {
  const row = await db.first(
    query
      .selectFrom("task_state_event as reopened")
      .select("reopened.revision")
      .where("reopened.task_id", "=", taskId)
      .where("reopened.status", "=", "in-check")
      .where("reopened.revision", "is not", null)
      .where((of) =>
        of.not(
          of.exists(
            of
              .selectFrom("task_state_event as later")
              .select("later.seq")
              .whereRef("later.task_id", "=", "reopened.task_id")
              .whereRef("later.seq", ">", "reopened.seq")
              .where("later.status", "<>", "in-check"),
          ),
        ),
      )
      .orderBy("reopened.seq", "desc")
      .limit(1),
  );
  return row?.revision ?? null;
}

interface StatusEvent extends StatusAndAssignee {
  taskId: number;
  actor: string;
  at: string;
  revision: number | null;
}

async function appendStatus(
  db: WriteHandle,
  { taskId, status, assignee, ...event }: StatusEvent,
): Promise<void> {
  await db.run(query.insertInto("task_state_event").values({ task_id: taskId, status, assignee, ...event }));
  await db.run(query.updateTable("task").set({ status, assignee }).where("id", "=", taskId));
}

/** Every change of the status of a task, the newest first. */
export async function statusChangesOfTask(db: ReadHandle, taskId: number): Promise<TaskStatusChange[]> {
  return db.all(
    query
      .selectFrom("task_state_event")
      .select(["status", "assignee", "actor as by", "at", "revision"])
      .where("task_id", "=", taskId)
      .orderBy("seq", "desc"),
  );
}

/** The status of every task of a project, by task. */
export async function statusesOfProject(db: ReadHandle, projectId: number): Promise<Map<number, TaskStatus>> {
  const rows = await db.all(
    query.selectFrom("task").select(["id", "status"]).where("project_id", "=", projectId),
  );
  return new Map(rows.map(({ id, status }) => [id, status]));
}
