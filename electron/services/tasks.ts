import path from "node:path";
import type { Change } from "#shared/contract/changes.ts";
import type { TaskFiles, TaskImportEvent, TaskImportPreview } from "#shared/contract/task-import.ts";
import type { TaskFilter, TaskSort } from "#shared/contract/task-list.ts";
import type { DatabaseKnowledge, TaskView } from "#shared/contract/tasks.ts";
import { findTemplateSource } from "../engines/find-template-source.ts";
import { importTasksInThread, outlineTasksInThread } from "../store/import-in-thread.ts";
import type { TaskOutline } from "../store/import-tasks.ts";
import { projectByName } from "../store/projects.ts";
import { fileFindings, findingsOfTask } from "../store/task-findings.ts";
import { taskCounts, taskFacets, taskIds, taskRows } from "../store/task-list.ts";
import { runsOfTask } from "../store/task-runs.ts";
import { taskState } from "../store/task-states.ts";
import { taskById, taskIdsByInstance } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { databaseKnowledge } from "./database-knowledge.ts";
import { existingFolder } from "./existing-folder.ts";
import { projectOf } from "./project-of.ts";
import { streamOf } from "./stream-of.ts";
import { createTaskCreation } from "./task-creation.ts";
import { createTaskEdits } from "./task-edits.ts";
import { createTaskExports } from "./task-exports.ts";
import { readTaskSample } from "./task-sample.ts";
import { createTaskStates } from "./task-states.ts";
import { unknownTask } from "./unknown-task.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  publish(change: Change): void;
  /** Lints the tasks of a project that have no lint of their present revision; called after an import and a save. */
  lint(projectId: number): Promise<unknown>;
  /** The import thread's file: `importThreadEntry`, or where a bundled host keeps it. */
  importEntry: URL;
  /** Where the pack of tasks stands that comes with the program. */
  sampleDir?: string;
}

interface ImportInput {
  files: TaskFiles;
  projectName: string;
  databasesDir: string | null;
  skipUnreadable: boolean;
  existing: "keep" | "revise";
}

/** Tasks of a project: lists, one whole, what belongs to their databases, import, edits as events, export (SPEC H1–H7). */
export function createTasksService(dependencies: Dependencies) {
  const { workspace } = dependencies;
  return {
    ids: async ({ projectId, filter, sort }: { projectId: number; filter: TaskFilter; sort: TaskSort }) =>
      workspace.read((db) => taskIds(db, projectId, filter, sort)),
    rows: async ({ projectId, taskIds: ids }: { projectId: number; taskIds: number[] }) =>
      workspace.read((db) => taskRows(db, projectId, ids)),
    counts: async ({ projectId }: { projectId: number }) => workspace.read((db) => taskCounts(db, projectId)),
    facets: async ({ projectId }: { projectId: number }) => workspace.read((db) => taskFacets(db, projectId)),
    task: async ({ taskId }: { taskId: number }): Promise<TaskView> => taskView(workspace, taskId),
    knowledge: async (of: { projectId: number; database: string }): Promise<DatabaseKnowledge> =>
      workspace.read((db) => databaseKnowledge(db, of)),
    fileFindings: async ({ projectId }: { projectId: number }) =>
      workspace.read((db) => fileFindings(db, projectId)),

    sample: async () =>
      dependencies.sampleDir === undefined ? null : readTaskSample(dependencies.sampleDir),
    previewImport: (
      input: Pick<ImportInput, "files" | "projectName" | "databasesDir">,
      { signal }: CallContext,
    ): Promise<TaskImportPreview> => preview(dependencies, input, signal),
    import: (input: ImportInput, { actor, signal }: CallContext) =>
      streamOf<TaskImportEvent>(signal, (emit, signal) =>
        importFiles(dependencies, input, actor, emit, signal),
      ),

    ...createTaskEdits(dependencies),
    ...createTaskCreation(dependencies),
    ...createTaskStates(dependencies),
    ...createTaskExports(dependencies),
  };
}

function taskView(workspace: Workspace, taskId: number): TaskView {
  return workspace.read((db) => {
    const stored = taskById(db, taskId);
    if (stored === null) throw unknownTask(taskId);
    const { task, source, revision, savedBy, savedAt } = stored.revision;
    return {
      taskId,
      projectId: stored.projectId,
      index: stored.index,
      task,
      source,
      revision: { revision, savedBy, savedAt },
      ...taskState(db, taskId),
      findings: findingsOfTask(db, taskId),
      lastRuns: runsOfTask(db, taskId),
    };
  });
}

async function preview(
  { workspace, importEntry }: Dependencies,
  { files, projectName, databasesDir }: Pick<ImportInput, "files" | "projectName" | "databasesDir">,
  signal: AbortSignal | undefined,
): Promise<TaskImportPreview> {
  const outline = await outlineTasksInThread(absolute(files), {
    entry: importEntry,
    signal,
    onProgress: () => undefined,
  });
  const project = workspace.read((db) => projectByName(db, projectName));
  const engine = project?.taskSettings.engine ?? "pglite";
  const folder = databasesDir ?? project?.taskSettings.databasesDir ?? path.dirname(files.tasks);
  const template = (database: string) => {
    const found = findTemplateSource(path.resolve(folder), database, engine);
    return found !== null && "path" in found ? found.path : null;
  };
  const { instanceIds, databases, ...rest } = outline;
  return {
    ...rest,
    tasks: instanceIds.length,
    databases: databases.map(({ name, tasks, counts }) => ({
      name,
      tasks,
      knowledgeNodes: counts.knowledge ?? null,
      columnMeanings: counts["column-meanings"] ?? null,
      schemaTables: counts.schema ?? null,
      template: template(name),
    })),
    existing: existingOf(workspace, project?.id ?? null, outline),
  };
}

const existingTold = 100;

function existingOf(
  workspace: Workspace,
  projectId: number | null,
  { instanceIds }: TaskOutline,
): TaskImportPreview["existing"] {
  if (projectId === null) return { count: 0, instanceIds: [] };
  const known = workspace.read((db) => taskIdsByInstance(db, projectId));
  const found = instanceIds.filter((id) => known.has(id));
  return { count: found.length, instanceIds: found.slice(0, existingTold) };
}

async function importFiles(
  { workspace, now, publish, lint, importEntry }: Dependencies,
  input: ImportInput,
  account: string,
  emit: (event: TaskImportEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const databasesDir = input.databasesDir === null ? null : await existingFolder(input.databasesDir);
  const { projectId, ...counts } = await importTasksInThread(
    workspace.path,
    { ...input, files: absolute(input.files), databasesDir, account, at: now().toISOString() },
    {
      entry: importEntry,
      signal,
      onProgress: (phase, done, total) => emit({ type: "progress", phase, done, total }),
    },
  );
  publish({ type: "projects" });
  publish({ type: "tasks", projectId, taskId: null });
  await lint(projectId);
  emit({ type: "done", project: projectOf(workspace, projectId), ...counts });
}

/** Paths as the thread and the messages need them. */
function absolute(files: TaskFiles): TaskFiles {
  const all = (places: string[] | undefined) => places?.map((place) => path.resolve(place));
  return {
    tasks: path.resolve(files.tasks),
    ...(files.groundTruth === undefined ? {} : { groundTruth: path.resolve(files.groundTruth) }),
    knowledge: all(files.knowledge) ?? [],
    columnMeanings: all(files.columnMeanings) ?? [],
    schema: all(files.schema) ?? [],
  };
}
