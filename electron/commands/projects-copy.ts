import { existsSync } from "node:fs";
import { copyWorkspace } from "../store/backups.ts";
import { defineCommand } from "./command.ts";
import { exitCodes, WrongUsage } from "./command-end.ts";

/** Copies a workspace whole, while it is open, too. */
export const projectsCopy = defineCommand(
  (command) =>
    command
      .description("copy a workspace with all its projects, also while it is open")
      .requiredOption("--workspace <file>", "the workspace")
      .requiredOption("--out <file>", "the copy; must not be there yet"),
  async ({ workspace, out }, { signal, note }) => {
    if (!existsSync(workspace)) throw new WrongUsage(`There is no workspace ${workspace}.`);
    if (existsSync(out)) throw new WrongUsage(`${out} is there already: name another file.`);
    await copyWorkspace(workspace, out, signal);
    note(`copied to ${out}`);
    return exitCodes.done;
  },
);
