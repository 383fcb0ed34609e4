import { filesOfProject } from "../store/imported-files.ts";
import { defineCommand } from "./command.ts";
import { exitCodes } from "./command-end.ts";
import { existingProjectId, inExistingWorkspace } from "./workspace-project.ts";

/** Prints a line per prediction file that was imported into a project, the oldest first. */
export const projectsFiles = defineCommand(
  (command) =>
    command
      .description("print the prediction files of a project, and what each brought")
      .requiredOption("--workspace <file>", "the workspace")
      .requiredOption("--project <name>", "the project"),
  ({ workspace: file, project }, context) =>
    inExistingWorkspace(file, context, async (workspace) => {
      const { result } = context;
      const projectId = await existingProjectId(workspace, project);
      for (const imported of await workspace.read((db) => filesOfProject(db, projectId)))
        result("imported-file", imported);
      return exitCodes.done;
    }),
);
