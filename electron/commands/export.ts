import os from "node:os";
import { ExportFormat } from "#shared/contract/exports.ts";
import { createExportsService } from "../services/exports.ts";
import type { Workspace } from "../store/workspace.ts";
import { commandOptions, explaining, oneOf } from "./command-options.ts";
import type { CommandOutput } from "./command-output.ts";
import { fromWorkspace, projectIdOf } from "./from-workspace.ts";

/**
 * `export --workspace FILE --project NAME --format rose-vec|annotator|jsonl|csv --out FILE [--reviewer NAME]`: writes
 * the verdicts of a project, says on standard error what the form cannot hold, and prints
 * `{path, items, leftOut, losses}`. Exit code 0, 1 when items were left out, or 2 for wrong usage.
 */
export function run(args: string[], output: CommandOutput): Promise<number> {
  return explaining(output, async () => {
    const options = commandOptions(args, ["workspace", "project", "format", "out"], ["reviewer"]);
    return fromWorkspace(options.workspace, (workspace) => exportFrom(workspace, options, output));
  });
}

interface Options {
  project: string;
  format: string;
  out: string;
  reviewer?: string;
}

async function exportFrom(workspace: Workspace, options: Options, output: CommandOutput): Promise<number> {
  const format = oneOf("format", ExportFormat.options, options.format);
  const projectId = projectIdOf(workspace, options.project);
  const exports = createExportsService({ workspace });
  const what = { projectId, format, reviewer: options.reviewer ?? null };
  const context = { actor: os.userInfo().username };
  const { leftOut, losses } = await exports.preview(what, context);
  for (const loss of losses) output.note(loss);
  const written = await exports.toFile({ ...what, path: options.out }, context);
  output.result({ ...written, leftOut, losses });
  return leftOut > 0 ? 1 : 0;
}
