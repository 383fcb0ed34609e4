import { seedOf } from "#shared/dialogue/seed.ts";
import { createBuiltInSystem } from "#shared/dialogue/systems/built-in-system.ts";
import { expandSystem } from "#shared/dialogue/systems/expand.ts";
import type { System } from "#shared/dialogue/systems/system.ts";
import { type SystemName, writeSystemName } from "#shared/dialogue/systems/system-name.ts";
import type { Dialogue, DialogueSettings, DialogueTurn } from "#shared/domain/dialogue.ts";
import type { Task } from "#shared/domain/task.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import type { MarkedWork } from "../evaluation/under-way.ts";
import { createCommandSystem, type Opening } from "./command-system.ts";
import type { DialogueDatabase, DialogueEnvironment } from "./environment.ts";
import type { GraftSource } from "./graft.ts";
import { personSystem } from "./person-system.ts";
import { playDialogue, type UserSimulator } from "./play-dialogue.ts";
import type { PreparedTask } from "./prepare-task.ts";

/** One dialogue to be played. */
export interface DialogueJob {
  prepared: PreparedTask;
  /** The system as it was asked for, and as it is: one of those that its name stands for. */
  asked: SystemName;
  system: SystemName;
  /** In place of that of the run's settings. */
  patience: number;
  /** 0-based. */
  trial: number;
  seed: number;
  /** What the dialogue begins with, out of another run; empty where it begins at its beginning. */
  grafted: readonly DialogueTurn[];
  /** All turns up to where a person was waited for, those that were grafted included; left out where it begins. */
  earlier?: readonly DialogueTurn[];
}

/** What a run plays on its tasks; `patience` has more than one entry in a sweep. */
export interface JobPlan {
  systems: readonly SystemName[];
  trials: number;
  seed: number;
  patience: readonly number[];
  graft?: GraftSource | null;
}

/** All dialogues of a run: task by task, system by system, patience by patience, trial by trial. */
export function dialogueJobs(
  tasks: readonly PreparedTask[],
  { systems, trials, seed, patience, graft = null }: JobPlan,
): DialogueJob[] {
  return tasks.flatMap((prepared) =>
    systems.flatMap((asked) =>
      expandSystem(
        asked,
        prepared.readings.map(({ running }) => running.length),
      ).flatMap((system) =>
        patience.flatMap((granted) =>
          Array.from({ length: trials }, (_, trial) => ({
            ...{ prepared, asked, system, trial, patience: granted },
            seed: seedOf(prepared.context.task.instanceId, trial, seed),
            grafted: graft?.turnsOf(prepared.context.task.instanceId, trial) ?? [],
          })),
        ),
      ),
    ),
  );
}

/** The user simulator of a run: each dialogue has its own. */
export interface SimulatorOfRun {
  /** Name, version and, for prompts, their hash. */
  readonly name: string;
  begin(dialogue: Pick<DialogueJob, "trial" | "seed">): UserSimulator;
}

/** What a language model under test is told of its dialogue. */
export interface ModelDialogue extends Pick<DialogueJob, "trial" | "seed"> {
  briefing(): Promise<Opening>;
}

/** What all dialogues of a run share. */
export interface DialogueRun {
  settings: DialogueSettings;
  dialect: SqlDialect;
  simulator: SimulatorOfRun;
  /** The systems under test that are language models; null where no endpoint is set up. */
  modelSystem: ((model: string, dialogue: ModelDialogue) => System) | null;
  /** Environment variables that programs under test get besides the usual ones. */
  variables?: readonly string[];
  /** Who plays where a person is the system; left out: nobody yet. */
  person?: System;
  signal: AbortSignal;
  /** What SQL ran where phase 1 of a task begins, so that it is tried once for all dialogues. */
  tried: WeakMap<Task, Map<string, boolean>>;
  /** Whether dialogues that fail are run again to find out why. */
  findFaults: boolean;
}

/** Plays one dialogue on its task's database. Rejects with the signal's reason, and with `PersonNeeded`. */
export async function playOnce(
  job: DialogueJob,
  run: DialogueRun,
  database: Pick<DialogueDatabase, "begin">,
): Promise<Dialogue> {
  const { context } = job.prepared;
  const environment = database.begin(context, run.settings.profile);
  const system = systemOf(job, run, environment);
  try {
    const settings = settingsOf(job, run);
    const simulator = run.simulator.begin(job);
    const parts = { context, settings, system, simulator, environment, signal: run.signal };
    const record = await playDialogue({
      ...parts,
      earlier: job.earlier ?? job.grafted,
      grafted: job.grafted.length,
    });
    return { ...nameOf(job, run), ...record, fault: null };
  } finally {
    await system.close();
  }
}

/** The mark under which a dialogue is played. */
export function markOfJob(
  { prepared, system, trial, seed, patience }: DialogueJob,
  run: DialogueRun,
): MarkedWork {
  const { profile, protocol } = run.settings;
  const dialogue = [protocol, writeSystemName(system), run.simulator.name, patience, trial, seed];
  return { task: prepared.context.task, profile, dialogue };
}

/** The rules that a dialogue is played by. */
function settingsOf({ patience }: DialogueJob, { settings }: DialogueRun): DialogueSettings {
  return { ...settings, patience };
}

/** The dialogue of a job that could not begin: its database failed. */
export function failedJob(job: DialogueJob, run: DialogueRun, error: Error): Dialogue {
  return {
    ...nameOf(job, run),
    ...{
      settings: settingsOf(job, run),
      turns: [],
      budget: { total: 0, left: 0 },
      phase1Passed: false,
      phase2Passed: false,
    },
    ...{ reward: 0, end: "infrastructure", reason: error.message, fault: null },
  };
}

function nameOf({ prepared, system, trial, seed }: DialogueJob, { simulator }: DialogueRun) {
  const { instanceId, followUp } = prepared.context.task;
  const hasFollowUp = followUp !== null;
  return { instanceId, hasFollowUp, system: writeSystemName(system), simulator: simulator.name, seed, trial };
}

function systemOf(
  { prepared, system: name, trial, seed }: DialogueJob,
  run: DialogueRun,
  environment: DialogueEnvironment,
): System {
  const { context, readings } = prepared;
  const { signal, tried } = run;
  if (name.kind === "person") return run.person ?? personSystem(null);
  const opening = () => openingOf(context, seed, run, environment);
  if (name.kind === "command")
    return createCommandSystem(name.program, { opening, variables: run.variables ?? [] });
  if (name.kind === "model") {
    if (run.modelSystem === null) throw new Error("No endpoint is set up for the model.");
    return run.modelSystem(name.model, { trial, seed, briefing: opening });
  }
  const runs = async (sql: readonly string[]) => {
    const known = tried.get(context.task) ?? new Map<string, boolean>();
    tried.set(context.task, known);
    const key = sql.join("\0");
    const runs = known.get(key) ?? (await environment.runs(sql, signal));
    known.set(key, runs);
    return runs;
  };
  return createBuiltInSystem({ name, context, readings, seed, runs });
}

async function openingOf(
  { task }: ProvenanceContext,
  seed: number,
  { settings, dialect, signal }: DialogueRun,
  environment: DialogueEnvironment,
): Promise<Opening> {
  const { instanceId, database } = task;
  const ask = (kind: "get_schema" | "get_all_column_meanings" | "get_all_knowledge_definitions") =>
    environment.observe({ kind }, signal);
  const given =
    settings.protocol === "a"
      ? null
      : {
          schema: await ask("get_schema"),
          columnMeanings: await ask("get_all_column_meanings"),
          knowledge: await ask("get_all_knowledge_definitions"),
        };
  return { instanceId, database, dialect, seed, given };
}
