import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Option } from "@commander-js/extra-typings";
import { goldSubmission } from "#shared/dialogue/protocol/gold-submission.ts";
import {
  readSystemName,
  type SystemName,
  systemNames,
  writeSystemName,
} from "#shared/dialogue/systems/system-name.ts";
import { type Behaviour, Dialogue, type DialogueSettings, Protocol } from "#shared/domain/dialogue.ts";
import { defaultPatience } from "#shared/domain/task.ts";
import { readDialogues } from "#shared/formats/dialogue-file.ts";
import { dialogueLine } from "#shared/formats/dialogue-line.ts";
import { dialogueRates } from "#shared/metrics/dialogues/dialogue-rates.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import type { DatabaseLanes } from "../dialogues/database-lanes.ts";
import {
  type DialogueJob,
  type DialogueRun,
  dialogueJobs,
  failedJob,
  markOfJob,
} from "../dialogues/dialogue-job.ts";
import { type GraftSource, graftSource, withDonors } from "../dialogues/graft.ts";
import { playJob } from "../dialogues/play-job.ts";
import { type PreFlight, preFlight } from "../dialogues/pre-flight.ts";
import { type CommandContext, defineCommand } from "./command.ts";
import { exitCodes, WrongUsage } from "./command-end.ts";
import {
  type DialogueTaskOptions,
  type DialogueTasks,
  readDialogueTasks,
  withDatabaseLanes,
} from "./dialogue-setting.ts";
import {
  type ModelOptionTexts,
  type ModelSetting,
  readModelSetting,
  withModelOptions,
} from "./model-options.ts";
import { outputText } from "./output-schemas.ts";
import { openPartialResults, type PartialResults } from "./partial-results.ts";
import { openRunModels, type RunModels } from "./run-models.ts";
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
  workersOption,
} from "./shared-options.ts";
import { readTaskOptions, type TaskOptions, type TaskOptionTexts } from "./task-options.ts";

/** Part of every key: a change of what dialogues mean plays all anew. */
const dialogueForm = "1";

export interface RunDialoguesOptions extends TaskOptionTexts, DialogueTaskOptions, ModelOptionTexts {
  protocol: Protocol;
  behaviour: Behaviour;
  patience: number[];
  graft?: string | undefined;
  graftSystem?: string | undefined;
  system: string[];
  trials: number;
  seed: number;
  fault?: boolean | undefined;
  passVariable?: string[] | undefined;
  workers: number;
  out: string;
}

/** What is to be played, on what. */
interface RunSetting extends DialogueTasks {
  systems: SystemName[];
  /** Null where no part of the run is a language model. */
  models: ModelSetting | null;
  options: TaskOptions;
  /** With the first patience of a sweep. */
  settings: DialogueSettings;
  graft: GraftSource | null;
}

/**
 * Plays dialogues about tasks, writes a line for each, in the order of tasks, systems and trials, and prints success and
 * reward. An interrupted run goes on where it stopped. Ends with 1 where a task or a dialogue could not be judged.
 */
export const dialoguesRun = defineCommand(
  (command) =>
    withModelOptions(
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
          "--patience <n,…>",
          "how many extra turns the user grants; several are played one after the other",
          patiences,
          [defaultPatience],
        )
        .option("--graft <file>", "dialogues whose questions and answers the run begins with, JSONL")
        .option("--graft-system <name>", "whose of them, where the file has several systems")
        .requiredOption("--system <names...>", systemNames.join(", "))
        .option("--trials <n>", "dialogues per task and system", wholeNumber(1, 1_000), 1)
        .option("--seed <n>", "seed of what is chosen by chance", wholeNumber(0, 2 ** 32 - 1), 0)
        .option(
          "--pass-variable <names...>",
          "environment variables that programs under test may see; they get few others, and no keys",
        )
        .option("--fault", "play failed dialogues again, to say whose fault it was"),
    )
      .addOption(workersOption())
      .requiredOption("--out <file>", "the dialogues, a line of JSON each"),
  async (typed, context) => {
    const setting = await readSetting(typed, context);
    const out = context.output(typed.out);
    const partial = openPartialResults(typed.out, Dialogue);
    let models: RunModels | null = null;
    try {
      models = openRunModels(setting.models, context);
      const played = await playAll(setting, typed, { partial, models }, context);
      for (const dialogue of played.dialogues)
        out.write(`${outputText("dialogue", dialogueLine(dialogue))}\n`);
      out.complete();
      partial.complete();
      return summarise(setting, typed, { ...played, models }, context);
    } finally {
      if (context.signal.aborted && !out.isStandard)
        context.note("the dialogues so far are saved; run the same command again to resume");
      partial.close();
      models?.close();
    }
  },
);

async function readSetting(typed: RunDialoguesOptions, context: CommandContext): Promise<RunSetting> {
  const { protocol, behaviour, patience } = typed;
  const named = typed.system.map(systemOf);
  refusePassedKey(typed);
  const models = await readModelSetting(typed, named, context);
  const prompts = models?.prompts.hashes.system ?? null;
  const systems = named.map((name) => (name.kind === "model" ? { ...name, prompts } : name));
  const options = readTaskOptions(typed);
  const graft = readGraft(typed);
  const settings: DialogueSettings = {
    ...{ protocol, profile: options.profile, behaviour, patience: patience[0] as number },
    ...(graft !== null && { graft: graft.graft }),
  };
  return { ...(await readDialogueTasks(typed, context)), systems, models, options, settings, graft };
}

/** "0,3,5,7", each once, in this order. */
function patiences(text: string): number[] {
  const one = wholeNumber(0, 1_000);
  return [...new Set(text.split(",").map((part) => one(part.trim())))];
}

/** Throws `BadInput` for a file that has no dialogues, and `WrongUsage` where it is not said whose to take. */
function readGraft({ graft: file, graftSystem }: RunDialoguesOptions): GraftSource | null {
  if (file === undefined) return null;
  const all = readDialogues(readFileSync(file, "utf8"), file);
  const dialogues = all.filter(({ system }) => graftSystem === undefined || system === graftSystem);
  const donors = new Set(all.map(({ system, simulator }) => `${system}, simulator ${simulator}`));
  const chosen = new Set(dialogues.map(({ system, simulator }) => `${system}, simulator ${simulator}`));
  if (chosen.size === 1) return graftSource(dialogues);
  throw new WrongUsage(
    `--graft takes the clarifications of one system, and the file has ${[...donors].join("; ")}. Name one with --graft-system.`,
  );
}

/** The endpoint's key is for the endpoint. */
function refusePassedKey({ keyVariable, passVariable = [] }: RunDialoguesOptions): void {
  if (keyVariable === undefined || !passVariable.includes(keyVariable)) return;
  throw new WrongUsage(
    "--pass-variable names the variable of --key-variable, whose key goes to the endpoint alone. Give the program a key of its own.",
  );
}

function summarise(
  { systems, settings, options }: RunSetting,
  { out, trials, seed, patience }: RunDialoguesOptions,
  { checked: { databases, leftOut }, jobs, dialogues, models }: Played & { models: RunModels },
  { result }: CommandContext,
): number {
  const rates = systems.flatMap((system) =>
    patience.map((granted) => ({
      ...{ system: writeSystemName(system), patience: granted },
      ...dialogueRates(
        dialogues.filter((_, at) => jobs[at]?.asked === system && jobs[at].patience === granted),
      ),
    })),
  );
  const simulator = models.parts.simulator.name;
  const common = {
    out,
    engine: options.kind,
    ...settings,
    patience,
    simulator,
    models: models.summary(),
    trials,
    seed,
  };
  result("dialogue-summary", { ...common, databases, leftOut, systems: rates });
  const isWhole =
    leftOut.length === 0 && dialogues.every(({ end }) => end !== "infrastructure" && end !== "not-judged");
  return isWhole ? exitCodes.done : exitCodes.findings;
}

function systemOf(text: string): SystemName {
  const name = readSystemName(text);
  if (name?.kind === "person")
    throw new WrongUsage(
      "--system person: a person plays in the workbench (querent open), not on the command line.",
    );
  if (name !== null) return name;
  throw new WrongUsage(`--system ${text}: there is no such system. Systems: ${systemNames.join(", ")}.`);
}

interface Played {
  checked: PreFlight;
  jobs: DialogueJob[];
  /** In the order of the jobs. */
  dialogues: Dialogue[];
}

function playAll(
  setting: RunSetting,
  { workers, trials, seed, patience, fault = false, passVariable = [] }: RunDialoguesOptions,
  { partial, models }: { partial: PartialResults<Dialogue>; models: RunModels },
  context: CommandContext,
): Promise<Played> {
  const { signal, note, progress } = context;
  const { tasks, options, settings, systems, graft } = setting;
  return withDatabaseLanes(options, { workers, tasks: tasks.length }, context, async (lanes) => {
    const dialect = dialectOf(options.kind);
    const onTask = progress("prepared", tasks.length, "tasks");
    const flown = await preFlight(tasks, lanes, { settings, dialect, signal, onTask });
    const checked = graft === null ? flown : withDonors(flown, graft);
    for (const { instanceId, reason } of checked.leftOut) note(`${instanceId} is left out: ${reason}`);
    noteCutGolds(checked, settings, context);
    const jobs = dialogueJobs(checked.prepared, { systems, trials, seed, patience, graft });
    models.noteEstimate(jobs, settings);
    const tried = new WeakMap();
    const run = {
      ...{ settings, dialect, ...models.parts, signal, tried },
      ...{ findFaults: fault, variables: passVariable },
    };
    const keyOf = keysOf(setting, checked, run);
    return { checked, jobs, dialogues: await playJobs(jobs, run, { lanes, partial, keyOf }, context) };
  });
}

/** The evaluator's own dry run disagrees with ours where it submits a part of the gold (SPEC B20). */
function noteCutGolds({ prepared }: PreFlight, settings: DialogueSettings, { note }: CommandContext): void {
  const tasks = prepared.map(({ context: { task } }) => task);
  const cut = tasks.filter(({ goldSql }) => goldSubmission(settings, goldSql).length < goldSql.length);
  if (cut.length === 0) return;
  const ids = cut.map(({ instanceId }) => instanceId).join(", ");
  note(`${settings.profile} tries only the first statement of these golds when it runs them itself: ${ids}`);
}

/** What a dialogue depends on, as one text. */
function keysOf(
  { texts, options, settings, models }: RunSetting,
  { databases }: PreFlight,
  { simulator, findFaults }: DialogueRun,
): (job: DialogueJob) => string {
  const templates = new Map(databases.map(({ database, template }) => [database, template]));
  return ({ prepared, system, trial, seed, patience }) => {
    const { task } = prepared.context;
    const who = [writeSystemName(system), simulator.name, models?.url, trial, seed, findFaults];
    const what = [
      dialogueForm,
      options.kind,
      { ...settings, patience },
      templates.get(task.database),
      texts.get(task),
    ];
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
      markOf: (job) => markOfJob(job, run),
      work: (job, database) => playJob(job, run, database),
      failed: (job, error) => failedJob(job, run, error),
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
