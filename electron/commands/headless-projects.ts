import { allAllowed } from "../consents.ts";
import { createProjectsService } from "../services/projects.ts";
import { setEvaluating } from "../store/projects.ts";
import type { Workspace } from "../store/workspace.ts";

/** Projects for a command: what they import is evaluated by the workbench, when it next opens the workspace. */
export const headlessProjects = (workspace: Workspace, importEntry: URL) =>
  createProjectsService({
    workspace,
    now: () => new Date(),
    publish: () => undefined,
    evaluate: (projectId, account) => workspace.write((db) => setEvaluating(db, projectId, account)),
    importEntry,
    consents: allAllowed,
    holdsFile: true,
  });
