import type { Change } from "#shared/contract/changes.ts";
import type { Reading } from "#shared/domain/reading.ts";
import type { WriteHandle } from "../store/handles.ts";
import { reviewerName } from "../store/people.ts";
import { taskEventBySaveId } from "../store/task-events.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { storedTask } from "./stored-records.ts";
import { appendSave } from "./task-edits.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  publish(change: Change): void;
  lint(projectId: number): Promise<unknown>;
}

/** The readings of a task from now on, one list for each ambiguity; `saveId` is the same in every retry. */
export interface NewReadings {
  taskId: number;
  baseRevision: number;
  saveId: string;
  readings: Reading[][];
}

/** Readings of many tasks kept or rejected at once: an edit of each, all in one transaction (SPEC H1, H2). */
export function createSetReadings({ workspace, now, publish, lint }: Dependencies) {
  return {
    async setReadings(
      { projectId, changes }: { projectId: number; changes: NewReadings[] },
      { actor: account }: CallContext,
    ) {
      const at = now().toISOString();
      const done = await workspace.write(async (db) => {
        const actor = await reviewerName(db, account);
        return Array.fromAsync(changes, async (change) => ({
          taskId: change.taskId,
          revision: await saved(db, projectId, change, { actor, at }),
        }));
      });
      publish({ type: "tasks", projectId, taskId: null });
      publish({ type: "task-findings", projectId, taskId: null });
      await lint(projectId);
      return {
        saved: done.flatMap(({ taskId, revision }) => (revision === null ? [] : [{ taskId, revision }])),
        outdated: done.flatMap(({ taskId, revision }) => (revision === null ? [taskId] : [])),
      };
    },
  };
}

/** The revision that holds the readings; null where the task is of another project, or was saved in the meantime. */
async function saved(
  db: WriteHandle,
  projectId: number,
  { taskId, baseRevision, saveId, readings }: NewReadings,
  by: { actor: string; at: string },
): Promise<number | null> {
  const earlier = await taskEventBySaveId(db, saveId);
  if (earlier !== null) return earlier.taskId === taskId ? earlier.revision : null;
  const stored = await storedTask(db, taskId);
  const { task, revision } = stored.revision;
  if (stored.projectId !== projectId || revision !== baseRevision) return null;
  const ambiguities = task.ambiguities.map((ambiguity, at) => ({
    ...ambiguity,
    readings: readings[at] ?? ambiguity.readings,
  }));
  return (await appendSave(db, stored, { ...by, saveId, task: { ...task, ambiguities } })).revision;
}
