import path from "node:path";
import type { Change } from "#shared/contract/changes.ts";
import type { ImportEvent, ImportPreview } from "#shared/contract/projects.ts";
import type { Project, TaskSettings } from "#shared/domain/project.ts";
import { findDatabase } from "../engines/find-database.ts";
import { makeEvaluationsStale } from "../store/evaluations.ts";
import { importInThread, outlineInThread } from "../store/import-in-thread.ts";
import { allProjects, putTaskSettings, setDatabasesDir } from "../store/projects.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { existingFolder } from "./existing-folder.ts";
import { Fault } from "./fault.ts";
import { projectOf } from "./project-of.ts";
import { streamOf } from "./stream-of.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  publish(change: Change): void;
  /** Starts the evaluation of a project's items that have none; called after an import and a change of the folder. */
  evaluate(projectId: number): Promise<unknown>;
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

    preview: (source: Source, { signal }: CallContext) => preview(dependencies, source, signal),

    import: (source: Source & { projectName: string }, { actor, signal }: CallContext) =>
      streamOf<ImportEvent>(signal, (emit, signal) => importFile(dependencies, source, actor, emit, signal)),

    async setDatabasesDir({ projectId, databasesDir }: { projectId: number; databasesDir: string }) {
      projectOf(workspace, projectId);
      const dir = await existingFolder(databasesDir);
      await workspace.write((db) => {
        setDatabasesDir(db, projectId, dir);
        // Other databases, other results.
        makeEvaluationsStale(db, projectId);
      });
      dependencies.publish({ type: "projects" });
      await dependencies.evaluate(projectId);
      return projectOf(workspace, projectId);
    },

    async setTaskSettings({ projectId, settings }: { projectId: number; settings: TaskSettings }) {
      projectOf(workspace, projectId);
      refusePassword(settings.serverUrl);
      const databasesDir = settings.databasesDir === "" ? "" : await existingFolder(settings.databasesDir);
      await workspace.write((db) => putTaskSettings(db, projectId, { ...settings, databasesDir }));
      dependencies.publish({ type: "projects" });
      return projectOf(workspace, projectId);
    },
  };
}

async function preview(
  { importEntry }: Dependencies,
  source: Source,
  signal: AbortSignal | undefined,
): Promise<ImportPreview> {
  const outline = await outlineInThread(path.resolve(source.path), {
    entry: importEntry,
    signal,
    onProgress: () => undefined,
  });
  const databases = await Promise.all(
    outline.databases.map(async ({ dbId, items }) => ({
      dbId,
      items,
      found: (await findDatabase(path.resolve(source.databasesDir), dbId)) !== null,
    })),
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
  await evaluate(projectId);
  emit({ type: "done", project: projectOf(workspace, projectId), ...counts });
}

/** The workspace file is shared and copied: a password has no place in it. */
function refusePassword(serverUrl: string): void {
  if (serverUrl === "") return;
  const url = URL.canParse(serverUrl) ? new URL(serverUrl) : null;
  const isPostgres = url?.protocol === "postgres:" || url?.protocol === "postgresql:";
  if (isPostgres && url.password === "" && !url.searchParams.has("password")) return;
  const reason = isPostgres ? "The server's URL holds a password." : "This is no URL of a PostgreSQL server.";
  const fix = isPostgres
    ? "Leave it out; it is asked for apart and never stored in the workspace."
    : "Give it as postgresql://user@host:port/database.";
  throw new Fault("BAD_INPUT", `${reason} ${fix}`, {
    problems: [{ file: "", row: null, field: "serverUrl", reason, fix }],
  });
}
