import { copyWorkspace } from "../store/copy-workspace.ts";
import { workspaceExists } from "../store/open-workspace.ts";
import { isServerUrl, withoutPassword } from "../store/postgres/server-workspace.ts";
import { defineCommand } from "./command.ts";
import { exitCodes, WrongUsage } from "./command-end.ts";
import { refuseMissing } from "./workspace-project.ts";

/** Copies a workspace whole, while it is open, too. */
export const projectsCopy = defineCommand(
  (command) =>
    command
      .description("copy a workspace with all its projects, also while it is open")
      .requiredOption("--workspace <file>", "the workspace, a file or postgres:// URL")
      .requiredOption(
        "--out <file>",
        "the copy: a file that is not there yet, or an empty database's postgres:// URL",
      ),
  async ({ workspace, out }, { signal, note, progress }) => {
    await refuseMissing(workspace);
    if (await workspaceExists(out))
      throw new WrongUsage(
        isServerUrl(out)
          ? `${withoutPassword(out)} holds a workspace already: name an empty database.`
          : `${out} is there already: name another file.`,
      );
    let onTable: ((done: number) => void) | undefined;
    await copyWorkspace(workspace, out, signal, (done, total) => {
      onTable ??= progress("copied", total, "tables");
      onTable(done);
    });
    note(`copied to ${withoutPassword(out)}`);
    return exitCodes.done;
  },
);
