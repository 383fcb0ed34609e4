import { existsSync } from "node:fs";
import { Fault } from "../services/fault.ts";
import { projectByName } from "../store/projects.ts";
import { openWorkspace, type Workspace } from "../store/workspace.ts";
import { WrongUsage } from "./command-options.ts";

/** Works on a workspace that is there already, and closes it. Throws `WrongUsage` where there is none. */
export async function fromWorkspace<Result>(
  path: string,
  work: (workspace: Workspace) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(path)) throw new WrongUsage(`There is no workspace ${path}. Import into it first.`);
  const workspace = openWorkspace(path);
  try {
    return await work(workspace);
  } finally {
    workspace.close();
  }
}

/** The id of the project of that name. Throws the fault NOT_FOUND. */
export function projectIdOf(workspace: Workspace, name: string): number {
  const project = workspace.read((db) => projectByName(db, name));
  if (!project)
    throw new Fault("NOT_FOUND", `There is no project ${name} in ${workspace.path}.`, { what: "project" });
  return project.id;
}
