import os from "node:os";
import { createChangesService } from "../services/changes.ts";
import { createProjectsService } from "../services/projects.ts";
import { setEvaluating } from "../store/projects.ts";
import { defineCommand } from "./command.ts";
import { exitCodes } from "./command-end.ts";
import { importDone, inWorkspace } from "./workspace-project.ts";

/** Imports a prediction file, all of it or nothing. The workbench evaluates the items when it next opens the workspace. */
export const predictionsImport = defineCommand(
  (command) =>
    command
      .description("import predictions into a project, all of them or none")
      .requiredOption("--workspace <file>", "created if there is none")
      .requiredOption("--project <name>", "created if there is none")
      .requiredOption("--input <file>", "the predictions, JSON or JSONL")
      .requiredOption("--databases <dir>", "the folder of their databases")
      .option("--reviewer <name>", "the reviewer whose verdicts are in the file"),
  async (options, context) => {
    const file = await context.input(options.input);
    const { paths } = await context.host.program();
    return inWorkspace(options.workspace, async (workspace) => {
      const changes = createChangesService({ workspace });
      const projects = createProjectsService({
        workspace,
        now: () => new Date(),
        publish: changes.publish,
        evaluate: (projectId, account) => workspace.write((db) => setEvaluating(db, projectId, account)),
        importEntry: paths.importThread,
      });
      const source = {
        path: file,
        projectName: options.project,
        databasesDir: options.databases,
        reviewer: options.reviewer ?? null,
      };
      const caller = { actor: os.userInfo().username, signal: context.signal };
      context.result("predictions-import", await importDone(projects.import(source, caller), context));
      changes.close();
      return exitCodes.done;
    });
  },
);
