import type { Change } from "#shared/contract/changes.ts";
import type { SavedTaskRevision, TaskChange } from "#shared/contract/tasks.ts";
import type { Finding } from "#shared/domain/finding.ts";
import type { Task } from "#shared/domain/task.ts";
import type { SourcedTask, TaskRevision } from "#shared/domain/task-revision.ts";
import { textFindings } from "#shared/findings/lint-task.ts";
import { rowFindingsOf } from "#shared/formats/task-file.ts";
import { lossesOf, taskFormats } from "#shared/formats/task-formats.ts";
import type { ReadHandle, WriteHandle } from "../store/handles.ts";
import { reviewerName } from "../store/people.ts";
import {
  appendTaskEvent,
  changesOfTask,
  newestTaskEvent,
  type StoredTaskEvent,
  taskEventBySaveId,
} from "../store/task-events.ts";
import { putTaskFindings } from "../store/task-findings.ts";
import { makeLintOfIdsStale, wantTaskJob } from "../store/task-jobs.ts";
import { taskStatusOf } from "../store/task-status.ts";
import { putTask, type StoredTask, taskAtRevision } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { fieldFault, ServiceFault } from "./fault.ts";
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

/** Edits of tasks as events: saved by appending, acknowledged after the commit (SPEC H1, H2, H4). */
export function createTaskEdits(dependencies: Dependencies) {
  const { workspace } = dependencies;
  return {
    save: (input: TaskSave, { actor }: CallContext): Promise<SavedTaskRevision> =>
      save(dependencies, input, actor),
    history: async ({ taskId }: { taskId: number }): Promise<TaskChange[]> =>
      workspace.read(async (db) => {
        await storedTask(db, taskId);
        return changesOfTask(db, taskId);
      }),
    revision: async ({ taskId, revision }: { taskId: number; revision: number }): Promise<TaskRevision> =>
      workspace.read((db) => revisionOf(db, taskId, revision)),
  };
}

async function save(
  { workspace, now, publish, lint }: Dependencies,
  { taskId, baseRevision, saveId, task }: TaskSave,
  account: string,
): Promise<SavedTaskRevision> {
  const { saved, projectId } = await workspace.write(async (db) => {
    const withStatus = async (revision: TaskRevision) => ({
      ...revision,
      status: (await taskStatusOf(db, taskId)).status,
    });
    const earlier = await taskEventBySaveId(db, saveId);
    if (earlier !== null)
      return { saved: await withStatus(await repeated(db, earlier, taskId)), projectId: null };
    const stored = await storedTask(db, taskId);
    if (stored.revision.revision !== baseRevision)
      throw new ServiceFault("TASK_CONFLICT", "This task was saved in another window after you opened it.", {
        current: stored.revision,
      });
    const change = { saveId, actor: await reviewerName(db, account), at: now().toISOString(), task };
    return { saved: await withStatus(await appendSave(db, stored, change)), projectId: stored.projectId };
  });
  if (projectId === null) return saved;
  publish({ type: "tasks", projectId, taskId });
  publish({ type: "task-findings", projectId, taskId });
  await lint(projectId);
  return saved;
}

/** Appends an edit of a task as an event, in the transaction of `db`. */
export async function appendSave(
  db: WriteHandle,
  { taskId, projectId, revision: before }: StoredTask,
  change: { saveId: string; actor: string; at: string; task: Task },
): Promise<TaskRevision> {
  const { at, task } = change;
  const revision = before.revision + 1;
  await appendTaskEvent(db, {
    ...{ ...change, taskId, action: "save", revision, baseRevision: before.revision, reverts: null },
    sourceId: (await newestTaskEvent(db, taskId))?.sourceId ?? null,
  });
  await putTask(db, taskId, revision, task);
  const ids = [before.task.instanceId, task.instanceId];
  if (ids[0] !== ids[1]) await makeLintOfIdsStale(db, projectId, ids);
  const { source } = before;
  await putTaskFindings(db, { taskId, origin: "import", revision, at }, findingsAsWritten({ task, source }));
  await wantTaskJob(db, { projectId, kind: "lint", profile: null, predictionRunId: null });
  const { actor: savedBy } = change;
  return { taskId, revision, baseRevision: before.revision, savedBy, savedAt: at, task, source };
}

/** What reading the task would find if it were written as it is now. An edit writes nothing odd, so most need not be written. */
export function findingsAsWritten({ task, source }: SourcedTask): Finding[] {
  return [...rowAsWritten(task, source), ...textFindings({ task, knowledge: null })];
}

function rowAsWritten(task: Task, source: SourcedTask["source"]): Finding[] {
  if (source === null || rowFindingsOf(source.text).length === 0) return [];
  // A clear task that became an interactive one does not fit the format it came from any more.
  const isLost = lossesOf(task, source.form).some(({ kind }) => kind === "lost");
  return rowFindingsOf(taskFormats[isLost ? "bird-interact" : source.form].write({ task, source }));
}

async function revisionOf(db: ReadHandle, taskId: number, revision: number): Promise<TaskRevision> {
  const stored = await taskAtRevision(db, taskId, revision);
  if (stored !== null) return stored.revision;
  throw new ServiceFault("NOT_FOUND", `This task has no revision ${revision}.`, {
    what: `revision ${revision} of task ${taskId}`,
  });
}

/** A retry of a save that was committed: its answer was lost on the way, so it is given again. */
async function repeated(db: ReadHandle, event: StoredTaskEvent, taskId: number): Promise<TaskRevision> {
  if (event.taskId === taskId) return revisionOf(db, taskId, event.revision);
  const reason = "This save id is already used by another save.";
  const fix = "Use a new id for every save.";
  throw fieldFault({ field: "saveId", reason, fix });
}
