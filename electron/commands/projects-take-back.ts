import os from "node:os";
import { createImportedFiles } from "../services/imported-files.ts";
import { defineCommand } from "./command.ts";
import { exitCodes } from "./command-end.ts";
import { existingProjectId, importedFileOf, inExistingWorkspace } from "./workspace-project.ts";

/** Takes an import back; without --yes it only says what that would come to. */
export const projectsTakeBack = defineCommand(
  (command) =>
    command
      .description("say what taking an import back would change; with --yes, take it back")
      .requiredOption("--workspace <file>", "the workspace")
      .requiredOption("--project <name>", "the project")
      .requiredOption("--file <name|id>", "the imported file; by its name the newest that counts")
      .option("--yes", "take it back"),
  ({ workspace: file, project, file: named, yes = false }, context) =>
    inExistingWorkspace(file, context, async (workspace) => {
      const { host, signal, note, result } = context;
      const { id: fileId, fileName } = await importedFileOf(
        workspace,
        await existingProjectId(workspace, project),
        named,
      );
      const { importThread: importEntry } = (await host.program()).paths;
      const files = createImportedFiles({
        workspace,
        now: () => new Date(),
        publish: () => undefined,
        importEntry,
      });
      const caller = { actor: os.userInfo().username, signal };
      const taken = yes
        ? await files.takeBack({ fileId }, caller)
        : await files.takeBackPreview({ fileId }, caller);
      if (!yes) note(`Nothing was changed. Add --yes to take ${fileName} back.`);
      result("take-back", { fileId, fileName, isDone: yes, ...taken });
      return exitCodes.done;
    }),
);
