import completion from "@bomb.sh/tab/commander";
import { Command, CommanderError } from "@commander-js/extra-typings";
import type { Command as AnyCommand } from "commander";
import type { CommandHost, DeclareCommand, RunCommand } from "./commands/command.ts";
import { exitCodes } from "./commands/command-end.ts";
import { declareOpen } from "./commands/open.ts";

interface Noun {
  description: string;
  verbs: Record<string, () => Promise<DeclareCommand>>;
}

/** The headless commands: a new one is a file and a line here. */
const nouns = {
  predictions: {
    description: "evaluate or import predictions",
    verbs: {
      evaluate: async () => (await import("./commands/predictions-evaluate.ts")).predictionsEvaluate,
      import: async () => (await import("./commands/predictions-import.ts")).predictionsImport,
    },
  },
  verdicts: {
    description: "export verdicts",
    verbs: { export: async () => (await import("./commands/verdicts-export.ts")).verdictsExport },
  },
  bundles: {
    description: "export work for a person to do elsewhere, and bring it back",
    verbs: {
      export: async () => (await import("./commands/bundles-export.ts")).bundlesExport,
      import: async () => (await import("./commands/bundles-import.ts")).bundlesImport,
    },
  },
  tasks: {
    description: "import, export, lint, check or test tasks",
    verbs: {
      import: async () => (await import("./commands/tasks-import.ts")).tasksImport,
      export: async () => (await import("./commands/tasks-export.ts")).tasksExport,
      lint: async () => (await import("./commands/tasks-lint.ts")).tasksLint,
      check: async () => (await import("./commands/tasks-check.ts")).tasksCheck,
      test: async () => (await import("./commands/tasks-test.ts")).tasksTest,
    },
  },
  dialogues: {
    description: "play, grade, replay or report dialogues about tasks, or ask their user",
    verbs: {
      run: async () => (await import("./commands/dialogues-run.ts")).dialoguesRun,
      ask: async () => (await import("./commands/dialogues-ask.ts")).dialoguesAsk,
      grade: async () => (await import("./commands/dialogues-grade.ts")).dialoguesGrade,
      replay: async () => (await import("./commands/dialogues-replay.ts")).dialoguesReplay,
      report: async () => (await import("./commands/dialogues-report.ts")).dialoguesReport,
    },
  },
  people: {
    description: "let people into a project of a team host, list them, or take them out",
    verbs: {
      invite: async () => (await import("./commands/people.ts")).peopleInvite,
      list: async () => (await import("./commands/people.ts")).peopleList,
      remove: async () => (await import("./commands/people.ts")).peopleRemove,
    },
  },
  projects: {
    description: "list, copy, rename or delete projects, and take their imports back",
    verbs: {
      list: async () => (await import("./commands/projects-list.ts")).projectsList,
      copy: async () => (await import("./commands/projects-copy.ts")).projectsCopy,
      files: async () => (await import("./commands/projects-files.ts")).projectsFiles,
      "take-back": async () => (await import("./commands/projects-take-back.ts")).projectsTakeBack,
      rename: async () => (await import("./commands/projects-rename.ts")).projectsRename,
      delete: async () => (await import("./commands/projects-delete.ts")).projectsDelete,
    },
  },
} satisfies Record<string, Noun>;

interface Single {
  /** As the command's own file says it. */
  description: string;
  load: () => Promise<DeclareCommand>;
}

/** The commands of one word. */
const singles = {
  certify: {
    description: "prove by execution that tasks are worth asking",
    load: async () => (await import("./commands/certify.ts")).certify,
  },
  agreement: {
    description: "say how far reviewers agree, with intervals",
    load: async () => (await import("./commands/agreement.ts")).agreement,
  },
  metrics: {
    description: "say how far EX, set match and judges agree with experts' labels",
    load: async () => (await import("./commands/metrics.ts")).metrics,
  },
  serve: {
    description: "serve a workspace to a team, whose people sign in with a browser (docs/team.md)",
    load: async () => (await import("./commands/serve.ts")).serve,
  },
  consensus: {
    description: "settle reviewers' labels by a rule, and report every item that stays open",
    load: async () => (await import("./commands/consensus.ts")).consensus,
  },
} satisfies Record<string, Single>;

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
export const processStreams: Pick<CommandHost, "stdin" | "write" | "note" | "unfinished"> = {
  stdin: () => process.stdin,
  unfinished: () => {},
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
  const tree = await commandTree(calledIn(argv), host, (code) => {
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
  const own = ["--help", "-h", "--version", "-V", "help", "open", "schema", "complete", "completion"];
  return [...own, ...Object.keys(singles), ...Object.keys(nouns), ...Object.keys(successors)].includes(first);
}

/** How each command is called, a line each. */
export async function usageLines(): Promise<string[]> {
  const leaves = (command: AnyCommand): AnyCommand[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
  const tree = (await commandTree(null, null, () => {})) as unknown as AnyCommand;
  return leaves(tree).flatMap((leaf) =>
    leaf.name() === "complete" ? [] : [`${pathOf(leaf)} ${leaf.usage()}`],
  );
}

/** A noun and a verb, as far as they are typed; completion is asked after "--". */
function calledIn(argv: readonly string[]): readonly string[] {
  return argv[0] === "complete" ? argv.slice(argv.indexOf("--") + 1) : argv;
}

/**
 * The commands. What declares one and runs it is loaded only where `called` begins with its noun and verb, or with its
 * noun and no verb, whose help lists all; null loads every command. `ended` hears the exit code of the one that is run.
 * Without a host they can be looked at only.
 */
async function commandTree(
  called: readonly string[] | null,
  host: CommandHost | null,
  ended: (exitCode: number) => void,
): Promise<Command> {
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
  const run: RunCommand = async (work, options) => {
    const { runHeadlessCommand } = await import("./commands/command.ts");
    if (host !== null) ended(await runHeadlessCommand(work, options, host));
  };
  for (const [noun, { description, verbs }] of Object.entries<Noun>(nouns)) {
    const parent = tree.command(noun).description(description);
    const [askedNoun, askedVerb = ""] = called ?? [noun];
    for (const [verb, load] of Object.entries(verbs)) {
      const command = parent.command(verb);
      const isAsked = askedNoun === noun && (askedVerb === verb || !Object.hasOwn(verbs, askedVerb));
      if (isAsked) (await load())(command, run);
    }
  }
  declareOpen(tree.command("open"), async (startOptions) =>
    ended((await host?.openWorkbench(startOptions)) ?? exitCodes.done),
  );
  for (const [name, { description, load }] of Object.entries<Single>(singles)) {
    const command = tree.command(name);
    if (called === null || called[0] === name) (await load())(command, run);
    else command.description(description);
  }
  tree
    .command("schema")
    .description("print the JSON Schema of an output, or the names of all outputs")
    .argument("[name]")
    .action(async (name) => run((await import("./commands/schema.ts")).printSchema, { name }));
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
