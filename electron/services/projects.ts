import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Change } from "#shared/contract/changes.ts";
import type { ImportEvent, ImportPreview } from "#shared/contract/projects.ts";
import type { Project, TaskSettings } from "#shared/domain/project.ts";
import { findDatabase } from "../engines/sources.ts";
import { makeEvaluationsStale } from "../store/evaluations.ts";
import { importInThread, outlineInThread } from "../store/import-in-thread.ts";
import { allProjects, putTaskSettings, setDatabasesDir } from "../store/projects.ts";
import { makeDataResultsStale, makeTaskResultsStale, wantTaskJob } from "../store/task-jobs.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { eventStream } from "./event-stream.ts";
import { existingFolder } from "./existing-folder.ts";
import { Fault } from "./fault.ts";
import { storedProject } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  publish(change: Change): void;
  /** Starts the evaluation of a project's items that have none; called after an import and a change of the folder. */
  evaluate(projectId: number): Promise<unknown>;
  /** Lints the tasks of a project that have no lint that counts; called after a change of the engine. */
  lint(projectId: number): Promise<unknown>;
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
      eventStream<ImportEvent>(signal, (emit, signal) =>
        importFile(dependencies, source, actor, emit, signal),
      ),

    async setDatabasesDir({ projectId, databasesDir }: { projectId: number; databasesDir: string }) {
      storedProject(workspace, projectId);
      const dir = await existingFolder(databasesDir);
      await workspace.write((db) => {
        setDatabasesDir(db, projectId, dir);
        // Other databases, other results.
        makeEvaluationsStale(db, projectId);
      });
      dependencies.publish({ type: "projects" });
      await dependencies.evaluate(projectId);
      return storedProject(workspace, projectId);
    },

    async setTaskSettings({ projectId, settings }: { projectId: number; settings: TaskSettings }) {
      const before = storedProject(workspace, projectId).taskSettings;
      refusePassword(settings.serverUrl);
      const databasesDir = settings.databasesDir === "" ? "" : await existingFolder(settings.databasesDir);
      const after = { ...settings, databasesDir };
      await workspace.write((db) => {
        putTaskSettings(db, projectId, after);
        if (!sameData(before, after)) makeDataResultsStale(db, projectId);
        if ((before.engine === "sqlite") === (after.engine === "sqlite")) return;
        // Another dialect of SQL, another lint.
        makeTaskResultsStale(db, projectId, "lint", after.profile);
        wantTaskJob(db, { projectId, kind: "lint", profile: null, predictionRunId: null });
      });
      dependencies.publish({ type: "projects" });
      dependencies.publish({ type: "tasks", projectId, taskId: null });
      await dependencies.lint(projectId);
      return storedProject(workspace, projectId);
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
  emit({ type: "done", project: storedProject(workspace, projectId), ...counts });
}

/** Whether tasks run on the same databases on the same engine. */
function sameData(one: TaskSettings, other: TaskSettings): boolean {
  const { profile: _one, ...data } = one;
  const { profile: _other, ...otherData } = other;
  return isDeepStrictEqual(data, otherData);
}

/** The workspace file is shared and copied: a password has no place in it. */
function refusePassword(serverUrl: string): void {
  if (serverUrl === "") return;
  // Not URL: it does not take a user without a host, as a server on a socket has it.
  const parts = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?[^?#]*(?:\?([^#]*))?$/i.exec(serverUrl);
  const isPostgres = parts !== null;
  const [, user = "", query = ""] = parts ?? [];
  if (isPostgres && !user.includes(":") && !new URLSearchParams(query).has("password")) return;
  const reason = isPostgres ? "The server's URL holds a password." : "This is no URL of a PostgreSQL server.";
  const fix = isPostgres
    ? "Leave it out; it is asked for apart and never stored in the workspace."
    : "Give it as postgresql://user@host:port/database.";
  throw new Fault("BAD_INPUT", `${reason} ${fix}`, {
    problems: [{ file: "", row: null, field: "serverUrl", reason, fix }],
  });
}
