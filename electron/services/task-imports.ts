import path from "node:path";
import type { Change } from "#shared/contract/changes.ts";
import type { TaskFiles, TaskImportEvent, TaskImportPreview } from "#shared/contract/task-import.ts";
import type { Consents } from "../consents.ts";
import { canLoad, engineOfDatabases, findTemplateSource } from "../engines/sources.ts";
import { importTasksInThread, outlineTasksInThread } from "../store/import-in-thread.ts";
import type { TaskOutline } from "../store/outline-tasks.ts";
import { projectByName } from "../store/projects.ts";
import { taskIdsByInstance } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { eventStream } from "./event-queue.ts";
import { existingFolder } from "./existing-folder.ts";
import { storedProject } from "./stored-records.ts";

export interface TaskImportDependencies {
  workspace: Workspace;
  now(): Date;
  publish(change: Change): void;
  /** Lints the tasks of a project that have no lint of their present revision; called after an import and a save. */
  lint(projectId: number): Promise<unknown>;
  consents: Pick<Consents, "allowFolders" | "mayRead">;
  /** The import thread's file: `importThreadEntry`, or where a bundled host keeps it. */
  importEntry: URL;
}

/** What comes in, into which project, and what becomes of rows that cannot be read and of tasks that are there. */
export interface TaskImportInput {
  files: TaskFiles;
  projectName: string;
  databasesDir: string | null;
  skipUnreadable: boolean;
  existing: "keep" | "revise";
}

/** Imports of tasks with what belongs to them: outlined first, then made in a thread, all of it or nothing (SPEC H5, H6). */
export function createTaskImports(dependencies: TaskImportDependencies) {
  return {
    previewImport: (
      input: Pick<TaskImportInput, "files" | "projectName" | "databasesDir">,
      { signal }: CallContext,
    ): Promise<TaskImportPreview> => preview(dependencies, input, signal),
    import: (input: TaskImportInput, context: CallContext) =>
      eventStream<TaskImportEvent>(context.signal, (emit, signal) =>
        importFiles(dependencies, input, { ...context, signal }, emit),
      ),
  };
}

async function preview(
  { workspace, consents, importEntry }: TaskImportDependencies,
  { files, projectName, databasesDir }: Pick<TaskImportInput, "files" | "projectName" | "databasesDir">,
  signal: AbortSignal | undefined,
): Promise<TaskImportPreview> {
  const outline = await outlineTasksInThread(absolute(files), {
    entry: importEntry,
    signal,
    onProgress: () => undefined,
  });
  const project = await workspace.read((db) => projectByName(db, projectName));
  const settings = project?.taskSettings;
  const hasSettings = settings !== undefined && settings.databasesDir !== "";
  const folder = path.resolve(
    databasesDir ?? (hasSettings ? settings.databasesDir : path.dirname(files.tasks)),
  );
  const names = outline.databases.map(({ name }) => name);
  const mayLook = databasesDir !== null || !hasSettings || consents.mayRead(folder);
  const engine = hasSettings ? settings.engine : engineOfDatabases(folder, names);
  const found = (database: string) => {
    const source = mayLook ? findTemplateSource(folder, database, engine) : null;
    return {
      template: source !== null && "path" in source ? source.path : null,
      isReadable: source !== null && canLoad(engine, source),
      isSample: source?.kind === "schema-text",
    };
  };
  const { instanceIds, databases, ...rest } = outline;
  return {
    ...rest,
    engine,
    folderBefore: hasSettings && settings.databasesDir !== folder ? settings.databasesDir : null,
    tasks: instanceIds.length,
    databases: databases.map(({ name, tasks, counts }) => ({
      name,
      tasks,
      knowledgeNodes: counts.knowledge ?? null,
      columnMeanings: counts["column-meanings"] ?? null,
      schemaTables: counts.schema ?? null,
      ...found(name),
    })),
    existing: await existingOf(workspace, project?.id ?? null, outline),
  };
}

const existingTold = 100;

async function existingOf(
  workspace: Workspace,
  projectId: number | null,
  { instanceIds }: TaskOutline,
): Promise<TaskImportPreview["existing"]> {
  if (projectId === null) return { count: 0, instanceIds: [] };
  const known = await workspace.read((db) => taskIdsByInstance(db, projectId));
  const found = instanceIds.filter((id) => known.has(id));
  return { count: found.length, instanceIds: found.slice(0, existingTold) };
}

async function importFiles(
  { workspace, now, publish, lint, consents, importEntry }: TaskImportDependencies,
  input: TaskImportInput,
  { actor: account, isMember, signal }: CallContext,
  emit: (event: TaskImportEvent) => void,
): Promise<void> {
  const databasesDir = input.databasesDir === null ? null : await existingFolder(input.databasesDir);
  // Who names a folder here, of databases or of tasks, means it; a member names none.
  if (!isMember) consents.allowFolders([databasesDir ?? path.dirname(path.resolve(input.files.tasks))]);
  const { projectId, ...counts } = await importTasksInThread(
    workspace.location,
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
  emit({ type: "done", project: await storedProject(workspace, projectId), ...counts });
}

/** Paths as the thread and the messages need them. */
function absolute(files: TaskFiles): TaskFiles {
  const all = (files: string[] | undefined) => files?.map((file) => path.resolve(file));
  return {
    tasks: path.resolve(files.tasks),
    ...(files.exceptions === undefined ? {} : { exceptions: path.resolve(files.exceptions) }),
    ...(files.groundTruth === undefined ? {} : { groundTruth: path.resolve(files.groundTruth) }),
    knowledge: all(files.knowledge) ?? [],
    columnMeanings: all(files.columnMeanings) ?? [],
    schema: all(files.schema) ?? [],
  };
}
