import path from "node:path";
import type { Change } from "#shared/contract/changes.ts";
import type { ImportEvent, ImportPreview } from "#shared/contract/projects.ts";
import type { Project } from "#shared/domain/project.ts";
import { engines } from "../engines/registry.ts";
import { findDatabase, findTemplateSource, reviewEngineOf } from "../engines/sources.ts";
import { importInThread, outlineInThread } from "../store/import-in-thread.ts";
import { formOfProject } from "../store/import-predictions.ts";
import { allProjects } from "../store/projects.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { eventStream } from "./event-queue.ts";
import { existingFolder } from "./existing-folder.ts";
import { storedProject } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  publish(change: Change): void;
  /** Starts the evaluation of a project's items that have none, for an account. */
  evaluate(projectId: number, account: string): Promise<unknown>;
  /** The import thread's file: `importThreadEntry`, or where a bundled host keeps it. */
  importEntry: URL;
}

interface Source {
  path: string;
  databasesDir: string;
  reviewer: string | null;
}

/** Projects and what is imported into them: a file whole or not at all. */
export function createProjectsService(dependencies: Dependencies) {
  const { workspace } = dependencies;
  return {
    list: async (): Promise<Project[]> => workspace.read(allProjects),

    preview: (source: Source & { projectName: string }, { signal }: CallContext) =>
      preview(dependencies, source, signal),

    import: (source: Source & { projectName: string }, { actor, signal }: CallContext) =>
      eventStream<ImportEvent>(signal, (emit, signal) =>
        importFile(dependencies, source, actor, emit, signal),
      ),
  };
}

async function preview(
  { workspace, importEntry }: Dependencies,
  source: Source & { projectName: string },
  signal: AbortSignal | undefined,
): Promise<ImportPreview> {
  const form =
    source.reviewer === null ? null : workspace.read((db) => formOfProject(db, source.projectName));
  const outline = await outlineInThread(path.resolve(source.path), form, {
    entry: importEntry,
    signal,
    onProgress: () => undefined,
  });
  const dir = path.resolve(source.databasesDir);
  const engine = reviewEngineOf(
    dir,
    outline.databases.map(({ dbId }) => dbId),
  );
  const isFound = async (dbId: string) =>
    engines[engine].readsFilesInPlace
      ? (await findDatabase(dir, dbId)) !== null
      : findTemplateSource(dir, dbId, engine) !== null;
  const databases = await Promise.all(
    outline.databases.map(async ({ dbId, items }) => ({ dbId, items, found: await isFound(dbId) })),
  );
  return { ...outline, databases };
}

async function importFile(
  { workspace, now, publish, evaluate, importEntry }: Dependencies,
  source: Source & { projectName: string },
  account: string,
  emit: (event: ImportEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const databasesDir = await existingFolder(source.databasesDir);
  const request = { ...source, path: path.resolve(source.path), databasesDir };
  const { projectId, ...counts } = await importInThread(
    workspace.path,
    { ...request, account, at: now().toISOString() },
    {
      entry: importEntry,
      signal,
      onProgress: (phase, done, total) => emit({ type: "progress", phase, done, total }),
    },
  );
  publish({ type: "projects" });
  await evaluate(projectId, account);
  emit({ type: "done", project: storedProject(workspace, projectId), ...counts });
}
