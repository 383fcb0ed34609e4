import os from "node:os";
import { Option } from "@commander-js/extra-typings";
import { ExportFormat } from "#shared/formats/verdict-export/export-formats.ts";
import { createExportsService } from "../services/exports.ts";
import { defineCommand } from "./command.ts";
import { exitCodes } from "./command-end.ts";
import { existingProjectId, importedFileOf, inExistingWorkspace } from "./workspace-project.ts";

/** Writes the verdicts of a project, and notes what the format cannot hold; what is left out is a loss. */
export const verdictsExport = defineCommand(
  (command) =>
    command
      .description("export the verdicts of a project")
      .requiredOption("--workspace <file>", "the workspace")
      .requiredOption("--project <name>", "the project")
      .addOption(new Option("--format <format>").choices(ExportFormat.options).makeOptionMandatory())
      .requiredOption("--out <file>", "the file to write")
      .option("--reviewer <name>", "whose verdicts (default: everybody's, if the format can store them)")
      .option("--file <name|id>", "an imported file: its items alone, in its order and letter by letter")
      .option("--pseudonyms", "write a pseudonym, always the same, in place of each person's name")
      .option("--strict", "exit with code 1 if items were skipped"),
  ({ workspace, ...given }, context) =>
    inExistingWorkspace(workspace, context, async (opened) => {
      const { signal, note, output, result } = context;
      const { project, format, out, reviewer = null, file } = given;
      const exports = createExportsService({ workspace: opened, holdsFile: true });
      const projectId = await existingProjectId(opened, project);
      const sourceId = file === undefined ? null : (await importedFileOf(opened, projectId, file)).id;
      const what = { projectId, format, reviewer, sourceId, pseudonyms: given.pseudonyms ?? false };
      const caller = { actor: os.userInfo().username, signal };
      const { items, leftOut, losses } = await exports.preview(what, caller);
      for (const loss of losses) note(loss);
      if (out === "-") output(out).write((await exports.toText(what, caller)).text);
      else await exports.toFile({ ...what, path: out }, caller);
      result("verdicts-export", { out, items, leftOut, losses });
      return given.strict && leftOut > 0 ? exitCodes.findings : exitCodes.done;
    }),
);
