import type { Change } from "#shared/contract/changes.ts";
import type { TaskStateChange } from "#shared/contract/tasks.ts";
import type { TaskStatus } from "#shared/domain/task-status.ts";
import { reviewerName } from "../store/people.ts";
import { putTaskStates, stateChangesOfTask } from "../store/task-states.ts";
import { taskById } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { unknownTask } from "./unknown-task.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  publish(change: Change): void;
}

/** Where tasks of a project are put, and whom they are given to; what is left out stays. */
export interface NewState {
  projectId: number;
  taskIds: number[];
  status?: TaskStatus | undefined;
  assignee?: string | null | undefined;
}

/** Where tasks stand and who works on them, as events (SPEC H10). */
export function createTaskStates({ workspace, now, publish }: Dependencies) {
  return {
    setState: async (
      { projectId, taskIds, status, assignee }: NewState,
      { actor: account }: CallContext,
    ): Promise<{ tasks: number }> => {
      const changed = await workspace.write((db) => {
        const actor = reviewerName(db, account);
        return putTaskStates(db, projectId, taskIds, { status, assignee, actor, at: now().toISOString() });
      });
      const [only] = changed;
      if (only !== undefined)
        publish({ type: "tasks", projectId, taskId: changed.length === 1 ? only : null });
      return { tasks: changed.length };
    },
    stateHistory: async ({ taskId }: { taskId: number }): Promise<TaskStateChange[]> =>
      workspace.read((db) => {
        if (taskById(db, taskId) === null) throw unknownTask(taskId);
        return stateChangesOfTask(db, taskId);
      }),
  };
}
