import type { Change } from "#shared/contract/changes.ts";
import type { DialogueHead, DialogueView, RunPlan, StoredRun } from "#shared/contract/dialogues.ts";
import type { Job } from "#shared/contract/jobs.ts";
import { readSystemName } from "#shared/dialogue/systems/system-name.ts";
import { builtInSimulator } from "../dialogues/built-in-simulator.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import type { QueryRunner } from "../queries/query-runner.ts";
import {
  addRun,
  nextWantedRun,
  projectsWithWantedRuns,
  type RunOfProject,
  removeRun,
  runById,
  runsOfProject,
  setRunState,
} from "../store/dialogue-runs.ts";
import { headsOfRun } from "../store/dialogues.ts";
import { reviewerName } from "../store/people.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { createDialogueSubmissions } from "./dialogue-submissions.ts";
import { createDialogueViews } from "./dialogue-views.ts";
import { exportRun } from "./export-run.ts";
import { ServiceFault } from "./fault.ts";
import type { JobBoard, JobWork } from "./job-board.ts";
import { graftOfRun, playRun } from "./play-run.ts";
import { storedProject } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  tools: TaskTools;
  runner: QueryRunner;
  concurrency: number;
  board: JobBoard;
  now(): Date;
  publish(change: Change): void;
}

/** Runs of dialogues: entered, played in the background one after the other, stored dialogue by dialogue, read. */
export function createDialoguesService(dependencies: Dependencies) {
  const { workspace, board, publish } = dependencies;
  const views = createDialogueViews(dependencies);
  const runs = (projectId: number): StoredRun[] =>
    workspace.read((db) => runsOfProject(db, projectId)).map(withoutProject);
  return {
    start: (input: RunPlan & { projectId: number; taskIds: number[] | null }, { actor }: CallContext) =>
      start(dependencies, input, actor),

    async resume({ runId }: { runId: number }): Promise<Job> {
      const { projectId } = storedRun(workspace, runId);
      await workspace.write((db) => setRunState(db, runId, "wanted"));
      publish({ type: "dialogues", projectId });
      return play(dependencies, projectId);
    },

    runs: async ({ projectId }: { projectId: number }): Promise<StoredRun[]> => runs(projectId),
    heads: async ({ runId }: { runId: number }): Promise<DialogueHead[]> => {
      storedRun(workspace, runId);
      return workspace.read((db) => headsOfRun(db, runId));
    },
    view: (input: { dialogueId: number }): Promise<DialogueView> => views.view(input.dialogueId),
    ask: views.ask,
    ...createDialogueSubmissions(dependencies),

    exportToText: async ({ runId, format }: { runId: number; format: "jsonl" | "html" }) =>
      exportRun(workspace, storedRun(workspace, runId), format),

    async remove({ runId }: { runId: number }): Promise<void> {
      const { projectId, state } = storedRun(workspace, runId);
      const others = runs(projectId).filter((run) => run.state === "wanted" && run.runId !== runId);
      if (state === "wanted") await board.stop("dialogues", projectId);
      await workspace.write((db) => removeRun(db, runId));
      publish({ type: "dialogues", projectId });
      if (others.length > 0) play(dependencies, projectId);
    },

    /** Goes on with the runs that were being played when Querent was last closed or killed. */
    async resumeWanted(): Promise<void> {
      for (const projectId of workspace.read(projectsWithWantedRuns)) play(dependencies, projectId);
    },
  };
}

async function start(
  dependencies: Dependencies,
  { projectId, taskIds, ...plan }: RunPlan & { projectId: number; taskIds: number[] | null },
  account: string,
): Promise<{ runId: number; job: Job }> {
  const { workspace, now, publish } = dependencies;
  const { engine } = storedProject(workspace, projectId).taskSettings;
  for (const system of plan.systems) refuseUnknown(system);
  const entered = { ...plan, sweep: sweepOf(plan), settings: graftedSettings(workspace, projectId, plan) };
  const runId = await workspace.write((db) => {
    const startedBy = reviewerName(db, account);
    const startedAt = now().toISOString();
    const head = { projectId, plan: entered, engine, simulator: builtInSimulator.name, startedBy, startedAt };
    const id = addRun(db, head, taskIds);
    if (runById(db, id)?.tasks === 0)
      throw new ServiceFault("BAD_INPUT", "The project has none of these tasks.", { problems: [] });
    return id;
  });
  publish({ type: "dialogues", projectId });
  return { runId, job: play(dependencies, projectId) };
}

/** Each other patience once. */
function sweepOf({ settings, sweep }: RunPlan): number[] {
  return [...new Set(sweep)].filter((patience) => patience !== settings.patience);
}

/** The settings with the clarifications that the run begins with; throws `BAD_INPUT` where there are none. */
function graftedSettings(
  workspace: Workspace,
  projectId: number,
  { settings, graft }: RunPlan,
): RunPlan["settings"] {
  const { graft: _, ...own } = settings;
  if (graft === null) return own;
  const run = storedRun(workspace, graft.runId);
  const source = run.projectId === projectId ? graftOfRun(workspace, run, graft.system) : null;
  if (source !== null) return { ...own, graft: source.graft };
  const reason = `Run ${run.number} has no dialogues of ${graft.system} to begin with.`;
  throw new ServiceFault("BAD_INPUT", reason, {
    problems: [{ file: "", row: null, field: "graft", reason, fix: "Choose another run or system." }],
  });
}

/** A window may start built-in systems alone: programs and language models are started from the command line. */
function refuseUnknown(system: string): void {
  const name = readSystemName(system);
  if (name !== null && name.kind !== "command" && name.kind !== "model") return;
  const reason = `There is no built-in system ${system}.`;
  throw new ServiceFault("BAD_INPUT", reason, {
    problems: [{ file: "", row: null, field: "systems", reason, fix: "Choose a built-in system." }],
  });
}

/** Plays the runs that wait in a project; answers the job that does so already where there is one. */
function play(dependencies: Dependencies, projectId: number): Job {
  const first = dependencies.workspace.read((db) => nextWantedRun(db, projectId));
  return dependencies.board.start(
    { kind: "dialogues", projectId, ...progressOf(first) },
    playWanted(dependencies, projectId),
  );
}

function playWanted(dependencies: Dependencies, projectId: number): JobWork {
  const { workspace, publish } = dependencies;
  return async ({ signal, progress }) => {
    for (let leftOut = 0; ; ) {
      signal.throwIfAborted();
      const run = workspace.read((db) => nextWantedRun(db, projectId));
      if (run === null) return leftOut === 0 ? null : leftOutSentence(leftOut);
      const onDone = () => {
        const { done, total } = progressOf(workspace.read((db) => runById(db, run.runId)));
        progress(done, total);
        publish({ type: "dialogues", projectId });
      };
      try {
        await playRun({ ...dependencies, signal, onDone }, run);
      } catch (error) {
        // What stopped it would stop it again at every start; a person may go on.
        if (!signal.aborted) await workspace.write((db) => setRunState(db, run.runId, "stopped"));
        throw error;
      }
      await workspace.write((db) => setRunState(db, run.runId, "done"));
      leftOut += workspace.read((db) => runById(db, run.runId))?.leftOut.length ?? 0;
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

function storedRun(workspace: Workspace, runId: number): RunOfProject {
  const found = workspace.read((db) => runById(db, runId));
  if (found !== null) return found;
  throw new ServiceFault("NOT_FOUND", "This run is not in the workspace.", { what: `run ${runId}` });
}

function withoutProject({ projectId: _, ...run }: RunOfProject): StoredRun {
  return run;
}
