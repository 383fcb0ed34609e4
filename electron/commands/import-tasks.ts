import os from "node:os";
import type { TaskFiles } from "#shared/contract/task-import.ts";
import { createTasksService } from "../services/tasks.ts";
import { importThreadEntry } from "../store/import-in-thread.ts";
import { openWorkspace, type Workspace } from "../store/workspace.ts";
import { commandOptions, explaining, oneOf } from "./command-options.ts";
import type { CommandOutput } from "./command-output.ts";

const optional = [
  "ground-truth",
  "knowledge",
  "column-meanings",
  "schema",
  "databases",
  "unreadable",
  "existing",
] as const;

/**
 * `import-tasks --workspace FILE --project NAME --input TASKS.jsonl [--ground-truth FILE] [--knowledge FILE|DIR]
 * [--column-meanings FILE|DIR] [--schema FILE|DIR] [--databases DIR] [--unreadable refuse|skip] [--existing revise|keep]`: imports
 * tasks, all of them or none, and prints `{project, tasks, revised, kept, skippedRows, knowledgeNodes, findings}`. Rows that
 * cannot be read refuse the import unless they are to be skipped. A task that the project has already gets the file's as its
 * next revision unless it is to be kept. For knowledge, meanings and schema a folder holds them by database. The workbench
 * lints the tasks when it next opens the workspace. Exit code 0, 1 where rows were skipped, or 2 for wrong usage or a file
 * that was refused.
 */
export function run(args: string[], output: CommandOutput): Promise<number> {
  return explaining(output, async () => {
    const options = commandOptions(args, ["workspace", "project", "input"], optional);
    const workspace = openWorkspace(options.workspace);
    try {
      return await importInto(workspace, options, output);
    } finally {
      workspace.close();
    }
  });
}

type Options = Record<"project" | "input", string> & Partial<Record<(typeof optional)[number], string>>;

async function importInto(workspace: Workspace, options: Options, output: CommandOutput): Promise<number> {
  const tasks = createTasksService({
    workspace,
    now: () => new Date(),
    publish: () => undefined,
    // The import has noted that lint is wanted.
    lint: async () => undefined,
    importEntry: importThreadEntry,
  });
  const events = tasks.import(
    {
      files: filesOf(options),
      projectName: options.project,
      databasesDir: options.databases ?? null,
      skipUnreadable: oneOf("unreadable", ["refuse", "skip"], options.unreadable ?? "refuse") === "skip",
      existing: oneOf("existing", ["revise", "keep"], options.existing ?? "revise"),
    },
    { actor: os.userInfo().username },
  );
  let skipped = 0;
  for await (const event of events) {
    if (event.type === "done") {
      skipped = event.skippedRows;
      output.result({ ...event, type: undefined });
    } else output.note(`${event.phase} ${Math.floor((100 * event.done) / Math.max(1, event.total))} %`);
  }
  return skipped > 0 ? 1 : 0;
}

function filesOf(options: Options): TaskFiles {
  const list = (place: string | undefined) => (place === undefined ? [] : [place]);
  return {
    tasks: options.input,
    ...(options["ground-truth"] === undefined ? {} : { groundTruth: options["ground-truth"] }),
    knowledge: list(options.knowledge),
    columnMeanings: list(options["column-meanings"]),
    schema: list(options.schema),
  };
}
