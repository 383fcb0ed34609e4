import type { Project } from "#shared/domain/project.ts";
import type { ReadHandle } from "../store/handles.ts";
import { hasProject, projectById } from "../store/projects.ts";
import { type StoredTask, taskById } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import { ServiceFault } from "./fault.ts";

/** A project of the workspace; NOT_FOUND where there is none of that id. */
export async function storedProject(workspace: Workspace, id: number): Promise<Project> {
  const found = await workspace.read((db) => projectById(db, id));
  if (found) return found;
  throw unknownProject(id);
}

/** Throws NOT_FOUND where there is no project of that id. */
export async function refuseUnknownProject({ autocommit }: Workspace, id: number): Promise<void> {
  if (!(await hasProject(autocommit, id))) throw unknownProject(id);
}

const unknownProject = (id: number) =>
  new ServiceFault("NOT_FOUND", "This project is not in the workspace.", { what: `project ${id}` });

/** A task at its newest revision; NOT_FOUND where there is none of that id. */
export async function storedTask(db: ReadHandle, taskId: number): Promise<StoredTask> {
  const stored = await taskById(db, taskId);
  if (stored === null) throw unknownTask(taskId);
  return stored;
}

/** The fault of a call that names a task which is not there. */
export function unknownTask(taskId: number): ServiceFault<"NOT_FOUND"> {
  return new ServiceFault("NOT_FOUND", "This task is not in the workspace.", { what: `task ${taskId}` });
}

/** The fault of a call that names an item which is not there. */
export function unknownItem(itemId: number): ServiceFault<"NOT_FOUND"> {
  return new ServiceFault("NOT_FOUND", "This item is not in the workspace.", { what: `item ${itemId}` });
}
