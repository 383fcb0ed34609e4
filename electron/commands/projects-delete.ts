import { deleteProjectInThread } from "../store/import-in-thread.ts";
import { defineCommand } from "./command.ts";
import { exitCodes, WrongUsage } from "./command-end.ts";
import { existingProjectId, inExistingWorkspace } from "./workspace-project.ts";

/** Deletes a project with everything in it, once its name is given twice. */
export const projectsDelete = defineCommand(
  (command) =>
    command
      .description("delete a project with its items, tasks, verdicts and runs, for good")
      .requiredOption("--workspace <file>", "the workspace")
      .requiredOption("--project <name>", "the project")
      .requiredOption("--confirm <name>", "its name once more"),
  ({ workspace: file, project, confirm }, context) =>
    inExistingWorkspace(file, context, async (workspace) => {
      const { host, signal, result } = context;
      if (confirm !== project)
        throw new WrongUsage(`--confirm does not name the project ${project}: nothing was deleted.`);
      const id = await existingProjectId(workspace, project);
      const { importThread: entry } = (await host.program()).paths;
      await deleteProjectInThread(workspace.location, id, { entry, signal, onProgress: () => undefined });
      result("project-changed", { id, name: project, formerName: project, isDeleted: true });
      return exitCodes.done;
    }),
);
