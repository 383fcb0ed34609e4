import type { Change } from "#shared/contract/changes.ts";
import type {
  DialogueHead,
  DialogueView,
  ModelEstimate,
  RunPlan,
  StoredRun,
} from "#shared/contract/dialogues.ts";
import type { Job } from "#shared/contract/jobs.ts";
import type { RunningReadings } from "#shared/dialogue/systems/built-in-system.ts";
import { readSystemName, writeSystemName } from "#shared/dialogue/systems/system-name.ts";
import type { ModelEndpoint } from "#shared/domain/model-endpoint.ts";
import { builtInSimulator } from "../dialogues/built-in-simulator.ts";
import { modelSimulatorName } from "../dialogues/model/model-simulator.ts";
import type { Prompts } from "../dialogues/model/prompts.ts";
import { personAsUser } from "../dialogues/person-simulator.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import type { QueryRunner } from "../queries/query-runner.ts";
import type { SqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import {
  addRun,
  nextWantedRun,
  projectsWithWantedRuns,
  type RunOfProject,
  removeRun,
  runById,
  runsOfProject,
  setRunPlan,
  setRunState,
  stopRunsWithModels,
  tasksOfRun,
} from "../store/dialogue-runs.ts";
import { headsOfRun } from "../store/dialogues.ts";
import { reviewerName } from "../store/people.ts";
import { settingsOfPerson } from "../store/settings.ts";
import { chosenTasks, taskAtRevision } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { createDialogueSubmissions } from "./dialogue-submissions.ts";
import { createDialogueViews, storedDialogue } from "./dialogue-views.ts";
import { exportRun, type RunFileFormat } from "./export-run.ts";
import { fieldFault, ServiceFault } from "./fault.ts";
import type { JobBoard, JobWork } from "./job-board.ts";
import type { ModelKeys } from "./model-keys.ts";
import { estimateOfPlan, modelsOf } from "./models-of-run.ts";
import { createPersonTurns } from "./person-turns.ts";
import { graftOfRun, hasPerson, playRun } from "./play-run.ts";
import { refuseUnknownProject, storedProject } from "./stored-records.ts";
import { createWholeObservations } from "./whole-observations.ts";

interface Dependencies {
  workspace: Workspace;
  tools: TaskTools;
  analysis: SqlAnalysis;
  runner: QueryRunner;
  concurrency: number;
  modelKeys: ModelKeys;
  /** The prompts for language models, read when the first is asked. */
  prompts(): Prompts;
  board: JobBoard;
  now(): Date;
  publish(change: Change): void;
}

/** With those whose turns runs wait for. */
interface Playing extends Dependencies {
  persons: ReturnType<typeof createPersonTurns>;
}

type RunInput = RunPlan & { projectId: number; taskIds: number[] | null };

/** Runs of dialogues: entered, played in the background one after the other, stored dialogue by dialogue, read. */
// Longer than a function should be: one entry for each call of the contract.
export function createDialoguesService(dependencies: Dependencies) {
  const { workspace, board, publish } = dependencies;
  const views = createDialogueViews(dependencies);
  const persons = createPersonTurns(dependencies);
  const playing: Playing = { ...dependencies, persons };
  const runs = async (projectId: number): Promise<StoredRun[]> =>
    (await workspace.read((db) => runsOfProject(db, projectId))).map(withoutProject);
  return {
    start: (input: RunInput, { actor }: CallContext) => start(playing, input, actor),

    estimate: async (input: RunInput, { actor }: CallContext): Promise<ModelEstimate[]> => {
      const { projectId, taskIds } = input;
      await refuseUnknownProject(workspace, projectId);
      const chosen = await workspace.read((db) => chosenTasks(db, projectId, taskIds));
      const tasks = chosen.map(({ revision }) => revision.task);
      return estimateOfPlan(workspace, { projectId, tasks }, await withOwnModels(dependencies, input, actor));
    },

    resume: ({ runId }: { runId: number }, { actor }: CallContext) => resume(playing, runId, actor),

    runs: async ({ projectId }: { projectId: number }): Promise<StoredRun[]> => runs(projectId),
    heads: async ({ runId }: { runId: number }): Promise<DialogueHead[]> => {
      await storedRun(workspace, runId);
      return workspace.read((db) => headsOfRun(db, runId));
    },
    ambiguityTypes: async ({ runId }: { runId: number }) => typesOfTasks(workspace, runId),
    async view({ dialogueId }: { dialogueId: number }): Promise<DialogueView> {
      const played = await storedDialogue(workspace, dialogueId);
      return { ...(await views.view(played)), personTurn: await persons.turnOf(played) };
    },
    ...createWholeObservations(workspace),
    act: persons.act,
    answer: persons.answer,
    ask: views.ask,
    ...createDialogueSubmissions(dependencies),

    exportToText: async ({ runId, ...what }: ExportInput) =>
      exportRun(workspace, await storedRun(workspace, runId), what),

    async remove({ runId }: { runId: number }): Promise<void> {
      const { projectId, state } = await storedRun(workspace, runId);
      const others = (await runs(projectId)).filter((run) => run.state === "wanted" && run.runId !== runId);
      if (state === "wanted") await board.stop("dialogues", projectId);
      await workspace.write((db) => removeRun(db, runId));
      publish({ type: "dialogues", projectId });
      if (others.length > 0) await play(playing, projectId);
    },

    /**
     * Goes on with the runs that were being played when Querent was last closed or killed. One that asks language models waits
     * for somebody to say so: it costs money, and the workspace may be somebody else's.
     */
    async resumeWanted(): Promise<void> {
      await workspace.write(stopRunsWithModels);
      for (const projectId of await workspace.read(projectsWithWantedRuns)) await play(playing, projectId);
    },
  };
}

/** Goes on with a run, with the language models as the person who asks for it has set them up. */
async function resume(dependencies: Playing, runId: number, actor: string): Promise<Job> {
  const { workspace, publish } = dependencies;
  const { projectId, plan } = await storedRun(workspace, runId);
  const renewed = await withOwnModels(dependencies, plan, actor);
  await workspace.write(async (db) => {
    await setRunPlan(db, runId, renewed);
    await setRunState(db, runId, "wanted");
  });
  publish({ type: "dialogues", projectId });
  return play(dependencies, projectId);
}

/** The types of the ambiguities of each task of a run, at the revision that it plays. */
async function typesOfTasks(workspace: Workspace, runId: number) {
  await storedRun(workspace, runId);
  return workspace.read(async (db) =>
    (
      await Array.fromAsync(await tasksOfRun(db, runId), async ({ taskId, revision }) => {
        const task = (await taskAtRevision(db, taskId, revision))?.revision.task;
        if (task === undefined) return [];
        const ambiguities = task.ambiguities.map(({ type }) => ({ type }));
        return [{ instanceId: task.instanceId, ambiguities }];
      })
    ).flat(),
  );
}

/** What is exported of a run: one of its dialogues, or all (null). */
export interface ExportInput {
  runId: number;
  dialogueId: number | null;
  format: RunFileFormat;
}

async function start(
  dependencies: Playing,
  { projectId, taskIds, ...asked }: RunInput,
  account: string,
): Promise<{ runId: number; job: Job }> {
  const { workspace, now, publish } = dependencies;
  const { engine } = (await storedProject(workspace, projectId)).taskSettings;
  for (const system of asked.systems) refuseUnknown(system);
  const plan = await withOwnModels(dependencies, asked, account);
  const entered: RunPlan = {
    ...plan,
    sweep: sweepOf(plan),
    settings: await graftedSettings(workspace, projectId, plan),
    systems: [...plan.systems, ...modelSystemNames(dependencies, plan)],
  };
  if (entered.systems.length === 0)
    throw fieldFault({ field: "systems", reason: "A run needs a system.", fix: "Choose one." });
  const runId = await workspace.write(async (db) => {
    const startedBy = await reviewerName(db, account);
    const startedAt = now().toISOString();
    const simulator = simulatorNameOf(dependencies, plan);
    const head = { projectId, plan: entered, engine, simulator, startedBy, startedAt };
    const id = await addRun(db, head, taskIds);
    if ((await runById(db, id))?.tasks === 0)
      throw new ServiceFault("BAD_INPUT", "The project has none of these tasks.", { problems: [] });
    return id;
  });
  publish({ type: "dialogues", projectId });
  return { runId, job: await play(dependencies, projectId) };
}

/** The plan with its language models as the account has set them up: no others are asked, and they under its prices and limits. */
async function withOwnModels<Plan extends RunPlan>(
  { workspace }: Dependencies,
  plan: Plan,
  account: string,
): Promise<Plan> {
  if (modelsOf(plan).length === 0) return plan;
  const own = (await workspace.read((db) => settingsOfPerson(db, account)))["models.endpoints"];
  const ownOf = ({ name, url, model }: ModelEndpoint): ModelEndpoint => {
    const found = own.find((one) => one.name === name && one.url === url && one.model === model);
    if (found !== undefined) return found;
    throw fieldFault({
      field: "models",
      reason: `You have no language model ${name} (${model} at ${url}).`,
      fix: "Set it up in the settings.",
    });
  };
  const { modelSystems, modelSimulator } = plan;
  return {
    ...plan,
    modelSystems: modelSystems.map(ownOf),
    modelSimulator: modelSimulator && ownOf(modelSimulator),
  };
}

/** Models as systems under test; throws `BAD_INPUT` for two of one name, whose dialogues nobody could tell apart. */
function modelSystemNames({ prompts }: Dependencies, { modelSystems }: RunPlan): string[] {
  const names = modelSystems.map(({ model }) =>
    writeSystemName({ kind: "model", model, prompts: prompts().hashes.system }),
  );
  const double = modelSystems.find(({ model }, at) =>
    modelSystems.slice(0, at).some((other) => other.model === model),
  );
  if (double === undefined) return names;
  const reason = `Two of the models under test are called ${double.model}.`;
  throw fieldFault({ field: "models", reason, fix: "Play them in two runs." });
}

const simulatorNameOf = (
  { prompts }: Dependencies,
  { modelSimulator, personAsUser: isPerson }: RunPlan,
): string =>
  isPerson
    ? personAsUser
    : modelSimulator === null
      ? builtInSimulator.name
      : modelSimulatorName(modelSimulator.model, prompts());

/** Each other patience once. */
function sweepOf({ settings, sweep }: RunPlan): number[] {
  return [...new Set(sweep)].filter((patience) => patience !== settings.patience);
}

/** The settings with the clarifications that the run begins with; throws `BAD_INPUT` where there are none. */
async function graftedSettings(
  workspace: Workspace,
  projectId: number,
  { settings, graft }: RunPlan,
): Promise<RunPlan["settings"]> {
  const { graft: _, ...own } = settings;
  if (graft === null) return own;
  const run = await storedRun(workspace, graft.runId);
  const source = run.projectId === projectId ? await graftOfRun(workspace, run, graft.system) : null;
  if (source !== null) return { ...own, graft: source.graft };
  const reason = `Run ${run.number} has no dialogues of ${graft.system} to begin with.`;
  throw fieldFault({ field: "graft", reason, fix: "Choose another run or system." });
}

/** A window may start built-in systems, and the language models that are set up; programs are started from the command line. */
function refuseUnknown(system: string): void {
  const name = readSystemName(system);
  if (name !== null && name.kind !== "command" && name.kind !== "model") return;
  throw fieldFault({
    field: "systems",
    reason: `There is no built-in system ${system}.`,
    fix: "Choose a built-in system.",
  });
}

/** Plays the runs that wait in a project; answers the job that does so already where there is one. */
async function play(dependencies: Playing, projectId: number): Promise<Job> {
  const first = await dependencies.workspace.read((db) => nextWantedRun(db, projectId));
  return dependencies.board.start(
    { kind: "dialogues", projectId, ...progressOf(first) },
    playWanted(dependencies, projectId),
  );
}

function playWanted(dependencies: Playing, projectId: number): JobWork {
  const { workspace, publish } = dependencies;
  return async ({ signal, progress, note }) => {
    for (let leftOut = 0; ; ) {
      signal.throwIfAborted();
      const run = await workspace.read((db) => nextWantedRun(db, projectId));
      if (run === null) return leftOut === 0 ? null : leftOutSentence(leftOut);
      const onDone = async () => {
        const { done, total } = progressOf(await workspace.read((db) => runById(db, run.runId)));
        progress(done, total);
        publish({ type: "dialogues", projectId });
      };
      try {
        const prompts = dependencies.prompts();
        const onPrepared = (taskId: number, readings: RunningReadings[]): void => {
          if (hasPerson(run.plan)) dependencies.persons.prepared(run.runId, taskId, readings);
        };
        await playRun({ ...dependencies, prompts, signal, note, onDone, onPrepared }, run);
      } catch (error) {
        // What stopped it would stop it again at every start; a person may go on.
        if (!signal.aborted) await workspace.write((db) => setRunState(db, run.runId, "stopped"));
        throw error;
      }
      await workspace.write((db) => setRunState(db, run.runId, "done"));
      leftOut += (await workspace.read((db) => runById(db, run.runId)))?.leftOut.length ?? 0;
      publish({ type: "dialogues", projectId });
    }
  };
}

/** How far a run is; until its tasks are prepared, as many dialogues as there are if none is left out. */
function progressOf(run: RunOfProject | null): { done: number; total: number } {
  if (run === null) return { done: 0, total: 0 };
  const { done, total, tasks, plan } = run;
  const each = plan.systems.length * plan.trials * (1 + plan.sweep.length);
  return { done, total: total > 0 ? total : tasks * each };
}

const leftOutSentence = (count: number): string =>
  `${count} ${count === 1 ? "task was" : "tasks were"} left out. The run says why.`;

async function storedRun(workspace: Workspace, runId: number): Promise<RunOfProject> {
  const found = await workspace.read((db) => runById(db, runId));
  if (found !== null) return found;
  throw new ServiceFault("NOT_FOUND", "This run is not in the workspace.", { what: `run ${runId}` });
}

function withoutProject({ projectId: _, ...run }: RunOfProject): StoredRun {
  return run;
}
