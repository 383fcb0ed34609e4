import { existsSync } from "node:fs";
import os from "node:os";
import { ExportFormat } from "#shared/contract/exports.ts";
import { createExportsService } from "../services/exports.ts";
import { Fault } from "../services/fault.ts";
import { projectByName } from "../store/projects.ts";
import { openWorkspace, type Workspace } from "../store/workspace.ts";
import { commandOptions, explaining, WrongUsage } from "./command-options.ts";
import type { CommandOutput } from "./command-output.ts";

/**
 * `export --workspace FILE --project NAME --format rose-vec|annotator|jsonl|csv --out FILE [--reviewer NAME]`: writes
 * the verdicts of a project, says on standard error what the form cannot hold, and prints
 * `{path, items, leftOut, losses}`. Exit code 0, 1 when items were left out, or 2 for wrong usage.
 */
export function run(args: string[], output: CommandOutput): Promise<number> {
  return explaining(output, async () => {
    const options = commandOptions(args, ["workspace", "project", "format", "out"], ["reviewer"]);
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

interface Options {
  project: string;
  format: string;
  out: string;
  reviewer?: string;
}

async function exportFrom(workspace: Workspace, options: Options, output: CommandOutput): Promise<number> {
  const format = ExportFormat.safeParse(options.format);
  if (!format.success)
    throw new WrongUsage(`--format is one of ${ExportFormat.options.join(", ")}, not ${options.format}`);
  const project = workspace.read((db) => projectByName(db, options.project));
  if (!project)
    throw new Fault("NOT_FOUND", `There is no project ${options.project} in ${workspace.path}.`, {
      what: "project",
    });
  const exports = createExportsService({ workspace });
  const what = { projectId: project.id, format: format.data, reviewer: options.reviewer ?? null };
  const context = { actor: os.userInfo().username };
  const { leftOut, losses } = await exports.preview(what, context);
  for (const loss of losses) output.note(loss);
  const written = await exports.toFile({ ...what, path: options.out }, context);
  output.result({ ...written, leftOut, losses });
  return leftOut > 0 ? 1 : 0;
}
