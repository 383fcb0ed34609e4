import type { ImportProgress } from "#shared/contract/import-progress.ts";
import type { ImportedFile } from "#shared/contract/imported-files.ts";
import { ServiceFault } from "../services/fault.ts";
import { damageOf } from "../store/import-in-thread.ts";
import { filesOfProject } from "../store/imported-files.ts";
import { openWorkspaceAt, workspaceExists } from "../store/open-workspace.ts";
import { withoutPassword } from "../store/postgres/server-workspace.ts";
import { allProjects, idOfProject } from "../store/projects.ts";
import { databaseFolders } from "../store/waiting-work.ts";
import { damaged, type Workspace } from "../store/workspace.ts";
import type { CommandContext } from "./command.ts";
import { WrongUsage } from "./command-end.ts";

/**
 * Works on a workspace, which is made where there is none, and closes it. All of it is read meanwhile: where that finds damage, the
 * command fails in the end, and what it wrote is not to be trusted.
 */
export async function inWorkspace<Result>(
  file: string,
  { host, signal }: CommandContext,
  work: (workspace: Workspace) => Promise<Result>,
): Promise<Result> {
  const isNew = !(await workspaceExists(file));
  const workspace = await openWorkspaceAt(file);
  const failed = new AbortController();
  try {
    // What this account makes here is its own: the window does not ask whether it comes from elsewhere.
    const consents = async () => (await import("../consents.ts")).openConsents(host.consentsFile(), file);
    if (isNew) (await consents()).allowWork();
    const named = new Set(await workspace.read(databaseFolders));
    const { paths } = await host.program();
    const over = AbortSignal.any([signal, failed.signal]);
    const problems = damageOf(file, { entry: paths.importThread, signal: over });
    problems.catch(() => undefined);
    const result = await work(workspace);
    // Nor about folders that its own commands name.
    const folders = (await workspace.read(databaseFolders)).filter((folder) => !named.has(folder));
    if (folders.length > 0) (await consents()).allowFolders(folders);
    if ((await problems).length > 0) throw damaged(file);
    return result;
  } finally {
    failed.abort();
    await workspace.close();
  }
}

/** Works on a workspace that is there already, and closes it. Throws `WrongUsage` where there is none. */
export async function inExistingWorkspace<Result>(
  file: string,
  context: CommandContext,
  work: (workspace: Workspace) => Promise<Result>,
): Promise<Result> {
  await refuseMissing(file);
  return inWorkspace(file, context, work);
}

/** Throws `WrongUsage` where there is no workspace. */
export async function refuseMissing(location: string): Promise<void> {
  if (await workspaceExists(location)) return;
  throw new WrongUsage(`There is no workspace ${withoutPassword(location)}. Import into it first.`);
}

/** The id of the project of that name. Throws the fault NOT_FOUND. */
export async function existingProjectId(workspace: Workspace, name: string): Promise<number> {
  const id = await idOfProject(workspace.autocommit, name);
  if (id === null)
    throw new ServiceFault(
      "NOT_FOUND",
      `There is no project ${name} in ${workspace.path}. Its projects: ${(await workspace.read(allProjects))
        .map((one) => one.name)
        .join(", ")}.`,
      { what: "project" },
    );
  return id;
}

/** An imported file of a project by its id or name; of several of one name the newest that was not taken back. Throws NOT_FOUND. */
export async function importedFileOf(
  workspace: Workspace,
  projectId: number,
  named: string,
): Promise<ImportedFile> {
  const files = await workspace.read((db) => filesOfProject(db, projectId));
  const fits = files.filter(({ id, fileName }) => String(id) === named || fileName === named);
  const file = fits.findLast(({ takenBack }) => takenBack === null) ?? fits.at(-1);
  if (file) return file;
  throw new ServiceFault(
    "NOT_FOUND",
    `No file ${named} was imported into the project. Its files: ${files.map(({ fileName }) => fileName).join(", ")}.`,
    { what: `file ${named}` },
  );
}

/** Notes how far an import is; the answer is what it came to. */
export async function importDone<Done extends { type: "done" }>(
  events: AsyncIterable<ImportProgress | Done>,
  { note }: CommandContext,
): Promise<Omit<Done, "type">> {
  for await (const event of events) {
    if (event.type === "done") {
      const { type, ...done } = event;
      return done;
    }
    note(`${event.phase} ${Math.floor((100 * event.done) / Math.max(1, event.total))} %`);
  }
  throw new Error("the import ended without a result");
}
