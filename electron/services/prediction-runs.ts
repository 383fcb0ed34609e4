import path from "node:path";
import type { Change } from "#shared/contract/changes.ts";
import type { Job } from "#shared/contract/jobs.ts";
import type { PredictionLine, PredictionRun } from "#shared/contract/task-runs.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { BadInput } from "#shared/formats/bad-input.ts";
import { readTaskPredictions } from "#shared/formats/task-predictions.ts";
import type { TaskTools } from "../runners/task-tools.ts";
import { reviewerName } from "../store/people.ts";
import {
  addPredictionRun,
  answeredTasks,
  type PendingPrediction,
  type PhaseResult,
  pendingPredictions,
  predictionLines,
  predictionRunById,
  predictionRunsOf,
  type StoredPredictionRun,
  savePredictionResults,
} from "../store/prediction-runs.ts";
import { readTextFile } from "../store/read-text-file.ts";
import { dropTaskJob, wantedTaskJobs, wantTaskJob } from "../store/task-jobs.ts";
import { taskById, taskIdsByInstance } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { Fault } from "./fault.ts";
import { inLanes } from "./in-lanes.ts";
import type { JobBoard } from "./job-board.ts";
import { ratesOf } from "./prediction-rates.ts";
import { projectOf } from "./project-of.ts";
import { openDatabase, runTask } from "./run-task.ts";
import { passableProblem } from "./work-on-tasks.ts";

interface Dependencies {
  workspace: Workspace;
  tools: TaskTools;
  lanes: number;
  board: JobBoard;
  now(): Date;
  publish(change: Change): void;
}

/** Predictions on the tasks of a project: files evaluated in the background, their figures and lines. */
export function createPredictionRuns(dependencies: Dependencies) {
  const { workspace } = dependencies;
  return {
    evaluatePredictions: (
      input: { projectId: number; path: string; profile: EvaluatorProfile },
      { actor }: CallContext,
    ): Promise<Job> => evaluateFile(dependencies, input, actor),

    predictionRuns: async ({ projectId }: { projectId: number }): Promise<PredictionRun[]> =>
      workspace.read((db) =>
        predictionRunsOf(db, projectId).map(({ projectId: _, ...run }) => ({
          ...run,
          rates: ratesOf(answeredTasks(db, run.predictionRunId)),
        })),
      ),

    async predictionLines(input: {
      predictionRunId: number;
      only: "all" | "failed" | "differs";
      from: number;
      count: number;
    }): Promise<{ total: number; lines: PredictionLine[] }> {
      runOf(workspace, input.predictionRunId);
      return workspace.read((db) => predictionLines(db, input.predictionRunId, input));
    },

    /** Goes on with the evaluations that were under way when Querent was last closed or killed. */
    async resumePredictions(): Promise<void> {
      for (const { predictionRunId } of workspace.read(wantedTaskJobs))
        if (predictionRunId !== null) start(dependencies, runOf(workspace, predictionRunId));
    },
  };
}

async function evaluateFile(
  dependencies: Dependencies,
  { projectId, path: file, profile }: { projectId: number; path: string; profile: EvaluatorProfile },
  account: string,
): Promise<Job> {
  const { workspace, board, now } = dependencies;
  const { engine } = projectOf(workspace, projectId).taskSettings;
  const { predictions, problems } = readTaskPredictions(
    await readTextFile(path.resolve(file)),
    path.basename(file),
  );
  if (problems.length > 0) throw new BadInput(problems);
  await board.stop("evaluate-tasks", projectId);
  const predictionRunId = await workspace.write((db) => {
    const known = taskIdsByInstance(db, projectId);
    const input = predictions.map((answer) => {
      return { ...answer, taskId: known.get(answer.instanceId)?.[0] ?? null };
    });
    const head = {
      projectId,
      fileName: path.basename(file),
      profile,
      engine,
      startedBy: reviewerName(db, account),
      startedAt: now().toISOString(),
    };
    const id = addPredictionRun(db, head, input);
    wantTaskJob(db, { projectId, kind: "evaluate-tasks", profile, predictionRunId: id });
    return id;
  });
  return start(dependencies, runOf(workspace, predictionRunId));
}

function runOf(workspace: Workspace, predictionRunId: number): StoredPredictionRun {
  const found = workspace.read((db) => predictionRunById(db, predictionRunId));
  if (found !== null) return found;
  throw new Fault("NOT_FOUND", "This evaluation is not in the workspace.", {
    what: `prediction run ${predictionRunId}`,
  });
}

function start(dependencies: Dependencies, run: StoredPredictionRun): Job {
  const { workspace, board, lanes, publish } = dependencies;
  const { projectId, predictionRunId, done, total } = run;
  return board.start({ kind: "evaluate-tasks", projectId, done, total }, async ({ signal, progress }) => {
    let finished = done;
    await inLanes(lanes, pending(workspace, predictionRunId), signal, async (prediction, stop) => {
      const results = await resultsOf(dependencies, run, prediction, stop);
      await workspace.write((db) => savePredictionResults(db, prediction.predictionId, results));
      finished += 1;
      progress(finished);
      publish({ type: "prediction-run", projectId });
    });
    await workspace.write((db) => dropTaskJob(db, projectId, "evaluate-tasks"));
    return null;
  });
}

const pageLength = 50;

function* pending(workspace: Workspace, predictionRunId: number): Generator<PendingPrediction> {
  for (let after = -1; ; ) {
    const page = workspace.read((db) => pendingPredictions(db, predictionRunId, after, pageLength));
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.index;
  }
}

/** What a prediction gives in each phase that it answers; one that cannot be run fails with the reason. */
async function resultsOf(
  { workspace, tools }: Dependencies,
  { projectId, profile, engine }: StoredPredictionRun,
  prediction: PendingPrediction,
  signal: AbortSignal,
): Promise<readonly PhaseResult[]> {
  const { taskId, instanceId, phase1, phase2 } = prediction;
  const stored = taskId === null ? null : workspace.read((db) => taskById(db, taskId));
  if (stored === null) return failed(prediction, `The project has no task ${instanceId}.`);
  const settings = { ...projectOf(workspace, projectId).taskSettings, engine };
  const work = { task: stored.revision.task, settings, profile, signal };
  try {
    const database = await openDatabase(tools, work);
    return (await runTask(tools, work, database, { phase1, phase2 })).phases;
  } catch (error) {
    const why = passableProblem(error);
    if (why === null) throw error;
    return failed(prediction, why);
  }
}

function failed({ phase1, phase2 }: PendingPrediction, reason: string): PhaseResult[] {
  const answered = ([1, 2] as const).filter((phase) => (phase === 1 ? phase1 : phase2) !== null);
  return answered.map((phase) => {
    return { phase, passed: false, passedFixed: false, reason, tests: [], elapsedMs: 0 };
  });
}
