import { existsSync } from "node:fs";
import { TaskForm } from "#shared/domain/task-revision.ts";
import { Fault } from "../services/fault.ts";
import { createTaskExports } from "../services/task-exports.ts";
import { projectByName } from "../store/projects.ts";
import { openWorkspace, type Workspace } from "../store/workspace.ts";
import { commandOptions, explaining, WrongUsage } from "./command-options.ts";
import type { CommandOutput } from "./command-output.ts";

/**
 * `export-tasks --workspace FILE --project NAME --format bird-interact|livesqlbench --out FILE`: writes the tasks of a
 * project, one a line, says on standard error what the form cannot hold, and prints `{path, tasks, losses}`. Exit code 0, 1
 * where something of a task does not go out, or 2 for wrong usage.
 */
export function run(args: string[], output: CommandOutput): Promise<number> {
  return explaining(output, async () => {
    const options = commandOptions(args, ["workspace", "project", "format", "out"], []);
    if (!existsSync(options.workspace))
      throw new WrongUsage(`There is no workspace ${options.workspace}. Import into it first.`);
    const workspace = openWorkspace(options.workspace);
    try {
      return await exportFrom(workspace, options, output);
    } finally {
      workspace.close();
    }
  });
}

async function exportFrom(
  workspace: Workspace,
  options: Record<"project" | "format" | "out", string>,
  output: CommandOutput,
): Promise<number> {
  const format = TaskForm.safeParse(options.format);
  if (!format.success)
    throw new WrongUsage(`--format is one of ${TaskForm.options.join(", ")}, not ${options.format}`);
  const project = workspace.read((db) => projectByName(db, options.project));
  if (!project)
    throw new Fault("NOT_FOUND", `There is no project ${options.project} in ${workspace.path}.`, {
      what: "project",
    });
  const exports = createTaskExports({ workspace });
  const what = { projectId: project.id, format: format.data };
  const context = { actor: "" };
  const { losses } = await exports.exportPreview(what, context);
  for (const { kind, what: part, tasks } of losses) output.note(`${tasks} × ${kind}: ${part}`);
  const written = await exports.exportToFile({ ...what, path: options.out }, context);
  output.result({ ...written, losses });
  return losses.some(({ kind }) => kind === "lost") ? 1 : 0;
}
