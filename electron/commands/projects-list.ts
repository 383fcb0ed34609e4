import { allProjects } from "../store/projects.ts";
import { reviewersOf } from "../store/verdicts.ts";
import { defineCommand } from "./command.ts";
import { exitCodes } from "./command-end.ts";
import { inExistingWorkspace } from "./workspace-project.ts";

/** Prints a line per project, the oldest first; verdicts are those with a label, of everybody. */
export const projectsList = defineCommand(
  (command) =>
    command
      .description("print the name of each project, and how many items, tasks and verdicts it has")
      .requiredOption("--workspace <file>", "the workspace"),
  ({ workspace: file }, context) =>
    inExistingWorkspace(file, context, async (workspace) => {
      const { result } = context;
      await workspace.read(async (db) => {
        for (const { id, name, itemCount: items, taskCount: tasks } of await allProjects(db)) {
          const verdicts = (await reviewersOf(db, id)).reduce((sum, { labelled }) => sum + labelled, 0);
          result("project", { id, name, items, tasks, verdicts });
        }
      });
      return exitCodes.done;
    }),
);
