import path from "node:path";
import type { Change } from "#shared/contract/changes.ts";
import type { Job } from "#shared/contract/jobs.ts";
import type { PredictionLine, PredictionRates, PredictionRun } from "#shared/contract/task-runs.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { BadInput } from "#shared/formats/bad-input.ts";
import { type TaskOutcome, taskRates } from "#shared/metrics/task-rates.ts";
import { evaluateTasks } from "../evaluation/evaluate-tasks.ts";
import { createTaskRunner, taskLimits } from "../evaluation/phases.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import type { SqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import { reviewerName } from "../store/people.ts";
import {
  type AnsweredTask,
  addPredictionRun,
  answeredTasks,
  type PendingPrediction,
  type PredictionPhase,
  pendingPredictions,
  predictionLines,
  predictionRunById,
  predictionRunsOf,
  type StoredPredictionRun,
  savePredictionResults,
} from "../store/prediction-runs.ts";
import { dropTaskJob, wantedTaskJobs, wantTaskJob } from "../store/task-jobs.ts";
import { taskById, taskIdsByInstance } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { ServiceFault } from "./fault.ts";
import type { JobBoard } from "./job-board.ts";
import { createPassedOver, type PassedOver } from "./passed-over.ts";
import { storedProject } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  tools: TaskTools;
  analysis: SqlAnalysis;
  concurrency: number;
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
      workspace.read(async (db) =>
        Array.fromAsync(await predictionRunsOf(db, projectId), async ({ projectId: _, ...run }) => ({
          ...run,
          rates: ratesOf(await answeredTasks(db, run.predictionRunId)),
        })),
      ),

    async predictionLines(input: {
      predictionRunId: number;
      only: "all" | "failed" | "differs";
      from: number;
      count: number;
    }): Promise<{ total: number; lines: PredictionLine[] }> {
      await runOf(workspace, input.predictionRunId);
      return workspace.read((db) => predictionLines(db, input.predictionRunId, input));
    },

    /** Goes on with the evaluations that were under way when Querent was last closed or killed. */
    async resumePredictions(): Promise<void> {
      for (const { predictionRunId } of await workspace.read(wantedTaskJobs))
        if (predictionRunId !== null) start(dependencies, await runOf(workspace, predictionRunId));
    },
  };
}

async function evaluateFile(
  dependencies: Dependencies,
  { projectId, path: file, profile }: { projectId: number; path: string; profile: EvaluatorProfile },
  account: string,
): Promise<Job> {
  const { workspace, analysis, board, now } = dependencies;
  const { engine } = (await storedProject(workspace, projectId)).taskSettings;
  const { predictions, problems } = await analysis.read("task-predictions", {
    path: path.resolve(file),
  });
  if (problems.length > 0) throw new BadInput(problems);
  await board.stop("evaluate-tasks", projectId);
  const predictionRunId = await workspace.write(async (db) => {
    const known = await taskIdsByInstance(db, projectId);
    const input = predictions.map((answer) => {
      return { ...answer, taskId: known.get(answer.instanceId)?.[0] ?? null };
    });
    const head = {
      projectId,
      fileName: path.basename(file),
      profile,
      engine,
      startedBy: await reviewerName(db, account),
      startedAt: now().toISOString(),
    };
    const id = await addPredictionRun(db, head, input);
    await wantTaskJob(db, { projectId, kind: "evaluate-tasks", profile, predictionRunId: id });
    return id;
  });
  return start(dependencies, await runOf(workspace, predictionRunId));
}

async function runOf(workspace: Workspace, predictionRunId: number): Promise<StoredPredictionRun> {
  const found = await workspace.read((db) => predictionRunById(db, predictionRunId));
  if (found !== null) return found;
  throw new ServiceFault("NOT_FOUND", "This evaluation is not in the workspace.", {
    what: `prediction run ${predictionRunId}`,
  });
}

function start(dependencies: Dependencies, run: StoredPredictionRun): Job {
  const { workspace, board, publish } = dependencies;
  const { projectId, done, total } = run;
  return board.start({ kind: "evaluate-tasks", projectId, done, total }, async ({ signal, progress }) => {
    let finished = done;
    const passedOver = createPassedOver();
    for await (const { predictionId, results } of evaluated(dependencies, run, passedOver, signal)) {
      await workspace.write((db) => savePredictionResults(db, predictionId, results));
      finished += 1;
      progress(finished);
      publish({ type: "prediction-run", projectId });
    }
    const sentence = passedOver.sentence();
    // What was skipped has no verdict: it is tried again when the workspace is next opened.
    if (sentence === null) await workspace.write((db) => dropTaskJob(db, projectId, "evaluate-tasks"));
    return sentence;
  });
}

/** Predictions that are taken out of the workspace at once: what memory holds of a file. */
const pageLength = 200;

/** What each pending prediction gives; one that cannot be run has no verdict and is passed over. */
async function* evaluated(
  { workspace, tools, concurrency }: Dependencies,
  { projectId, predictionRunId, profile, engine: kind }: StoredPredictionRun,
  passedOver: PassedOver,
  signal: AbortSignal,
): AsyncGenerator<{ predictionId: number; results: readonly PredictionPhase[] }> {
  const settings = { ...(await storedProject(workspace, projectId)).taskSettings, engine: kind };
  const runner = createTaskRunner({
    engine: await tools.databases.engine(settings),
    tests: tools.tests,
    limits: taskLimits(settings.timeLimitMs),
  });
  const template = async (database: string) =>
    (await tools.databases.open(settings, database, { signal })).template;
  const { underWay } = tools;
  const options = { runner, profile, whose: "predicted", template, concurrency, underWay, signal } as const;
  for (let after = -1; ; ) {
    const page = await workspace.read((db) => pendingPredictions(db, predictionRunId, after, pageLength));
    const last = page.at(-1);
    if (!last) return;
    after = last.index;
    const items = (await Array.fromAsync(page, (prediction) => itemOf(workspace, prediction))).flat();
    for (const prediction of page)
      if (!items.some((item) => item.prediction === prediction)) yield withoutTask(prediction);
    for await (const { item, run, error } of evaluateTasks(items, options)) {
      if (run === null) passedOver.add(error);
      else yield { predictionId: item.prediction.predictionId, results: run.phases };
    }
  }
}

/** A prediction with its task; none where the project has no such task. */
async function itemOf(workspace: Workspace, prediction: PendingPrediction) {
  const { taskId, phase1, phase2 } = prediction;
  const stored = taskId === null ? null : await workspace.read((db) => taskById(db, taskId));
  return stored === null ? [] : [{ prediction, task: stored.revision.task, answer: { phase1, phase2 } }];
}

function withoutTask({ predictionId, instanceId, phase1, phase2 }: PendingPrediction) {
  const reason = `The project has no task ${instanceId}.`;
  const answered = ([1, 2] as const).filter((phase) => (phase === 1 ? phase1 : phase2) !== null);
  const results = answered.map((phase): PredictionPhase => {
    return { phase, passed: false, passedFixed: false, reason, tests: [], elapsedMs: 0 };
  });
  return { predictionId, results };
}

const groups = { all: "all", bi: "BI", dm: "DM" } as const;

/** Success rates and rewards over answered tasks, as shipped and fixed: all, and BI and DM apart (SPEC M1–M3). */
function ratesOf(tasks: readonly AnsweredTask[]): PredictionRates[] {
  const shipped = taskRates(tasks.map((task) => outcomeOf(task, "passed")));
  const fixed = taskRates(tasks.map((task) => outcomeOf(task, "passedFixed")));
  return (["all", "bi", "dm"] as const).map((group) => ({
    group: groups[group],
    tasks: shipped[group].tasks,
    phase1: passedOf(shipped[group].phase1, fixed[group].phase1),
    phase2: passedOf(shipped[group].phase2, fixed[group].phase2),
    reward: { shipped: shipped[group].aInteract, fixed: fixed[group].aInteract },
  }));
}

function outcomeOf(task: AnsweredTask, verdict: "passed" | "passedFixed"): TaskOutcome {
  return {
    management: task.isManagement,
    hasFollowUp: task.hasFollowUp,
    phase1: task.phase1?.[verdict] === true,
    phase2: task.phase2?.[verdict] === true,
  };
}

function passedOf(shipped: { passed: number; of: number }, fixed: { passed: number }) {
  return { total: shipped.of, passed: shipped.passed, passedFixed: fixed.passed };
}
