import os from "node:os";
import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { TaskFormat } from "#shared/domain/task-revision.ts";
import { TaskStatus } from "#shared/domain/task-status.ts";
import { createTaskExports } from "../services/task-exports.ts";
import { defineCommand } from "./command.ts";
import { exitCodes } from "./command-end.ts";
import { existingProjectId, inExistingWorkspace } from "./workspace-project.ts";

/** Writes the tasks of a project, or those with one of the statuses, and notes what the format cannot hold. */
export const tasksExport = defineCommand(
  (command) =>
    command
      .description("export the tasks of a project")
      .requiredOption("--workspace <file>", "the workspace")
      .requiredOption("--project <name>", "the project")
      .addOption(new Option("--format <format>").choices(TaskFormat.options).makeOptionMandatory())
      .requiredOption("--out <file>", "the file to write")
      .option(
        "--status <statuses>",
        "only tasks with one of these statuses, separated by commas",
        taskStatuses,
      )
      .option("--without-readings", "leave out the words and readings of ambiguities (the field querent)")
      .option("--strict", "exit with code 1 if the format loses part of a task"),
  ({ workspace: file, project, format, out, status: statuses, withoutReadings, strict }, context) =>
    inExistingWorkspace(file, context, async (workspace) => {
      const { signal, note, output, result } = context;
      const exports = createTaskExports({ workspace });
      const what = {
        projectId: await existingProjectId(workspace, project),
        format,
        statuses,
        withReadings: !withoutReadings,
      };
      const caller = { actor: os.userInfo().username, signal };
      const { tasks, losses } = await exports.exportPreview(what, caller);
      for (const { kind, what: part, tasks } of losses) note(`${tasks} × ${kind}: ${part}`);
      if (out === "-") output(out).write((await exports.exportToText(what, caller)).text);
      else await exports.exportToFile({ ...what, path: out }, caller);
      result("tasks-export", { out, tasks, losses });
      return strict && losses.some(({ kind }) => kind === "lost") ? exitCodes.findings : exitCodes.done;
    }),
);

function taskStatuses(text: string): TaskStatus[] {
  return text.split(",").map((word) => {
    const status = TaskStatus.safeParse(word.trim());
    if (!status.success)
      throw new InvalidArgumentError(`Each status must be one of ${TaskStatus.options.join(", ")}.`);
    return status.data;
  });
}
