import path from "node:path";
import type { Change } from "#shared/contract/changes.ts";
import type { ImportEvent, ImportPreview, ImportSource } from "#shared/contract/projects.ts";
import type { ImportConflict, ImportReport } from "#shared/domain/import-report.ts";
import type { Project } from "#shared/domain/project.ts";
import type { Consents } from "../consents.ts";
import { readsInPlace } from "../engines/registry.ts";
import { findDatabase, findTemplateSource, reviewEngineOf } from "../engines/sources.ts";
import { deleteProjectInThread, importInThread, outlineInThread } from "../store/import-in-thread.ts";
import { allProjects, projectByName, renameProject } from "../store/projects.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { eventStream } from "./event-queue.ts";
import { existingFolder } from "./existing-folder.ts";
import { fieldFault, type ServiceFault } from "./fault.ts";
import type { JobBoard } from "./job-board.ts";
import { refuseUnknownProject, storedProject } from "./stored-records.ts";
import { itemsInSight, refuseLabels, viewerOf } from "./visibility.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  publish(change: Change): void;
  /** Starts the evaluation of a project's items that have none, for an account. */
  evaluate(projectId: number, account: string): Promise<unknown>;
  consents: Pick<Consents, "allowFolders">;
  /** Headless: whoever calls holds the workspace file itself, so that nothing in it is kept from them. */
  holdsFile?: boolean;
  /** Where a project's work goes on; headless there is none. */
  board?: JobBoard;
  /** The import thread's file: `importThreadEntry`, or where a bundled host keeps it. */
  importEntry: URL;
}

type Source = ImportSource & { projectName: string };

/** Projects and what is imported into them: files whole or not at all. */
export function createProjectsService(dependencies: Dependencies) {
  const { workspace } = dependencies;
  return {
    list: async (): Promise<Project[]> => workspace.read(allProjects),

    preview: (source: Source, context: CallContext) => preview(dependencies, source, context),

    import: (source: Source, context: CallContext) =>
      eventStream<ImportEvent>(context.signal, (emit, signal) =>
        importFile(dependencies, source, { ...context, signal }, emit),
      ),

    async rename({ projectId, name }: { projectId: number; name: string }): Promise<Project> {
      await refuseUnknownProject(workspace, projectId);
      if (!(await workspace.write((db) => renameProject(db, projectId, name)))) throw takenName(name);
      dependencies.publish({ type: "projects" });
      return storedProject(workspace, projectId);
    },

    delete: (input: { projectId: number; name: string }, { signal }: CallContext): Promise<void> =>
      deleteProject(dependencies, input, signal),
  };
}

function takenName(name: string): ServiceFault {
  const reason = `Another project is called ${name}.`;
  return fieldFault({ field: "name", reason, fix: "Choose another name." });
}

async function deleteProject(
  { workspace, publish, board, importEntry }: Dependencies,
  { projectId, name }: { projectId: number; name: string },
  signal: AbortSignal | undefined,
): Promise<void> {
  const project = await storedProject(workspace, projectId);
  if (project.name !== name.trim())
    throw fieldFault({
      field: "name",
      reason: `The project is called ${project.name}.`,
      fix: "Type its name to delete it.",
    });
  const running = board?.list().filter((job) => job.projectId === projectId && job.state === "running") ?? [];
  for (const { kind } of running) await board?.stop(kind, projectId);
  await deleteProjectInThread(workspace.location, projectId, {
    ...{ entry: importEntry, signal, onProgress: () => undefined },
  });
  publish({ type: "everything" });
}

async function preview(
  { workspace, importEntry, holdsFile = false }: Dependencies,
  source: Source,
  { actor, isMember, signal }: CallContext,
): Promise<ImportPreview> {
  if (isMember) await refuseLabelsOf(workspace, source, actor);
  const { files, projectName, choices } = withAbsolutePaths(source);
  const wish = { files, projectName, choices };
  const { files: outlines, report } = await outlineInThread(workspace.location, wish, {
    entry: importEntry,
    signal,
    onProgress: () => undefined,
  });
  const counts = new Map<string, number>();
  for (const { dbId, items } of outlines.flatMap((outline) => outline.databases))
    counts.set(dbId, (counts.get(dbId) ?? 0) + items);
  const dir = path.resolve(source.databasesDir);
  const engine = reviewEngineOf(dir, [...counts.keys()]);
  const isFound = async (dbId: string) =>
    readsInPlace(engine)
      ? (await findDatabase(dir, dbId, engine)) !== null
      : findTemplateSource(dir, dbId, engine) !== null;
  const databases = await Promise.all(
    [...counts].map(async ([dbId, items]) => ({ dbId, items, found: await isFound(dbId) })),
  );
  return {
    files: outlines.map(({ databases: _, ...file }) => file),
    databases,
    report: holdsFile ? report : await inSight(workspace, projectName, actor, report),
  };
}

const withAbsolutePaths = (source: Source): Source => ({
  ...source,
  files: source.files.map((file) => ({ ...file, path: path.resolve(file.path) })),
});

async function importFile(
  { workspace, now, publish, evaluate, consents, importEntry, holdsFile = false }: Dependencies,
  source: Source,
  { actor: account, isMember, signal }: CallContext,
  emit: (event: ImportEvent) => void,
): Promise<void> {
  if (isMember) await refuseLabelsOf(workspace, source, account);
  const databasesDir = await existingFolder(source.databasesDir);
  // Who names a folder here means it; a member names none.
  if (!isMember) consents.allowFolders([databasesDir]);
  const request = { ...withAbsolutePaths(source), databasesDir };
  const { projectId, report } = await importInThread(
    workspace.location,
    { ...request, account, at: now().toISOString() },
    {
      entry: importEntry,
      signal,
      onProgress: (phase, done, total) => emit({ type: "progress", phase, done, total }),
    },
  );
  publish({ type: "projects" });
  await evaluate(projectId, account);
  const project = await storedProject(workspace, projectId);
  const told = holdsFile ? report : await inSight(workspace, project.name, account, report);
  emit({ type: "done", project, report: told });
}

async function refuseLabelsOf(
  workspace: Workspace,
  { files, projectName }: Source,
  account: string,
): Promise<void> {
  if (files.every(({ labels }) => labels.as === "left-out")) return;
  await workspace.read(async (db) => {
    const project = await projectByName(db, projectName);
    if (project !== null) await refuseLabels(db, await viewerOf(db, project.id, account));
  });
}

/** The report without what others said of items that the caller has not judged. */
async function inSight(
  workspace: Workspace,
  projectName: string,
  account: string,
  report: ImportReport,
): Promise<ImportReport> {
  return workspace.read(async (db) => {
    const project = await projectByName(db, projectName);
    if (project === null) return report;
    const viewer = await viewerOf(db, project.id, account);
    const itemIds = report.conflicts.flatMap(({ itemId }) => itemId ?? []);
    const seen = await itemsInSight(db, viewer, itemIds);
    const isHidden = ({ kind, itemId, reviewer }: ImportConflict) =>
      ["opinion", "consensus"].includes(kind) &&
      itemId !== null &&
      !seen.has(itemId) &&
      reviewer !== viewer.name;
    const conflicts = report.conflicts.map((one) => (isHidden(one) ? { ...one, there: "" } : one));
    return { ...report, conflicts };
  });
}
