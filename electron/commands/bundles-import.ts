import type { BundleOutline } from "#shared/contract/bundles.ts";
import { createBundleWork } from "../services/bundle-work.ts";
import { createOpenBundle } from "../services/open-bundle.ts";
import { openSqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import type { Workspace } from "../store/workspace.ts";
import { type CommandContext, defineCommand } from "./command.ts";
import { exitCodes, WrongUsage } from "./command-end.ts";
import { headlessProjects } from "./headless-projects.ts";
import type { OutputValue } from "./output-schemas.ts";
import { existingProjectId, inWorkspace } from "./workspace-project.ts";

/** Opens a bundle as a project, or brings back the work that was done in one; what conflicts or is left out is a finding. */
export const bundlesImport = defineCommand(
  (command) =>
    command
      .description("open a bundle to judge in, or bring back the work that was done in one")
      .requiredOption("--workspace <file>", "the workspace; for a bundle created if there is none")
      .requiredOption("--input <file>", "the bundle, or the work")
      .option("--project <name>", "the project (default: the one that the file names)")
      .option("--databases <dir>", "of a bundle: the folder of its databases on this machine")
      .option("--reviewer <name>", "of unsigned work: whose it is (default: what the file says)")
      .option("--dry-run", "say what would be imported, and import nothing"),
  async ({ workspace: file, input, ...given }, context) => {
    const from = await context.input(input);
    const { paths } = await context.host.program();
    const analysis = openSqlAnalysis({ entry: paths.sqlAnalysis });
    try {
      return await inWorkspace(file, context, async (workspace) => {
        const parts = { workspace, analysis, now: () => new Date(), publish: () => undefined };
        const { import: importPredictions } = headlessProjects(workspace, paths.importThread);
        const bundles = { ...createBundleWork(parts), ...createOpenBundle({ ...parts, importPredictions }) };
        const outline = await bundles.outline({ path: from });
        const importing = { bundles, from, outline, given, context, workspace };
        const done = outline.kind === "bundle" ? await open(importing) : await bringBack(importing);
        context.result("bundles-import", done);
        const { conflictCount = 0, leftOutCount = 0 } = done.report ?? {};
        return conflictCount + leftOutCount > 0 ? exitCodes.findings : exitCodes.done;
      });
    } finally {
      await analysis.close();
    }
  },
);

interface Importing {
  bundles: ReturnType<typeof createBundleWork> & ReturnType<typeof createOpenBundle>;
  from: string;
  outline: BundleOutline;
  given: { project?: string; databases?: string; reviewer?: string; dryRun?: true };
  context: CommandContext;
  workspace: Workspace;
}

const callerOf = ({ host, signal }: CommandContext) => ({ actor: host.account(), signal });

async function open({
  bundles,
  from,
  outline,
  given,
  context,
}: Importing): Promise<OutputValue<"bundles-import">> {
  if (given.dryRun) return { isDone: false, project: null, outline, report: null };
  if (given.databases === undefined)
    throw new WrongUsage("Name the folder of the bundle's databases on this machine with --databases.");
  const { project, report } = await bundles.open(
    { path: from, projectName: given.project ?? outline.project ?? "", databasesDir: given.databases },
    callerOf(context),
  );
  return { isDone: true, project: project.name, outline, report };
}

async function bringBack(importing: Importing): Promise<OutputValue<"bundles-import">> {
  const { bundles, from, outline, given, context, workspace } = importing;
  const project = given.project ?? outline.project;
  if (project === null)
    throw new WrongUsage("Nobody signed this work, so it names no project. Name it with --project.");
  const source = {
    projectId: await existingProjectId(workspace, project),
    path: from,
    reviewer: given.reviewer ?? null,
  };
  const isDry = given.dryRun ?? false;
  const report = isDry
    ? await bundles.previewWork(source, callerOf(context))
    : await bundles.importWork(source, callerOf(context));
  if (!isDry && report.items === 0) context.note("Nothing of it was new, so nothing was changed.");
  return { isDone: !isDry, project, outline, report };
}
