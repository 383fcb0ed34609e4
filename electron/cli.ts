import os from "node:os";
import completion from "@bomb.sh/tab/commander";
import { Command, CommanderError, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { Command as AnyCommand } from "commander";
import { systemNames } from "#shared/dialogue/systems/system-name.ts";
import { Behaviour, Protocol } from "#shared/domain/dialogue.ts";
import { EngineKind } from "#shared/domain/engine.ts";
import { defaultPatience } from "#shared/domain/task.ts";
import { TaskFormat } from "#shared/domain/task-revision.ts";
import { TaskStatus } from "#shared/domain/task-status.ts";
import { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { ExportFormat } from "#shared/formats/export-formats.ts";
import type { CommandHost, HeadlessCommand } from "./commands/command.ts";
import { exitCodes } from "./commands/command-end.ts";

/** The names that commands had before, and what they are called now. */
const successors: Record<string, string> = {
  evaluate: "predictions evaluate",
  import: "predictions import",
  export: "verdicts export",
  "import-tasks": "tasks import",
  "export-tasks": "tasks export",
  "lint-tasks": "tasks lint",
  "check-tasks": "tasks check",
  "run-tests": "tasks test",
};

/** Standard input, output and error of this process. */
export const processStreams: Pick<CommandHost, "stdin" | "write" | "note"> = {
  get stdin() {
    return process.stdin;
  },
  write(text) {
    // Whoever read this, as in "querent … | head", has read enough.
    if (process.stdout.listenerCount("error") === 0)
      process.stdout.on("error", () => process.exit(exitCodes.interrupted));
    process.stdout.write(text);
  },
  note: (text) => void process.stderr.write(`${text}\n`),
};

/** Runs one command line of `querent`; the answer is the exit code. */
export async function runCommandLine(argv: readonly string[], host: CommandHost): Promise<number> {
  const [name = ""] = argv;
  if (Object.hasOwn(successors, name)) {
    host.note(
      `'querent ${name}' is now 'querent ${successors[name]}'; see 'querent ${successors[name]} --help'.`,
    );
    return exitCodes.refused;
  }
  let exitCode: number = exitCodes.done;
  const tree = commandTree(host, (code) => {
    exitCode = code;
  });
  try {
    await tree.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitCodes.done : exitCodes.refused;
  }
}

/** Whether a program's first argument asks for a command rather than for a file to open. */
export function isCommandLine([first = ""]: readonly string[]): boolean {
  const tree = commandTree(null, () => {});
  const names = tree.commands.map((command) => command.name());
  return ["--help", "-h", "--version", "-V", "help", ...names, ...Object.keys(successors)].includes(first);
}

/** How each command is called, a line each. */
export function usageLines(): string[] {
  const leaves = (command: AnyCommand): AnyCommand[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
  const tree = commandTree(null, () => {}) as unknown as AnyCommand;
  return leaves(tree).flatMap((leaf) =>
    leaf.name() === "complete" ? [] : [`${pathOf(leaf)} ${leaf.usage()}`],
  );
}

type Load<Options> = () => Promise<HeadlessCommand<Options>>;

/** Makes a command's action: the command, and what runs it, are loaded only when it is run. */
type Does = <Options>(load: Load<Options>) => (options: Options) => Promise<void>;

/** All commands; `ended` hears the exit code of the one that is run. Without a host they can be looked at only. */
function commandTree(host: CommandHost | null, ended: (exitCode: number) => void) {
  const tree = new Command("querent")
    .description("A workbench for text-to-SQL: headless commands, and the window.")
    .version(host?.version ?? "")
    .exitOverride()
    .helpCommand(false)
    .configureOutput({
      writeOut: (text) => host?.write(text),
      writeErr: (text) => host?.note(text.trimEnd()),
    })
    .addHelpText("after", `\n${exitCodeHelp}`);
  const does: Does = (load) => async (options) => {
    const { runHeadlessCommand } = await import("./commands/command.ts");
    if (host !== null) ended(await runHeadlessCommand(await load(), options, host));
  };
  addPredictions(tree.command("predictions").description("evaluate or import predictions"), does);
  addVerdicts(tree.command("verdicts").description("export verdicts"), does);
  addTasks(tree.command("tasks").description("import, export, lint, check or test tasks"), does);
  addDialogues(tree.command("dialogues").description("play, replay or report dialogues about tasks"), does);
  addProjects(tree.command("projects").description("list projects"), does);
  addOpen(tree.command("open").description("open the workbench"), async (startOptions) =>
    ended((await host?.openWorkbench(startOptions)) ?? exitCodes.done),
  );
  tree
    .command("schema")
    .description("print the JSON Schema of an output, or the names of all outputs")
    .argument("[name]")
    .action((name) => does(async () => (await import("./commands/schema.ts")).schemaCommand)({ name }));
  completion(tree as unknown as AnyCommand, { completionCommandName: "completion" });
  for (const command of tree.commands) describeUsage(command as unknown as AnyCommand);
  return tree;
}

const exitCodeHelp = `Results are JSON on standard output, everything else goes to standard error. "-" as FILE is standard input or output.
Exit codes: 0 done; 1 done, with findings (or losses under --strict); 2 wrong usage or input; 70 a defect of
Querent; 130 interrupted.`;

/** Shows each command's options in its usage, and its usage after an error. */
function describeUsage(command: AnyCommand): void {
  for (const inner of command.commands) describeUsage(inner);
  if (command.commands.length > 0) return;
  const args = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  const options = command.options.map(({ flags, mandatory, argChoices }) => {
    const called = argChoices === undefined ? flags : flags.replace(/<.*>/, argChoices.join("|"));
    return mandatory ? called : `[${called}]`;
  });
  command.usage([...args, ...options].join(" "));
  command.showHelpAfterError(`usage: ${pathOf(command)} ${command.usage()}`);
}

function pathOf(command: AnyCommand): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

type Noun = Command;

function addPredictions(noun: Noun, does: Does): void {
  noun
    .command("evaluate")
    .description("run every prediction against its gold and write a line per item")
    .requiredOption("--input <file>", "the predictions, JSON or JSONL")
    .addOption(databasesOption())
    .addOption(engineOption())
    .addOption(serverOption())
    .requiredOption("--out <file>", "the results, a line of JSON per item in input order")
    .option("--workers <n>", "how many processes run SQL at the same time", wholeNumber(64))
    .option("--time-limit-ms <n>", "time limit of a statement, in milliseconds", wholeNumber(3_600_000))
    .action(
      does(async () => (await import("./commands/predictions-evaluate.ts")).evaluatePredictionsCommand),
    );
  noun
    .command("import")
    .description("import predictions into a project, all of them or none")
    .requiredOption("--workspace <file>", "created if there is none")
    .requiredOption("--project <name>", "created if there is none")
    .requiredOption("--input <file>", "the predictions, JSON or JSONL")
    .requiredOption("--databases <dir>", "the folder of their databases")
    .option("--reviewer <name>", "the reviewer whose verdicts are in the file")
    .action(does(async () => (await import("./commands/predictions-import.ts")).importPredictionsCommand));
}

function addVerdicts(noun: Noun, does: Does): void {
  noun
    .command("export")
    .description("export the verdicts of a project")
    .requiredOption("--workspace <file>", "the workspace")
    .requiredOption("--project <name>", "the project")
    .addOption(new Option("--format <format>").choices(ExportFormat.options).makeOptionMandatory())
    .requiredOption("--out <file>", "the file to write")
    .option("--reviewer <name>", "whose verdicts (default: everybody's, if the format can store them)")
    .option("--strict", "exit with code 1 if items were skipped")
    .action(does(async () => (await import("./commands/verdicts-export.ts")).exportVerdictsCommand));
}

function addTasks(noun: Noun, does: Does): void {
  addTaskTransfer(noun, does);
  noun
    .command("lint")
    .description("find what is wrong with tasks without running them")
    .requiredOption("--input <file>", "the tasks, JSONL")
    .addOption(knowledgeOption())
    .addOption(meaningsOption())
    .addOption(
      new Option("--dialect <dialect>").choices(["postgresql", "sqlite"]).default("postgresql" as const),
    )
    .requiredOption("--out <file>", "the findings, a line of JSON each")
    .action(does(async () => (await import("./commands/tasks-lint.ts")).lintTasksCommand));
  noun
    .command("check")
    .description("run the gold and the tests of tasks on their data and find what is wrong with them")
    .requiredOption("--input <file>", "the tasks, JSONL")
    .addOption(groundTruthOption())
    .addOption(databasesOption())
    .addOption(engineOption())
    .addOption(serverOption())
    .addOption(profileOption())
    .addOption(knowledgeOption())
    .option("--clock <iso>", "the time that SQL sees as now", moment)
    .requiredOption("--out <file>", "the findings, a line of JSON each")
    .action(does(async () => (await import("./commands/tasks-check.ts")).checkTasksCommand));
  noun
    .command("test")
    .description("test a system's answers; an interrupted run resumes where it stopped")
    .requiredOption("--input <file>", "the tasks, JSONL")
    .requiredOption("--predictions <file>", "the answers")
    .addOption(groundTruthOption())
    .addOption(databasesOption())
    .addOption(engineOption())
    .addOption(serverOption())
    .addOption(profileOption())
    .requiredOption("--out <file>", "the results, a line of JSON per task and phase")
    .action(does(async () => (await import("./commands/tasks-test.ts")).testTasksCommand));
}

function addTaskTransfer(noun: Noun, does: Does): void {
  noun
    .command("import")
    .description("import tasks into a project, all of them or none")
    .requiredOption("--workspace <file>", "created if there is none")
    .requiredOption("--project <name>", "created if there is none")
    .requiredOption("--input <file>", "the tasks, JSONL")
    .addOption(groundTruthOption())
    .addOption(knowledgeOption())
    .addOption(meaningsOption())
    .option("--schema <file|dir>", "<database>_schema.txt, or the folder with these files")
    .option("--databases <dir>", "the folder of their databases")
    .addOption(
      new Option("--unreadable <what>", "what to do with rows that cannot be read")
        .choices(["refuse", "skip"])
        .default("refuse" as const),
    )
    .addOption(
      new Option("--existing <what>", "what to do with tasks that the project already has")
        .choices(["revise", "keep"])
        .default("revise" as const),
    )
    .action(does(async () => (await import("./commands/tasks-import.ts")).importTasksCommand));
  noun
    .command("export")
    .description("export the tasks of a project")
    .requiredOption("--workspace <file>", "the workspace")
    .requiredOption("--project <name>", "the project")
    .addOption(new Option("--format <format>").choices(TaskFormat.options).makeOptionMandatory())
    .requiredOption("--out <file>", "the file to write")
    .option("--status <statuses>", "only tasks with one of these statuses, separated by commas", taskStatuses)
    .option("--strict", "exit with code 1 if the format loses part of a task")
    .action(does(async () => (await import("./commands/tasks-export.ts")).exportTasksCommand));
}

function addDialogues(noun: Noun, does: Does): void {
  noun
    .command("run")
    .description(
      "play dialogues between systems and a simulated user; an interrupted run resumes where it stopped",
    )
    .requiredOption("--input <file>", "the tasks, JSONL")
    .addOption(groundTruthOption())
    .addOption(knowledgeOption())
    .addOption(meaningsOption())
    .addOption(databasesOption())
    .addOption(engineOption())
    .addOption(serverOption())
    .addOption(
      new Option("--protocol <protocol>", "c: questions, then SQL; a: actions with costs")
        .choices(Protocol.options)
        .makeOptionMandatory(),
    )
    .addOption(profileOption())
    .addOption(behaviourOption("fixed"))
    .option("--patience <n>", "how many extra turns the user grants", wholeNumber(1_000, 0), defaultPatience)
    .requiredOption("--system <names...>", systemNames.join(", "))
    .option("--trials <n>", "dialogues per task and system", wholeNumber(1_000), 1)
    .option("--seed <n>", "seed of what is chosen by chance", wholeNumber(2 ** 32 - 1, 0), 0)
    .option(
      "--workers <n>",
      "how many dialogues are played at the same time",
      wholeNumber(64),
      os.availableParallelism(),
    )
    .requiredOption("--out <file>", "the dialogues, a line of JSON each")
    .action(does(async () => (await import("./commands/dialogues-run.ts")).runDialoguesCommand));
  noun
    .command("replay")
    .description("replay published dialogues and compute their turns, budgets and rewards anew")
    .requiredOption("--input <file>", "the trajectories, JSON")
    .option(
      "--tasks <file>",
      "their tasks, JSONL, whose budgets are used (default: what the systems were told)",
    )
    .addOption(
      new Option("--profile <profile>", "the evaluator to follow")
        .choices(EvaluatorProfile.options)
        .default("adk" as const),
    )
    .addOption(behaviourOption("shipped"))
    .option("--patience <n>", "extra turns of the user (default: 3)", wholeNumber(1_000, 0))
    .requiredOption("--out <file>", "the dialogues, a line of JSON each")
    .action(does(async () => (await import("./commands/dialogues-replay.ts")).replayDialoguesCommand));
  noun
    .command("report")
    .description("print success, rewards and how systems compare")
    .requiredOption("--input <file>", "the dialogues, JSONL")
    .option("--seed <n>", "seed of the intervals", wholeNumber(2 ** 32 - 1, 0), 0)
    .option("--html <file>", "write a page with the figures and every transcript")
    .action(does(async () => (await import("./commands/dialogues-report.ts")).reportDialoguesCommand));
}

function addProjects(noun: Noun, does: Does): void {
  noun
    .command("list")
    .description("print the name of each project, and how many items, tasks and verdicts it has")
    .requiredOption("--workspace <file>", "the workspace")
    .action(does(async () => (await import("./commands/projects-list.ts")).listProjectsCommand));
}

function addOpen(command: Noun, open: (startOptions: string[]) => Promise<void>): void {
  command
    .argument("[file]", "predictions or tasks (JSON, JSONL), or a workspace (*.querent)")
    .option("--workspace <file>", "save the work in this file")
    .addOption(new Option("--host <host>", "use this host").choices(["web", "desktop"]))
    .option("--port <n>", "port of the web host (default: any free port)")
    .option("--no-window", "do not open a window; print the address")
    .action((file, { workspace, host, port, window }) => {
      const given = Object.entries({ project: file, workspace, host, port });
      const named = given.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
      return open(window ? named : [...named, "--no-window"]);
    });
}

const databasesOption = () =>
  new Option(
    "--databases <dir|url>",
    "the folder of the databases, or the URL of a PostgreSQL server",
  ).makeOptionMandatory();
const engineOption = () =>
  new Option("--engine <engine>", "the engine to run on (default: chosen from the database files)").choices(
    EngineKind.options,
  );
const serverOption = () => new Option("--server <url>", "the PostgreSQL server that a folder is loaded into");
const profileOption = () =>
  new Option("--profile <profile>", "the evaluator to follow")
    .choices(EvaluatorProfile.options)
    .default("conv" as const);
const behaviourOption = <Usual extends Behaviour>(usual: Usual) =>
  new Option("--behaviour <behaviour>", "follow the evaluator with its faults, or without them")
    .choices(Behaviour.options)
    .default(usual);
const knowledgeOption = () =>
  new Option("--knowledge <file|dir>", "<database>_kb.jsonl, or the folder with these files");
const meaningsOption = () =>
  new Option(
    "--column-meanings <file|dir>",
    "<database>_column_meaning_base.json, or the folder with these files",
  );
const groundTruthOption = () =>
  new Option("--ground-truth <file>", "the file with gold and tests, if they are not in the task file");

function wholeNumber(most: number, least = 1): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < least || number > most)
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    return number;
  };
}

function taskStatuses(text: string): TaskStatus[] {
  return text.split(",").map((word) => {
    const status = TaskStatus.safeParse(word.trim());
    if (!status.success)
      throw new InvalidArgumentError(`Each status must be one of ${TaskStatus.options.join(", ")}.`);
    return status.data;
  });
}

/** A moment with its zone; one without is taken as UTC. */
function moment(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  const date = new Date(isDay || hasZone ? text : `${text}Z`);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(date.getTime()))
    throw new InvalidArgumentError("Write it as 2024-12-31 or 2024-12-31T18:00:00Z.");
  return date.toISOString();
}
