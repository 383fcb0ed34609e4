import { createHash } from "node:crypto";
import os from "node:os";
import { Option } from "@commander-js/extra-typings";
import type { SystemMessage } from "#shared/dialogue/systems/system-message.ts";
import {
  readSystemName,
  type SystemName,
  systemNames,
  writeSystemName,
} from "#shared/dialogue/systems/system-name.ts";
import { type Behaviour, Dialogue, type DialogueSettings, Protocol } from "#shared/domain/dialogue.ts";
import { defaultPatience } from "#shared/domain/task.ts";
import { describeProblem } from "#shared/formats/bad-input.ts";
import { dialogueLine } from "#shared/formats/dialogue-line.ts";
import type { ReadTask } from "#shared/formats/task-file.ts";
import { dialogueRates } from "#shared/metrics/dialogue-rates.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { createDatabaseLanes, type DatabaseLanes } from "../dialogues/database-lanes.ts";
import { openDialogueDatabase } from "../dialogues/environment.ts";
import { type KnownTask, type PreFlight, preFlight } from "../dialogues/pre-flight.ts";
import {
  type DialogueJob,
  type DialogueRun,
  dialogueJobs,
  failedJob,
  playJob,
} from "../dialogues/run-dialogues.ts";
import { type CommandContext, defineCommand } from "./command.ts";
import { exitCodes, WrongUsage } from "./command-end.ts";
import {
  costLimitOption,
  endpointOption,
  keyVariableOption,
  type ModelOptionTexts,
  type ModelSetting,
  modelOption,
  offlineOption,
  openRunModels,
  priceInputOption,
  priceOutputOption,
  promptsOption,
  type RunModels,
  readModelSetting,
  recordingOption,
  simulatorNameOf,
  simulatorOption,
  tokenLimitOption,
} from "./model-options.ts";
import { outputText } from "./output-schemas.ts";
import { openPartialResults, type PartialResults } from "./partial-results.ts";
import {
  behaviourOption,
  databasesOption,
  engineOption,
  groundTruthOption,
  knowledgeOption,
  meaningsOption,
  profileOption,
  serverOption,
  wholeNumber,
} from "./shared-options.ts";
import { readKnowledge, readMeanings, readTasks } from "./task-input.ts";
import {
  openTaskDatabases,
  openTestRunner,
  readTaskOptions,
  type TaskOptions,
  type TaskOptionTexts,
} from "./task-options.ts";

/** Part of every key: a change of what dialogues mean plays all anew. */
const dialogueForm = "1";

export interface RunDialoguesOptions extends TaskOptionTexts, ModelOptionTexts {
  input: string;
  groundTruth?: string | undefined;
  knowledge?: string | undefined;
  columnMeanings?: string | undefined;
  protocol: Protocol;
  behaviour: Behaviour;
  patience: number;
  system: string[];
  trials: number;
  seed: number;
  workers: number;
  out: string;
}

/** What is to be played, on what. */
interface RunSetting {
  tasks: KnownTask[];
  /** What the dialogues of a task depend on besides its database and the settings. */
  texts: Map<KnownTask["task"], string>;
  systems: SystemName[];
  /** Null where no part of the run is a language model. */
  models: ModelSetting | null;
  options: TaskOptions;
  settings: DialogueSettings;
}

/**
 * Plays dialogues about tasks, writes a line for each, in the order of tasks, systems and trials, and prints success and
 * reward. An interrupted run goes on where it stopped. Ends with 1 where a task or a dialogue could not be judged.
 */
export const dialoguesRun = defineCommand(
  (command) =>
    command
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
      .option(
        "--patience <n>",
        "how many extra turns the user grants",
        wholeNumber(0, 1_000),
        defaultPatience,
      )
      .requiredOption("--system <names...>", systemNames.join(", "))
      .option("--trials <n>", "dialogues per task and system", wholeNumber(1, 1_000), 1)
      .option("--seed <n>", "seed of what is chosen by chance", wholeNumber(0, 2 ** 32 - 1), 0)
      .option(
        "--workers <n>",
        "how many dialogues are played at the same time",
        wholeNumber(1, 64),
        os.availableParallelism(),
      )
      .addOption(simulatorOption())
      .addOption(endpointOption())
      .addOption(modelOption())
      .addOption(keyVariableOption())
      .addOption(promptsOption())
      .addOption(recordingOption())
      .addOption(offlineOption())
      .addOption(costLimitOption())
      .addOption(tokenLimitOption())
      .addOption(priceInputOption())
      .addOption(priceOutputOption())
      .requiredOption("--out <file>", "the dialogues, a line of JSON each"),
  async (typed, context) => {
    const setting = await readSetting(typed, context);
    const out = context.output(typed.out);
    const partial = openPartialResults(typed.out, Dialogue);
    const models = openRunModels(setting.models, context);
    try {
      const { checked, jobs, dialogues } = await playAll(setting, typed, { partial, models }, context);
      for (const dialogue of dialogues) out.write(`${outputText("dialogue", dialogueLine(dialogue))}\n`);
      out.complete();
      partial.complete();
      const { settings, options, systems } = setting;
      const { databases, leftOut } = checked;
      const rates = systems.map((system) => ({
        system: writeSystemName(system),
        ...dialogueRates(outcomesOf(jobs, dialogues, system)),
      }));
      const { trials, seed } = typed;
      const simulator = simulatorNameOf(setting.models);
      const common = {
        out: typed.out,
        engine: options.kind,
        ...settings,
        simulator,
        models: models.summary(),
      };
      context.result("dialogue-summary", { ...common, trials, seed, databases, leftOut, systems: rates });
      const isWhole =
        leftOut.length === 0 &&
        dialogues.every(({ end }) => end !== "infrastructure" && end !== "not-judged");
      return isWhole ? exitCodes.done : exitCodes.findings;
    } finally {
      if (context.signal.aborted && !out.isStandard)
        context.note("the dialogues so far are saved; run the same command again to resume");
      partial.close();
      models.close();
    }
  },
);

async function readSetting(typed: RunDialoguesOptions, context: CommandContext): Promise<RunSetting> {
  const { input, note } = context;
  const named = typed.system.map(systemOf);
  const models = await readModelSetting(typed, named, context);
  const prompts = models?.prompts.hashes.system ?? null;
  const systems = named.map((name) => (name.kind === "model" ? { ...name, prompts } : name));
  const options = readTaskOptions(typed);
  const { tasks, problems } = await readTasks(await input(typed.input), typed.groundTruth);
  for (const problem of problems) note(describeProblem(problem));
  const bases = await readKnowledge(typed.knowledge, tasks);
  const meanings = await readMeanings(typed.columnMeanings, tasks);
  const { protocol, behaviour, patience } = typed;
  const indexes = new Map([...bases].map(([database, { nodes }]) => [database, indexKnowledge(nodes)]));
  const known = ({ task }: ReadTask): KnownTask => ({
    task,
    knowledge: indexes.get(task.database) ?? null,
    meanings: meanings.get(task.database)?.meanings ?? [],
  });
  const textOf = ({ task: { database }, source }: ReadTask) =>
    JSON.stringify([source.text, bases.get(database)?.nodes, meanings.get(database)?.meanings]);
  return {
    tasks: tasks.map(known),
    texts: new Map(tasks.map((read) => [read.task, textOf(read)])),
    systems,
    models,
    options,
    settings: { protocol, profile: options.profile, behaviour, patience },
  };
}

function systemOf(text: string): SystemName {
  const name = readSystemName(text);
  if (name !== null) return name;
  throw new WrongUsage(`--system ${text}: there is no such system. Systems: ${systemNames.join(", ")}.`);
}

interface Played {
  checked: PreFlight;
  jobs: DialogueJob[];
  /** In the order of the jobs. */
  dialogues: Dialogue[];
}

async function playAll(
  setting: RunSetting,
  { workers, trials, seed }: RunDialoguesOptions,
  { partial, models }: { partial: PartialResults<Dialogue>; models: RunModels },
  context: CommandContext,
): Promise<Played> {
  const { signal, note, progress } = context;
  const { tasks, options, settings, systems } = setting;
  const databases = await openTaskDatabases(options, context, 0);
  const tests = await openTestRunner(workers, context);
  const open = async (name: string) =>
    openDialogueDatabase({ engine: databases.engine, tests }, await databases.template(name, signal));
  const lanes = createDatabaseLanes(open, { lanes: workers, signal });
  try {
    const dialect = dialectOf(options.kind);
    const onTask = progress("prepared", tasks.length, "tasks");
    const checked = await preFlight(tasks, lanes, { settings, dialect, signal, onTask });
    for (const { instanceId, reason } of checked.leftOut) note(`${instanceId} is left out: ${reason}`);
    const jobs = dialogueJobs(checked.prepared, { systems, trials, seed });
    models.noteEstimate(jobs, settings);
    const write = (message: SystemMessage) => outputText("system-message", message);
    const run = { settings, dialect, ...models.parts, write, signal, tried: new WeakMap() };
    const keyOf = keysOf(setting, checked);
    return { checked, jobs, dialogues: await playJobs(jobs, run, { lanes, partial, keyOf }, context) };
  } finally {
    await lanes.close();
    await Promise.all([databases.close(), tests.close()]);
  }
}

/** What a dialogue depends on, as one text. */
function keysOf(
  { texts, options, settings, models }: RunSetting,
  { databases }: PreFlight,
): (job: DialogueJob) => string {
  const templates = new Map(databases.map(({ database, template }) => [database, template]));
  return ({ prepared, system, trial, seed }) => {
    const { task } = prepared.context;
    const who = [writeSystemName(system), simulatorNameOf(models), models?.url, trial, seed];
    const what = [dialogueForm, options.kind, settings, templates.get(task.database), texts.get(task)];
    return createHash("sha256")
      .update(JSON.stringify([...what, ...who]))
      .digest("hex");
  };
}

/** Plays what has not been played before. */
async function playJobs(
  jobs: readonly DialogueJob[],
  run: DialogueRun,
  parts: { lanes: DatabaseLanes; partial: PartialResults<Dialogue>; keyOf(job: DialogueJob): string },
  { note, progress }: CommandContext,
): Promise<Dialogue[]> {
  const { lanes, partial, keyOf } = parts;
  const found = new Map<DialogueJob, Dialogue>();
  for (const job of jobs) {
    const known = partial.get(keyOf(job));
    if (known !== null) found.set(job, known);
  }
  if (found.size > 0) note(`${found.size} of ${jobs.length} dialogues were already played; they are reused`);
  const played = progress("played", jobs.length, "dialogues");
  await lanes.forEach<DialogueJob, Dialogue>(
    jobs.filter((job) => !found.has(job)),
    {
      databaseOf: ({ prepared }) => prepared.context.task.database,
      work: (job, database) => playJob(job, run, database),
      failed: (job, error) => failedJob(job, run, error),
      isBroken: ({ end }) => end === "infrastructure",
      onDone(job, dialogue) {
        found.set(job, dialogue);
        // What broke on the way is played again the next time.
        if (dialogue.end !== "infrastructure") partial.add(keyOf(job), dialogue);
        played(found.size);
      },
    },
  );
  return jobs.map((job) => found.get(job) as Dialogue);
}

function outcomesOf(jobs: readonly DialogueJob[], dialogues: readonly Dialogue[], asked: SystemName) {
  return dialogues.filter((_, at) => jobs[at]?.asked === asked);
}
