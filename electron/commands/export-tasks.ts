import { TaskFormat } from "#shared/domain/task-revision.ts";
import { TaskStatus } from "#shared/domain/task-status.ts";
import { createTaskExports } from "../services/task-exports.ts";
import type { Workspace } from "../store/workspace.ts";
import { commandOptions, explaining, oneOf } from "./command-options.ts";
import type { CommandOutput } from "./command-output.ts";
import { fromWorkspace, projectIdOf } from "./from-workspace.ts";

/**
 * `export-tasks --workspace FILE --project NAME --format bird-interact|livesqlbench --out FILE [--status STATUS,…]`: writes
 * the tasks of a project, or those that stand at one of the statuses, one a line, says on standard error what the form
 * cannot hold, and prints `{path, tasks, losses}`. Exit code 0, 1 where something of a task does not go out, or 2 for wrong
 * usage.
 */
export function run(args: string[], output: CommandOutput): Promise<number> {
  return explaining(output, async () => {
    const options = commandOptions(args, ["workspace", "project", "format", "out"], ["status"]);
    return fromWorkspace(options.workspace, (workspace) => exportFrom(workspace, options, output));
  });
}

async function exportFrom(
  workspace: Workspace,
  options: Record<"project" | "format" | "out", string> & { status?: string | undefined },
  output: CommandOutput,
): Promise<number> {
  const format = oneOf("format", TaskFormat.options, options.format);
  const projectId = projectIdOf(workspace, options.project);
  const exports = createTaskExports({ workspace });
  const statuses = options.status?.split(",").map((word) => oneOf("status", TaskStatus.options, word.trim()));
  const what = { projectId, format, statuses };
  const context = { actor: "" };
  const { losses } = await exports.exportPreview(what, context);
  for (const { kind, what: part, tasks } of losses) output.note(`${tasks} × ${kind}: ${part}`);
  const written = await exports.exportToFile({ ...what, path: options.out }, context);
  output.result({ ...written, losses });
  return losses.some(({ kind }) => kind === "lost") ? 1 : 0;
}
