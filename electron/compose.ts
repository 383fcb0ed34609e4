import { randomBytes, randomUUID } from "node:crypto";
import os from "node:os";
import { defaultRunLimits } from "#shared/domain/result.ts";
import type { ProgramPlaces } from "./program-places.ts";
import { createRouter, type Router, type Services } from "./router.ts";
import { createRunner, defaultWorkers } from "./runners/create-runner.ts";
import { openSqlAnalysis } from "./runners/sql-analysis.ts";
import type { StartProcess } from "./runners/start-process.ts";
import { createTaskTools } from "./runners/task-tools.ts";
import { createChangesService } from "./services/changes.ts";
import { createDatabasesService } from "./services/databases.ts";
import { createExportsService } from "./services/exports.ts";
import { createFilesService } from "./services/files.ts";
import { createJobBoard } from "./services/job-board.ts";
import { createJobsService } from "./services/jobs.ts";
import { createPredictionRuns } from "./services/prediction-runs.ts";
import { createProjectsService } from "./services/projects.ts";
import { createQueueService } from "./services/queue.ts";
import { createResultsService } from "./services/results.ts";
import { createServerPasswords, type SecretStore } from "./services/server-passwords.ts";
import { createSessionService } from "./services/session.ts";
import { createTaskJobs } from "./services/task-jobs.ts";
import { createTaskRunsService } from "./services/task-runs.ts";
import { createTasksService } from "./services/tasks.ts";
import { createVerdictsService } from "./services/verdicts.ts";
import { openWorkspace } from "./store/workspace.ts";

/** What a host decides of the back end. */
export interface Configuration {
  /** The workspace file; made when it is not there. */
  workspacePath: string;
  version: string;
  /** How this host starts the processes that run SQL under test. */
  startProcess: StartProcess;
  /** Where the parts of the program stand that run apart. */
  places: ProgramPlaces;
  /** Where what can be made again is kept from one start to the next: loaded databases, prepared Python. */
  cacheDir: string;
  /** Where this host can keep a secret; null: passwords are asked for in each session. */
  secrets: SecretStore | null;
  /** Where the pack of tasks stands that comes with the program. */
  taskSampleDir?: string;
  /** How long a statement may run where nothing else is asked. */
  timeLimitMs?: number;
  /** Where unexpected errors are told in detail. */
  log(message: string, error: unknown): void;
}

/** The back end of one workspace, ready for any number of windows. */
export interface BackEnd {
  router: Router;
  services: Services;
  /** Ends every process and job, and closes the workspace with all of its log written into it. */
  close(): Promise<void>;
}

/** Builds the back end: the only place where services meet a store, an engine and a clock. Throws when the workspace cannot be opened. */
export async function compose(configuration: Configuration): Promise<BackEnd> {
  const { workspacePath, version, places, log } = configuration;
  const limits = { ...defaultRunLimits, timeMs: configuration.timeLimitMs ?? defaultRunLimits.timeMs };
  const workspace = openWorkspace(workspacePath);
  const runner = createRunner({
    start: configuration.startProcess,
    entry: places.runProcess,
  });
  const now = () => new Date();
  const changes = createChangesService({ workspace });
  const { publish } = changes;
  const board = createJobBoard({ newId: randomUUID, publish });
  const jobs = createJobsService({
    workspace,
    runner,
    limits,
    now,
    board,
    publish,
    width: 8 * defaultWorkers(),
  });
  const analysis = openSqlAnalysis({ entry: places.sqlAnalysis });
  const passwords = createServerPasswords(configuration.secrets);
  const tools = createTaskTools({
    start: configuration.startProcess,
    places,
    cacheDir: configuration.cacheDir,
    lanes: taskLanes,
    password: passwords.get,
  });
  const background = { workspace, tools, lanes: taskLanes, board, now, publish };
  const taskJobs = createTaskJobs({ ...background, analysis });
  const predictionRuns = createPredictionRuns(background);
  const services: Services = {
    changes,
    databases: createDatabasesService({ workspace, runner }),
    exports: createExportsService({ workspace }),
    files: createFilesService(),
    jobs,
    projects: createProjectsService({
      workspace,
      now,
      publish,
      evaluate: (projectId) => jobs.evaluate({ projectId, again: false }),
      lint: taskJobs.lint,
      importEntry: places.importThread,
    }),
    queue: createQueueService({ workspace }),
    results: createResultsService({ workspace, runner, limits, now }),
    session: createSessionService({ workspace, version, timeLimitMs: limits.timeMs, projectId: null }),
    taskRuns: {
      ...createTaskRunsService({ workspace, tools, passwords, now, publish }),
      ...predictionRuns,
      startAll: taskJobs.startAll,
    },
    tasks: createTasksService({
      workspace,
      now,
      publish,
      lint: taskJobs.lint,
      importEntry: places.importThread,
      ...(configuration.taskSampleDir === undefined ? {} : { sampleDir: configuration.taskSampleDir }),
    }),
    verdicts: createVerdictsService({ workspace, now, publish }),
  };
  const router = createRouter({ services, log, newErrorId: () => randomBytes(4).toString("hex") });
  await jobs.resume();
  await taskJobs.resume();
  await predictionRuns.resumePredictions();
  return {
    router,
    services,
    async close() {
      changes.close();
      await jobs.close();
      await taskJobs.close();
      await analysis.close();
      await tools.databases.close();
      await tools.tests.close();
      await runner.close();
      workspace.close();
    },
  };
}

/** Tasks that run at the same time in the background: each has a database process and a Python process of its own. */
const taskLanes = Math.min(4, Math.max(1, os.availableParallelism()));
