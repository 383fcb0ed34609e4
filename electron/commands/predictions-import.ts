import os from "node:os";
import { Option } from "@commander-js/extra-typings";
import type { ImportSource } from "#shared/contract/projects.ts";
import { importNoticeText } from "#shared/domain/import-notice.ts";
import type { ImportReport } from "#shared/domain/import-report.ts";
import type { Workspace } from "../store/workspace.ts";
import { type CommandContext, defineCommand } from "./command.ts";
import { exitCodes, WrongUsage } from "./command-end.ts";
import { headlessProjects } from "./headless-projects.ts";
import { nameAndFile } from "./opinion-files.ts";
import type { OutputValue } from "./output-schemas.ts";
import { importDone, inWorkspace } from "./workspace-project.ts";

/** Imports prediction files, all of them or nothing. The workbench evaluates the items when it next opens the workspace. */
export const predictionsImport = defineCommand(
  (command) =>
    command
      .description("import predictions, opinions and consensus labels into a project, all of them or none")
      .requiredOption("--workspace <file>", "created if there is none")
      .requiredOption("--project <name>", "created if there is none")
      .option(
        "--input <files...>",
        "the predictions, JSON or JSONL; as NAME=FILE with that reviewer's verdicts",
      )
      .requiredOption("--databases <dir>", "the folder of their databases")
      .option("--reviewer <name>", "the reviewer whose verdicts are in a file that names none")
      .option("--consensus <files...>", "files of consensus labels, which are nobody's own verdicts")
      .addOption(
        new Option("--verdicts <choice>", "where a verdict or consensus is there and differs")
          .choices(["keep", "replace"] as const)
          .default("keep" as const),
      )
      .addOption(
        new Option("--gold <choice>", "where items differ in gold alone")
          .choices(["apart", "leave-out"] as const)
          .default("apart" as const),
      )
      .addOption(
        new Option("--evidence <choice>", "where the evidence of an item differs")
          .choices(["keep", "replace"] as const)
          .default("keep" as const),
      )
      .option("--dry-run", "say what would be imported, and import nothing"),
  async ({ workspace: file, project: projectName, databases, ...given }, context) => {
    const { verdicts, gold, evidence } = given;
    const files = await filesOf(given, context);
    const source = { files, databasesDir: databases, choices: { verdicts, gold, evidence }, projectName };
    const { paths } = await context.host.program();
    return inWorkspace(file, context, async (workspace) => {
      const done = await importOrForetell(workspace, paths.importThread, source, {
        context,
        isDry: given.dryRun ?? false,
      });
      for (const notice of done.notices) context.note(notice);
      context.result("predictions-import", done);
      return exitCodes.done;
    });
  },
);

async function filesOf(
  { input = [], consensus = [], reviewer }: { input?: string[]; consensus?: string[]; reviewer?: string },
  context: CommandContext,
): Promise<ImportSource["files"]> {
  if (input.length + consensus.length === 0)
    throw new WrongUsage("There is nothing to import. Name files with --input or --consensus.");
  const files: ImportSource["files"] = [];
  for (const { name, file } of input.map(nameAndFile)) {
    const whose = name ?? reviewer;
    files.push({
      path: await context.input(file),
      labels: whose === undefined ? { as: "left-out" } : { as: "opinions", reviewer: whose },
    });
  }
  for (const file of consensus) files.push({ path: await context.input(file), labels: { as: "consensus" } });
  return files;
}

async function importOrForetell(
  workspace: Workspace,
  importEntry: URL,
  source: ImportSource & { projectName: string },
  { context, isDry }: { context: CommandContext; isDry: boolean },
): Promise<OutputValue<"predictions-import">> {
  const projects = headlessProjects(workspace, importEntry);
  const caller = { actor: os.userInfo().username, signal: context.signal };
  if (isDry) return outputOf((await projects.preview(source, caller)).report, null);
  const { project, report } = await importDone(projects.import(source, caller), context);
  return outputOf(report, project);
}

function outputOf(
  { opinions, notices, ...report }: ImportReport,
  project: OutputValue<"predictions-import">["project"],
): OutputValue<"predictions-import"> {
  return { project, ...report, verdicts: opinions, notices: notices.map(importNoticeText) };
}
