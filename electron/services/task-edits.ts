import type { Change } from "#shared/contract/changes.ts";
import type { SavedTaskRevision, TaskChange } from "#shared/contract/tasks.ts";
import type { Task } from "#shared/domain/task.ts";
import type { SourcedTask, TaskRevision } from "#shared/domain/task-revision.ts";
import { readTask } from "#shared/formats/task-file.ts";
import { lossesOf, taskFormats } from "#shared/formats/task-formats.ts";
import type { ReadHandle, WriteHandle } from "../store/handles.ts";
import { reviewerName } from "../store/people.ts";
import {
  appendTaskEvent,
  changesOfTask,
  newestTaskEvent,
  revisionOfEvent,
  type StoredTaskEvent,
  taskChangeToUndo,
  taskEventBySaveId,
  taskUndoToRedo,
} from "../store/task-events.ts";
import { putTaskFindings } from "../store/task-findings.ts";
import { makeLintOfIdsStale, wantTaskJob } from "../store/task-jobs.ts";
import { taskStatusOf } from "../store/task-status.ts";
import { putTask, taskAtRevision } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { Fault } from "./fault.ts";
import { storedTask } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  publish(change: Change): void;
  lint(projectId: number): Promise<unknown>;
}

/** An edit of a task, based on a revision; `saveId` is the same in every retry. */
export interface TaskSave {
  taskId: number;
  baseRevision: number;
  saveId: string;
  task: Task;
}

/** Edits of tasks as events: saved, undone and redone by appending, acknowledged after the commit (SPEC H1–H4). */
export function createTaskEdits(dependencies: Dependencies) {
  const { workspace } = dependencies;
  return {
    save: (input: TaskSave, { actor }: CallContext): Promise<SavedTaskRevision> =>
      save(dependencies, input, actor),
    undo: ({ taskId }: { taskId: number }, { actor }: CallContext) =>
      revert(dependencies, "undo", taskId, actor),
    redo: ({ taskId }: { taskId: number }, { actor }: CallContext) =>
      revert(dependencies, "redo", taskId, actor),
    history: async ({ taskId }: { taskId: number }): Promise<TaskChange[]> =>
      workspace.read((db) => {
        storedTask(db, taskId);
        return changesOfTask(db, taskId);
      }),
    revision: async ({ taskId, revision }: { taskId: number; revision: number }): Promise<TaskRevision> =>
      workspace.read((db) => revisionOf(db, taskId, revision)),
  };
}

async function save(
  dependencies: Dependencies,
  { taskId, baseRevision, saveId, task }: TaskSave,
  actor: string,
): Promise<SavedTaskRevision> {
  return commit(dependencies, (db) => {
    const standing = (saved: TaskRevision) => ({ ...saved, status: taskStatusOf(db, taskId).status });
    const earlier = taskEventBySaveId(db, saveId);
    if (earlier !== null) return { saved: standing(repeated(db, earlier, taskId)), projectId: null };
    const { revision: current, projectId } = storedTask(db, taskId);
    if (current.revision !== baseRevision)
      throw new Fault("TASK_CONFLICT", "This task was saved elsewhere since you opened it.", { current });
    const saved = append(db, dependencies, taskId, {
      saveId,
      actor: reviewerName(db, actor),
      action: "save",
      task,
      sourceId: newestTaskEvent(db, taskId)?.sourceId ?? null,
      reverts: null,
    });
    return { saved: standing(saved), projectId };
  });
}

/** Appends the event that takes the task's latest change (or undo) back; null where it is not the caller's or there is none. */
async function revert(
  dependencies: Dependencies,
  action: "undo" | "redo",
  taskId: number,
  account: string,
): Promise<TaskRevision | null> {
  return commit(dependencies, (db) => {
    const { projectId } = storedTask(db, taskId);
    const actor = reviewerName(db, account);
    const target =
      action === "undo" ? taskChangeToUndo(db, taskId, actor) : taskUndoToRedo(db, taskId, actor);
    if (target === null) return { saved: null, projectId: null };
    const wanted =
      action === "undo" ? target.revision - 1 : revisionOfEvent(db, target.reverts ?? target.seq);
    const { task } = revisionOf(db, taskId, wanted);
    const { sourceId, seq: reverts } = target;
    return {
      saved: append(db, dependencies, taskId, { saveId: null, actor, action, task, sourceId, reverts }),
      projectId,
    };
  });
}

/** Runs a change in a transaction of its own, then tells of it and has the task linted; `projectId` null: nothing changed. */
async function commit<Saved extends TaskRevision | null>(
  { workspace, publish, lint }: Dependencies,
  change: (db: WriteHandle) => { saved: Saved; projectId: number | null },
): Promise<Saved> {
  const { saved, projectId } = await workspace.write(change);
  if (saved === null || projectId === null) return saved;
  publish({ type: "tasks", projectId, taskId: saved.taskId });
  publish({ type: "task-findings", projectId, taskId: saved.taskId });
  await lint(projectId);
  return saved;
}

interface NewRevision {
  saveId: string | null;
  actor: string;
  action: "save" | "undo" | "redo";
  task: Task;
  sourceId: number | null;
  reverts: number | null;
}

function append(
  db: WriteHandle,
  { now }: Dependencies,
  taskId: number,
  { task, ...event }: NewRevision,
): TaskRevision {
  const { revision: before, projectId } = storedTask(db, taskId);
  const revision = before.revision + 1;
  const at = now().toISOString();
  appendTaskEvent(db, { ...event, task, taskId, at, revision, baseRevision: before.revision });
  putTask(db, taskId, revision, task);
  const ids = [before.task.instanceId, task.instanceId];
  if (ids[0] !== ids[1]) makeLintOfIdsStale(db, projectId, ids);
  const saved = revisionOf(db, taskId, revision);
  putTaskFindings(db, { taskId, origin: "import", revision, at }, findingsAsWritten(saved));
  wantTaskJob(db, { projectId, kind: "lint", profile: null, predictionRunId: null });
  return saved;
}

/** What reading the task would find if it were written as it is now and read again. */
export function findingsAsWritten(sourced: SourcedTask) {
  const own = sourced.source?.form ?? "bird-interact";
  // A clear task that became an interactive one does not fit the form it came from any more.
  const form = lossesOf(sourced.task, own).some(({ kind }) => kind === "lost") ? "bird-interact" : own;
  return readTask(taskFormats[form].write(sourced), 1).findings;
}

function revisionOf(db: ReadHandle, taskId: number, revision: number): TaskRevision {
  const stored = taskAtRevision(db, taskId, revision);
  if (stored !== null) return stored.revision;
  throw new Fault("NOT_FOUND", `This task has no revision ${revision}.`, {
    what: `revision ${revision} of task ${taskId}`,
  });
}

/** A retry of a save that was committed: its answer was lost on the way, so it is given again. */
function repeated(db: ReadHandle, event: StoredTaskEvent, taskId: number): TaskRevision {
  if (event.taskId === taskId) return revisionOf(db, taskId, event.revision);
  const reason = "This save id belongs to another save.";
  const fix = "Give every save an id of its own.";
  throw new Fault("BAD_INPUT", `${reason} ${fix}`, {
    problems: [{ file: "", row: null, field: "saveId", reason, fix }],
  });
}
