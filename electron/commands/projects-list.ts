import { allProjects } from "../store/projects.ts";
import { reviewersOf } from "../store/verdicts.ts";
import type { CommandContext } from "./command.ts";
import { exitCodes } from "./command-end.ts";
import { inExistingWorkspace } from "./workspace-project.ts";

/** Prints a line per project, the oldest first; verdicts are those with a label, of everybody. */
export function listProjectsCommand(
  { workspace: file }: { workspace: string },
  { result }: CommandContext,
): Promise<number> {
  return inExistingWorkspace(file, async (workspace) => {
    workspace.read((db) => {
      for (const { id, name, itemCount: items, taskCount: tasks } of allProjects(db)) {
        const verdicts = reviewersOf(db, id).reduce((sum, { labelled }) => sum + labelled, 0);
        result("project", { id, name, items, tasks, verdicts });
      }
    });
    return exitCodes.done;
  });
}
