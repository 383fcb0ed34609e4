import type { Change } from "#shared/contract/changes.ts";
import type { TaskStatusChange } from "#shared/contract/tasks.ts";
import type { TaskStatus } from "#shared/domain/task-status.ts";
import { reviewerName } from "../store/people.ts";
import { putTaskStatus, statusChangesOfTask } from "../store/task-status.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { storedTask } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  publish(change: Change): void;
}

/** Where tasks of a project are put, and whom they are given to; what is left out stays. */
export interface NewStatus {
  projectId: number;
  taskIds: number[];
  status?: TaskStatus | undefined;
  assignee?: string | null | undefined;
}

/** The status of tasks and who works on them, as events (SPEC H10). */
export function createTaskStatus({ workspace, now, publish }: Dependencies) {
  return {
    setStatus: async (
      { projectId, taskIds, status, assignee }: NewStatus,
      { actor: account }: CallContext,
    ): Promise<{ tasks: number }> => {
      const changed = await workspace.write(async (db) => {
        const actor = await reviewerName(db, account);
        return putTaskStatus(db, projectId, taskIds, { status, assignee, actor, at: now().toISOString() });
      });
      const [only] = changed;
      if (only !== undefined)
        publish({ type: "tasks", projectId, taskId: changed.length === 1 ? only : null });
      return { tasks: changed.length };
    },
    statusHistory: async ({ taskId }: { taskId: number }): Promise<TaskStatusChange[]> =>
      workspace.read(async (db) => {
        await storedTask(db, taskId);
        return statusChangesOfTask(db, taskId);
      }),
  };
}
