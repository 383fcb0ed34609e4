import os from "node:os";
import { createTasksService } from "../services/tasks.ts";
import type { CommandContext } from "./command.ts";
import { exitCodes } from "./command-end.ts";
import { importDone, inWorkspace, type ProjectOptions } from "./workspace-project.ts";

export interface ImportTasksOptions extends ProjectOptions {
  input: string;
  groundTruth?: string | undefined;
  knowledge?: string | undefined;
  columnMeanings?: string | undefined;
  schema?: string | undefined;
  databases?: string | undefined;
  unreadable: "refuse" | "skip";
  existing: "revise" | "keep";
}

/**
 * Imports tasks, all of them or none. Rows that cannot be read refuse the import unless they are to be skipped, which ends
 * with 1. A task that the project has already gets the file's as its next revision unless it is to be kept. The workbench
 * lints the tasks when it next opens the workspace.
 */
export async function importTasksCommand(
  options: ImportTasksOptions,
  context: CommandContext,
): Promise<number> {
  const list = (file: string | undefined) => (file === undefined ? [] : [file]);
  const request = {
    files: {
      tasks: await context.input(options.input),
      ...(options.groundTruth === undefined ? {} : { groundTruth: options.groundTruth }),
      knowledge: list(options.knowledge),
      columnMeanings: list(options.columnMeanings),
      schema: list(options.schema),
    },
    projectName: options.project,
    databasesDir: options.databases ?? null,
    skipUnreadable: options.unreadable === "skip",
    existing: options.existing,
  };
  const { paths } = await context.host.program();
  return inWorkspace(options.workspace, async (workspace) => {
    const tasks = createTasksService({
      workspace,
      now: () => new Date(),
      publish: () => undefined,
      // The import has noted that lint is wanted.
      lint: async () => undefined,
      importEntry: paths.importThread,
    });
    const caller = { actor: os.userInfo().username, signal: context.signal };
    const done = await importDone(tasks.import(request, caller), context);
    context.result("tasks-import", done);
    return done.skippedRows > 0 ? exitCodes.findings : exitCodes.done;
  });
}
