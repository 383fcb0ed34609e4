import os from "node:os";
import type { ExportFormat } from "#shared/formats/verdict-export/export-formats.ts";
import { createExportsService } from "../services/exports.ts";
import type { CommandContext } from "./command.ts";
import { exitCodes } from "./command-end.ts";
import { inExistingWorkspace, type ProjectOptions, projectIdOf } from "./workspace-project.ts";

export interface ExportVerdictsOptions extends ProjectOptions {
  format: ExportFormat;
  out: string;
  reviewer?: string | undefined;
  strict?: true | undefined;
}

/** Writes the verdicts of a project, and notes what the format cannot hold; what is left out is a loss. */
export function exportVerdictsCommand(
  { workspace: file, project, format, out, reviewer, strict }: ExportVerdictsOptions,
  { signal, note, output, result }: CommandContext,
): Promise<number> {
  return inExistingWorkspace(file, async (workspace) => {
    const exports = createExportsService({ workspace });
    const what = { projectId: projectIdOf(workspace, project), format, reviewer: reviewer ?? null };
    const caller = { actor: os.userInfo().username, signal };
    const { items, leftOut, losses } = await exports.preview(what, caller);
    for (const loss of losses) note(loss);
    if (out === "-") output(out).write((await exports.toText(what, caller)).text);
    else await exports.toFile({ ...what, path: out }, caller);
    result("verdicts-export", { out, items, leftOut, losses });
    return strict && leftOut > 0 ? exitCodes.findings : exitCodes.done;
  });
}
