import type { RunPlan } from "#shared/contract/dialogues.ts";
import type { RunningReadings } from "#shared/dialogue/systems/built-in-system.ts";
import { readSystemName, type SystemName, writeSystemName } from "#shared/dialogue/systems/system-name.ts";
import type { Dialogue } from "#shared/domain/dialogue.ts";
import type { Task } from "#shared/domain/task.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { createDatabaseLanes } from "../dialogues/database-lanes.ts";
import { type DialogueJob, dialogueJobs, failedJob, markOfJob } from "../dialogues/dialogue-job.ts";
import { type DialogueDatabase, openDialogueDatabase } from "../dialogues/environment.ts";
import { type GraftSource, graftSource, withDonors } from "../dialogues/graft.ts";
import type { Prompts } from "../dialogues/model/prompts.ts";
import { PersonNeeded } from "../dialogues/person-system.ts";
import { playJob } from "../dialogues/play-job.ts";
import { type KnownTask, type PreFlight, preFlight } from "../dialogues/pre-flight.ts";
import { taskLimits } from "../evaluation/phases.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import { putLeftOut, type RunOfProject, runById, tasksOfRun } from "../store/dialogue-runs.ts";
import {
  type PlannedDialogue,
  pauseDialogue,
  pendingDialogues,
  planDialogues,
  playedDialogues,
  saveDialogue,
} from "../store/dialogues.ts";
import type { WriteHandle } from "../store/handles.ts";
import { taskAtRevision } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import { databaseKnowledge } from "./database-knowledge.ts";
import type { ModelKeys } from "./model-keys.ts";
import { modelsOf, playersOfRun } from "./models-of-run.ts";
import { storedProject } from "./stored-records.ts";

/** What a run is played with. */
export interface PlayRunParts {
  workspace: Workspace;
  tools: TaskTools;
  /** How many dialogues are played at the same time, each on a database of its own. */
  concurrency: number;
  modelKeys: ModelKeys;
  prompts: Prompts;
  signal: AbortSignal;
  /** Told of every wait for a language model. */
  note(text: string): void;
  /** Told of each task before its first dialogue: what its ambiguities can be read as. */
  onPrepared(taskId: number, readings: RunningReadings[]): void;
  /** Told after the plan and after each dialogue. */
  onDone(): Promise<void>;
}

/**
 * Prepares the tasks of a run, plans its dialogues, and plays those that are still to be played, saving each as it ends.
 * Rejects with the signal's reason, and with `TaskEngineProblem` where the engine is not there.
 */
export async function playRun(parts: PlayRunParts, run: RunOfProject): Promise<void> {
  const { workspace, tools, concurrency, signal } = parts;
  const open = await databaseOpener({ workspace, tools, signal }, run);
  const { underWay } = tools;
  const lanes = createDatabaseLanes(open, { lanes: concurrency, signal, underWay });
  try {
    const dialect = dialectOf(run.engine);
    const tasks = await knownTasks(workspace, run);
    const graft = await plannedGraft(workspace, run);
    const flown = await preFlight([...tasks.keys()], lanes, {
      ...{ settings: run.plan.settings, dialect, signal },
      // How far it is comes again after the plan.
      onTask: () => void parts.onDone().catch(() => undefined),
    });
    const checked = graft === null ? flown : withDonors(flown, graft);
    const idOf = new Map<Task, number>([...tasks].map(([{ task }, taskId]) => [task, taskId]));
    for (const { context, readings } of checked.prepared)
      parts.onPrepared(idOf.get(context.task) as number, readings);
    const jobs = await plan(workspace, run, tasks, { ...checked, graft });
    await parts.onDone();
    const players = await playersOfRun(parts, run);
    const common = {
      ...{ settings: run.plan.settings, dialect, ...players, signal },
      // To find out whose fault it was costs a dialogue up to twelve more; nobody has agreed to pay for these.
      ...{ tried: new WeakMap(), findFaults: modelsOf(run.plan).length === 0 && !hasPerson(run.plan) },
    };
    const saves: Promise<void>[] = [];
    await lanes.forEach<[number, DialogueJob], Dialogue | PersonNeeded>([...jobs], {
      databaseOf: ([, { prepared }]) => prepared.context.task.database,
      markOf: ([, job]) => markOfJob(job, common),
      work: ([, job], database) => playJob(job, common, database),
      failed: ([, job], error) => (error instanceof PersonNeeded ? error : failedJob(job, common, error)),
      onDone: ([dialogueId], result) =>
        void saves.push(
          workspace.write((db) => saveResult(db, dialogueId, result)).then(() => parts.onDone()),
        ),
    });
    await Promise.all(saves);
  } finally {
    await lanes.close();
  }
}

/** Opens databases of a run's project on its engine, one after another; rejects with `EngineProblem` where the engine is not there. */
export async function databaseOpener(
  { workspace, tools, signal }: Pick<PlayRunParts, "workspace" | "tools" | "signal">,
  run: RunOfProject,
): Promise<(name: string) => Promise<DialogueDatabase>> {
  const settings = { ...(await storedProject(workspace, run.projectId)).taskSettings, engine: run.engine };
  const engine = await tools.databases.engine(settings);
  const parts = { engine, tests: tools.tests, limits: taskLimits(settings.timeLimitMs) };
  return async (name) => {
    const { template } = await tools.databases.open(settings, name, { signal });
    return openDialogueDatabase(parts, template);
  };
}

/** Keeps what became of a dialogue: its end, or how far it has come when it is a person's turn. */
export async function saveResult(
  db: WriteHandle,
  dialogueId: number,
  result: Dialogue | PersonNeeded,
): Promise<void> {
  if (!(result instanceof PersonNeeded)) await saveDialogue(db, dialogueId, result);
  else if (result.soFar !== null)
    await pauseDialogue(db, dialogueId, { ...result.soFar, question: result.question });
}

/** Whether somebody at the keyboard takes part. */
export const hasPerson = ({ systems, personAsUser }: RunPlan): boolean =>
  personAsUser || systems.includes("person");

/** The clarifications of one system of a run; null where it has none. */
export async function graftOfRun(
  workspace: Workspace,
  run: RunOfProject,
  system: string,
): Promise<GraftSource | null> {
  const played = await workspace.read(async (db) => await Array.fromAsync(playedDialogues(db, run)));
  return graftSource(played.filter((dialogue) => dialogue.system === system));
}

/** What the run begins with, as it was when it was entered; throws where that is gone. */
async function plannedGraft(
  workspace: Workspace,
  { plan: { graft, settings } }: RunOfProject,
): Promise<GraftSource | null> {
  if (graft === null) return null;
  const donor = await workspace.read((db) => runById(db, graft.runId));
  const source = donor === null ? null : await graftOfRun(workspace, donor, graft.system);
  if (source !== null && source.graft.hash === settings.graft?.hash) return source;
  throw new Error(
    "The run whose clarifications this one begins with was deleted or played on. Start it anew.",
  );
}

/** The tasks of a run as they were when it was entered, each with its id. */
async function knownTasks(
  workspace: Workspace,
  { runId, projectId }: RunOfProject,
): Promise<Map<KnownTask, number>> {
  return workspace.read(async (db) => {
    const databases = new Map<string, Omit<KnownTask, "task">>();
    const known = new Map<KnownTask, number>();
    for (const { taskId, revision } of await tasksOfRun(db, runId)) {
      const task = (await taskAtRevision(db, taskId, revision))?.revision.task;
      if (task === undefined) continue;
      const { database } = task;
      const informed =
        databases.get(database) ?? informedOf(await databaseKnowledge(db, { projectId, database }));
      databases.set(database, informed);
      known.set({ task, ...informed }, taskId);
    }
    return known;
  });
}

function informedOf({
  nodes,
  columnMeanings,
}: Awaited<ReturnType<typeof databaseKnowledge>>): Omit<KnownTask, "task"> {
  return { knowledge: nodes.length === 0 ? null : indexKnowledge(nodes), meanings: columnMeanings };
}

/** Enters what is left out and what is to be played; gives what is still to be played, by its id. */
async function plan(
  workspace: Workspace,
  run: RunOfProject,
  tasks: ReadonlyMap<KnownTask, number>,
  { prepared, leftOut, graft }: PreFlight & { graft: GraftSource | null },
): Promise<Map<number, DialogueJob>> {
  const idOf = new Map<Task, number>([...tasks].map(([{ task }, taskId]) => [task, taskId]));
  const { trials, seed, systems, settings, sweep } = run.plan;
  const patience = [settings.patience, ...sweep];
  const jobs = dialogueJobs(prepared, { systems: systems.map(systemOf), trials, seed, patience, graft });
  const isPrepared = new Set(prepared.map(({ context }) => context.task));
  const reasons = new Map(leftOut.map(({ instanceId, reason }) => [instanceId, reason]));
  const problems = [...tasks].flatMap(([{ task }, taskId]): [number, string][] =>
    isPrepared.has(task) ? [] : [[taskId, reasons.get(task.instanceId) ?? ""]],
  );
  const taskIdOf = ({ prepared: { context } }: DialogueJob) => idOf.get(context.task) as number;
  const keyOf = (key: Omit<PlannedDialogue, "position" | "seed">) =>
    JSON.stringify([key.taskId, key.system, key.patience, key.trial]);
  const namesOf = (job: DialogueJob) => {
    const { trial, patience } = job;
    return { taskId: taskIdOf(job), system: writeSystemName(job.system), patience, trial };
  };
  const byKey = new Map(jobs.map((job) => [keyOf(namesOf(job)), job]));
  await workspace.write(async (db) => {
    if ((await runById(db, run.runId)) === null) return;
    await putLeftOut(db, run.runId, new Map(problems));
    const planned = jobs.map((job, position) => ({ ...namesOf(job), position, seed: job.seed }));
    await planDialogues(db, run.runId, planned);
  });
  const pending = await workspace.read((db) => pendingDialogues(db, run.runId));
  return new Map(
    pending.flatMap(({ dialogueId, ...key }): [number, DialogueJob][] => {
      const job = byKey.get(keyOf(key));
      return job === undefined ? [] : [[dialogueId, job]];
    }),
  );
}

function systemOf(text: string): SystemName {
  const name = readSystemName(text);
  if (name === null) throw new Error(`There is no system ${text}.`);
  return name;
}
