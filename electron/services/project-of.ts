import type { Project } from "#shared/domain/project.ts";
import { projectById } from "../store/projects.ts";
import type { Workspace } from "../store/workspace.ts";
import { Fault } from "./fault.ts";

/** A project of the workspace; NOT_FOUND where there is none of that id. */
export function projectOf(workspace: Workspace, id: number): Project {
  const found = workspace.read((db) => projectById(db, id));
  if (found) return found;
  throw new Fault("NOT_FOUND", "This project is not in the workspace.", { what: `project ${id}` });
}
