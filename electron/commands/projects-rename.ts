import { ServiceFault } from "../services/fault.ts";
import { renameProject } from "../store/projects.ts";
import { defineCommand } from "./command.ts";
import { exitCodes } from "./command-end.ts";
import { existingProjectId, inExistingWorkspace } from "./workspace-project.ts";

/** Gives a project another name. */
export const projectsRename = defineCommand(
  (command) =>
    command
      .description("give a project another name")
      .requiredOption("--workspace <file>", "the workspace")
      .requiredOption("--project <name>", "the project")
      .requiredOption("--name <name>", "its new name"),
  ({ workspace: file, project, name }, context) =>
    inExistingWorkspace(file, context, async (workspace) => {
      const { result } = context;
      const id = await existingProjectId(workspace, project);
      if (name.trim() === "" || !(await workspace.write((db) => renameProject(db, id, name.trim()))))
        throw new ServiceFault("BAD_INPUT", `Another project is called ${name}, or the name is empty.`, {
          problems: [],
        });
      result("project-changed", { id, name: name.trim(), formerName: project, isDeleted: false });
      return exitCodes.done;
    }),
);
