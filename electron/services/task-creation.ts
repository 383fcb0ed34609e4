import type { Change } from "#shared/contract/changes.ts";
import type { TaskStart, TaskTemplate } from "#shared/contract/tasks.ts";
import { blankTask, nextInstanceId } from "#shared/domain/new-task.ts";
import type { SourcedTask } from "#shared/domain/task-revision.ts";
import type { SqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import type { ReadHandle, WriteHandle } from "../store/handles.ts";
import { reviewerName } from "../store/people.ts";
import { appendTaskEvent, newestTaskEvent, taskEventBySaveId } from "../store/task-events.ts";
import { putTaskFindings } from "../store/task-findings.ts";
import { wantTaskJob } from "../store/task-jobs.ts";
import { putTemplate, removeTemplate, templatesOfProject, templateTask } from "../store/task-templates.ts";
import { addTask, addTaskSource, nextTaskIndex, taskById, taskIdsByInstance } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { ServiceFault } from "./fault.ts";
import { refuseUnknownProject, storedTask, unknownTask } from "./stored-records.ts";
import { findingsAsWritten } from "./task-edits.ts";

interface Dependencies {
  workspace: Workspace;
  analysis: SqlAnalysis;
  now(): Date;
  publish(change: Change): void;
  lint(projectId: number): Promise<unknown>;
}

/** What a new task of a project begins as; `saveId` makes a retry harmless. */
export interface Creation {
  projectId: number;
  saveId: string;
  start: TaskStart;
}

/** Where a new task goes, and who made it when. */
type NewTask = Omit<Creation, "start"> & { actor: string; at: string };

/** New tasks of a project, and the templates that they begin as (SPEC H9). */
export function createTaskCreation(dependencies: Dependencies) {
  const { workspace, now } = dependencies;
  return {
    create: (input: Creation, { actor }: CallContext) => create(dependencies, input, actor),
    templates: async ({ projectId }: { projectId: number }): Promise<TaskTemplate[]> =>
      workspace.read((db) => templatesOfProject(db, projectId)),
    saveAsTemplate: ({ taskId, name }: { taskId: number; name: string }, { actor }: CallContext) =>
      workspace.write(async (db) => {
        const { projectId, revision } = await storedTask(db, taskId);
        const madeBy = await reviewerName(db, actor);
        await putTemplate(db, { projectId, name, task: revision.task, madeBy, madeAt: now().toISOString() });
      }),
    removeTemplate: ({ templateId }: { templateId: number }) =>
      workspace.write(async (db) => {
        if (!(await removeTemplate(db, templateId))) throw unknownTemplate(templateId);
      }),
  };
}

async function create(
  { workspace, analysis, now, publish, lint }: Dependencies,
  { projectId, saveId, start }: Creation,
  account: string,
): Promise<{ taskId: number }> {
  await refuseUnknownProject(workspace, projectId);
  const typed = start.kind === "text" ? await readTaskText(analysis, start.text) : null;
  const { taskId, isNew } = await workspace.write(async (db) => {
    const earlier = await taskEventBySaveId(db, saveId);
    if (earlier !== null) return { taskId: earlier.taskId, isNew: false };
    const actor = await reviewerName(db, account);
    const at = now().toISOString();
    const started = typed ?? (await startedTask(db, projectId, start as StoredStart));
    return { taskId: await addNewTask(db, { projectId, saveId, actor, at }, started), isNew: true };
  });
  if (!isNew) return { taskId };
  // A project is published with its number of tasks.
  publish({ type: "projects" });
  publish({ type: "tasks", projectId, taskId: null });
  await lint(projectId);
  return { taskId };
}

/** Adds a task to a project as its first revision, under a free id, and answers its id in the workspace. */
export async function addNewTask(
  db: WriteHandle,
  { projectId, saveId, actor, at }: NewTask,
  { task: begun, source, sourceId }: StartedTask,
): Promise<number> {
  const taken = await taskIdsByInstance(db, projectId);
  const isFree = begun.instanceId !== "" && !taken.has(begun.instanceId);
  const instanceId = isFree ? begun.instanceId : nextInstanceId(taken.keys(), begun);
  const task = { ...begun, instanceId };
  const taskId = await addTask(db, projectId, await nextTaskIndex(db, projectId), task);
  const storedSource = sourceId ?? (source === null ? null : await addTaskSource(db, source));
  // The first revision is there like an imported one: undoing ends at it.
  const event = { action: "import" as const, revision: 1, baseRevision: 0, reverts: null };
  await appendTaskEvent(db, { ...event, saveId, taskId, actor, at, task, sourceId: storedSource });
  await putTaskFindings(
    db,
    { taskId, origin: "import", revision: 1, at },
    findingsAsWritten({ task, source }),
  );
  await wantTaskJob(db, { projectId, kind: "lint", profile: null, predictionRunId: null });
  return taskId;
}

interface StartedTask extends SourcedTask {
  /** Where the text is storedSource that it was read from, if it is storedSource already. */
  sourceId: number | null;
}

/** What the workspace holds already, or nothing. */
type StoredStart = Exclude<TaskStart, { kind: "text" }>;

async function startedTask(db: ReadHandle, projectId: number, start: StoredStart): Promise<StartedTask> {
  switch (start.kind) {
    case "blank":
      return { task: blankTask("", start.database), source: null, sourceId: null };
    case "template": {
      const task = await templateTask(db, projectId, start.templateId);
      if (task === null) throw unknownTemplate(start.templateId);
      return { task, source: null, sourceId: null };
    }
    case "task": {
      const stored = await taskById(db, start.taskId);
      if (stored === null || stored.projectId !== projectId) throw unknownTask(start.taskId);
      const { task, source } = stored.revision;
      return { task, source, sourceId: (await newestTaskEvent(db, start.taskId))?.sourceId ?? null };
    }
  }
}

/** The one task of a JSON text. */
async function readTaskText(analysis: SqlAnalysis, text: string): Promise<StartedTask> {
  const { tasks, problems } = await analysis.read("tasks", { text, name: "the text" });
  const [first, ...more] = tasks;
  if (first !== undefined && more.length === 0 && problems.length === 0) return { ...first, sourceId: null };
  const reason = first === undefined ? "The text has no task." : "The text has more than one task.";
  const fix = "Paste one row of a task file, or import the whole file.";
  const location = { file: "the text", row: null, field: null };
  const found = problems.length > 0 ? problems : [{ ...location, reason, fix }];
  throw new ServiceFault("BAD_INPUT", "The text is not one task.", { problems: found });
}

function unknownTemplate(templateId: number): ServiceFault<"NOT_FOUND"> {
  return new ServiceFault("NOT_FOUND", "This template no longer exists.", {
    what: `template ${templateId}`,
  });
}
