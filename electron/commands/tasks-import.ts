import os from "node:os";
import { Option } from "@commander-js/extra-typings";
import { allAllowed } from "../consents.ts";
import { createTasksService } from "../services/tasks.ts";
import { openSqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import { defineCommand } from "./command.ts";
import { exitCodes } from "./command-end.ts";
import { exceptionsOption, groundTruthOption, knowledgeOption, meaningsOption } from "./shared-options.ts";
import { importDone, inWorkspace } from "./workspace-project.ts";

/**
 * Imports tasks, all of them or none. Rows that cannot be read refuse the import unless they are to be skipped, which ends
 * with 1. A task that the project has already gets the file's as its next revision unless it is to be kept. The workbench
 * lints the tasks when it next opens the workspace.
 */
export const tasksImport = defineCommand(
  (command) =>
    command
      .description("import tasks into a project, all of them or none")
      .requiredOption("--workspace <file>", "created if there is none")
      .requiredOption("--project <name>", "created if there is none")
      .requiredOption("--input <file>", "the tasks, JSONL")
      .addOption(groundTruthOption())
      .addOption(knowledgeOption())
      .addOption(meaningsOption())
      .option("--schema <file|dir>", "<database>_schema.txt, or the folder with these files")
      .addOption(exceptionsOption())
      .option("--databases <dir>", "the folder of their databases")
      .addOption(
        new Option("--unreadable <what>", "what to do with rows that cannot be read")
          .choices(["refuse", "skip"])
          .default("refuse" as const),
      )
      .addOption(
        new Option("--existing <what>", "what to do with tasks that the project already has")
          .choices(["revise", "keep"])
          .default("revise" as const),
      ),
  async (options, context) => {
    const list = (file: string | undefined) => (file === undefined ? [] : [file]);
    const request = {
      files: {
        tasks: await context.input(options.input),
        ...(options.groundTruth === undefined ? {} : { groundTruth: options.groundTruth }),
        knowledge: list(options.knowledge),
        columnMeanings: list(options.columnMeanings),
        schema: list(options.schema),
        ...(options.exceptions === undefined ? {} : { exceptions: options.exceptions }),
      },
      projectName: options.project,
      databasesDir: options.databases ?? null,
      skipUnreadable: options.unreadable === "skip",
      existing: options.existing,
    };
    const { paths } = await context.host.program();
    return inWorkspace(options.workspace, context, async (workspace) => {
      const tasks = createTasksService({
        workspace,
        // Starts nothing: only texts that a person types are read there.
        analysis: openSqlAnalysis({ entry: paths.sqlAnalysis }),
        now: () => new Date(),
        publish: () => undefined,
        // The import has noted that lint is wanted.
        lint: async () => undefined,
        consents: allAllowed,
        importEntry: paths.importThread,
      });
      const caller = { actor: os.userInfo().username, signal: context.signal };
      const done = await importDone(tasks.import(request, caller), context);
      context.result("tasks-import", done);
      return done.skippedRows > 0 ? exitCodes.findings : exitCodes.done;
    });
  },
);
