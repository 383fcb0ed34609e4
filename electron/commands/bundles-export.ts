import { randomUUID } from "node:crypto";
import { type BundleExportParts, type BundleWish, bundleToWrite } from "../services/bundle-exports.ts";
import { openedBundle } from "../store/opened-bundles.ts";
import { accountNamed, reviewerName } from "../store/people.ts";
import { defineCommand } from "./command.ts";
import { exitCodes, WrongUsage } from "./command-end.ts";
import { existingProjectId, inExistingWorkspace } from "./workspace-project.ts";

/** Writes a bundle for a person to judge elsewhere, or the work that was done in one. */
export const bundlesExport = defineCommand(
  (command) =>
    command
      .description("export a bundle for a person to judge in elsewhere, or the work that was done in one")
      .requiredOption("--workspace <file>", "the workspace")
      .requiredOption("--project <name>", "the project; one that came as a bundle gives the work done in it")
      .option("--reviewer <name>", "for whom the bundle is, or with --work whose verdicts")
      .option("--work", "of a project of this workspace: the reviewer's verdicts, unsigned, for another one")
      .requiredOption("--out <file>", "the file to write"),
  ({ workspace: file, project, reviewer, work = false, out }, context) =>
    inExistingWorkspace(file, context, async (workspace) => {
      const projectId = await existingProjectId(workspace, project);
      const wish = await workspace.read(async (db): Promise<BundleWish> => {
        const opened = await openedBundle(db, projectId);
        if (opened === null && reviewer === undefined)
          throw new WrongUsage("Name the person with --reviewer: a bundle is for one, and so is their work.");
        const caller = context.host.account();
        const name = reviewer ?? (await reviewerName(db, caller));
        const account = (await accountNamed(db, name)) ?? name;
        return { projectId, opened, reviewer: name, account, asWork: work };
      });
      const parts: BundleExportParts = { workspace, now: () => new Date(), newId: randomUUID };
      const { told, text } = await bundleToWrite(parts, wish);
      const output = context.output(out);
      output.write(await text());
      output.complete();
      const { kind, items, judged } = told;
      context.result("bundles-export", { out, kind, items, judged });
      return exitCodes.done;
    }),
);
