import os from "node:os";
import type { TaskFormat } from "#shared/domain/task-revision.ts";
import type { TaskStatus } from "#shared/domain/task-status.ts";
import { createTaskExports } from "../services/task-exports.ts";
import type { CommandContext } from "./command.ts";
import { exitCodes } from "./command-end.ts";
import { inExistingWorkspace, type ProjectOptions, projectIdOf } from "./workspace-project.ts";

export interface ExportTasksOptions extends ProjectOptions {
  format: TaskFormat;
  out: string;
  status?: TaskStatus[] | undefined;
  strict?: true | undefined;
}

/** Writes the tasks of a project, or those that stand at one of the statuses, and notes what the format cannot hold. */
export function exportTasksCommand(
  { workspace: file, project, format, out, status: statuses, strict }: ExportTasksOptions,
  { signal, note, output, result }: CommandContext,
): Promise<number> {
  return inExistingWorkspace(file, async (workspace) => {
    const exports = createTaskExports({ workspace });
    const what = { projectId: projectIdOf(workspace, project), format, statuses };
    const caller = { actor: os.userInfo().username, signal };
    const { tasks, losses } = await exports.exportPreview(what, caller);
    for (const { kind, what: part, tasks } of losses) note(`${tasks} × ${kind}: ${part}`);
    if (out === "-") output(out).write((await exports.exportToText(what, caller)).text);
    else await exports.exportToFile({ ...what, path: out }, caller);
    result("tasks-export", { out, tasks, losses });
    return strict && losses.some(({ kind }) => kind === "lost") ? exitCodes.findings : exitCodes.done;
  });
}
