// npm run -s querent -- COMMAND: the headless commands. Results are JSON on standard output, all else on standard error.
import type { CommandOutput } from "./commands/command-output.ts";

/** A headless command; the answer is its exit code: 0, 1 for a finding, 2 for wrong usage or unreadable input. */
interface Command {
  run(args: string[], output: CommandOutput): Promise<number>;
}

/** The options of commands that run tasks (commands/task-options.ts, which is loaded with them only). */
const taskOptionsUsage =
  "--databases DIR|URL [--engine pglite|postgres|sqlite] [--profile conv|agent|adk] [--server URL]";

const commands: Record<string, { usage: string; load(): Promise<Command> }> = {
  evaluate: {
    usage: "evaluate --input FILE --databases DIR --out FILE.jsonl [--workers N] [--time-limit-ms N]",
    load: () => import("./commands/evaluate.ts"),
  },
  import: {
    usage: "import --workspace FILE --project NAME --input FILE --databases DIR [--reviewer NAME]",
    load: () => import("./commands/import.ts"),
  },
  export: {
    usage:
      "export --workspace FILE --project NAME --format rose-vec|annotator|jsonl|csv --out FILE [--reviewer NAME]",
    load: () => import("./commands/export.ts"),
  },
  "check-tasks": {
    usage: `check-tasks --input TASKS.jsonl ${taskOptionsUsage} [--knowledge FILE|DIR] [--ground-truth FILE] [--clock ISO] --out FINDINGS.jsonl`,
    load: () => import("./commands/check-tasks.ts"),
  },
  "run-tests": {
    usage: `run-tests --input TASKS.jsonl --predictions FILE [--ground-truth FILE] ${taskOptionsUsage} --out RESULTS.jsonl`,
    load: () => import("./commands/run-tests.ts"),
  },
  "import-tasks": {
    usage:
      "import-tasks --workspace FILE --project NAME --input TASKS.jsonl [--ground-truth FILE] [--knowledge FILE|DIR] [--column-meanings FILE|DIR] [--schema FILE|DIR] [--databases DIR] [--unreadable refuse|skip] [--existing revise|keep]",
    load: () => import("./commands/import-tasks.ts"),
  },
  "export-tasks": {
    usage:
      "export-tasks --workspace FILE --project NAME --format bird-interact|livesqlbench --out FILE [--status STATUS,…]",
    load: () => import("./commands/export-tasks.ts"),
  },
  "lint-tasks": {
    usage:
      "lint-tasks --input TASKS.jsonl [--knowledge FILE|DIR] [--column-meanings FILE|DIR] [--dialect postgresql|sqlite] --out FINDINGS.jsonl",
    load: () => import("./commands/lint-tasks.ts"),
  },
};

/** Runs one command line; the answer is the exit code. */
export async function runCommandLine(argv: readonly string[], output: CommandOutput): Promise<number> {
  const [name = "", ...args] = argv;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined || args.includes("--help")) {
    output.note(usage(name, command?.usage));
    return name === "--help" || command !== undefined ? 0 : 2;
  }
  try {
    return await (await command.load()).run(args, output);
  } catch (error) {
    output.note(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return 2;
  }
}

function usage(name: string, ofCommand: string | undefined): string {
  if (ofCommand !== undefined) return `usage: npm run -s querent -- ${ofCommand}`;
  const unknown = name === "" || name === "--help" ? "" : `There is no command '${name}'.\n`;
  const lines = Object.values(commands).map((command) => `  npm run -s querent -- ${command.usage}`);
  return `${unknown}usage:\n${lines.join("\n")}`;
}

if (import.meta.main) {
  process.exitCode = await runCommandLine(process.argv.slice(2), {
    result: (value) => process.stdout.write(`${JSON.stringify(value)}\n`),
    note: (text) => process.stderr.write(`${text}\n`),
  });
}
