import os from "node:os";
import { createChangesService } from "../services/changes.ts";
import { createProjectsService } from "../services/projects.ts";
import { importThreadEntry } from "../store/import-in-thread.ts";
import { setEvaluating } from "../store/projects.ts";
import { openWorkspace, type Workspace } from "../store/workspace.ts";
import { commandOptions, explaining } from "./command-options.ts";
import type { CommandOutput } from "./command-output.ts";

/**
 * `import --workspace FILE --project NAME --input FILE --databases DIR [--reviewer NAME]`: imports a prediction file,
 * all of it or nothing, and prints `{project, items, verdicts}`. The workbench evaluates the items when it next opens
 * the workspace. Exit code 0, or 2 for wrong usage or a file that was refused.
 */
export function run(args: string[], output: CommandOutput): Promise<number> {
  return explaining(output, async () => {
    const options = commandOptions(args, ["workspace", "project", "input", "databases"], ["reviewer"]);
    const workspace = openWorkspace(options.workspace);
    try {
      return await importInto(workspace, options, output);
    } finally {
      workspace.close();
    }
  });
}

interface Options {
  project: string;
  input: string;
  databases: string;
  reviewer?: string;
}

async function importInto(workspace: Workspace, options: Options, output: CommandOutput): Promise<number> {
  const changes = createChangesService({ workspace });
  const projects = createProjectsService({
    workspace,
    now: () => new Date(),
    publish: changes.publish,
    evaluate: (projectId, account) => workspace.write((db) => setEvaluating(db, projectId, account)),
    importEntry: importThreadEntry,
  });
  const events = projects.import(
    {
      path: options.input,
      projectName: options.project,
      databasesDir: options.databases,
      reviewer: options.reviewer ?? null,
    },
    { actor: os.userInfo().username },
  );
  for await (const event of events) {
    if (event.type === "done") output.result({ ...event, type: undefined });
    else output.note(`${event.phase} ${Math.floor((100 * event.done) / Math.max(1, event.total))} %`);
  }
  changes.close();
  return 0;
}
