import { randomBytes, randomUUID } from "node:crypto";
import { defaultRunLimits } from "#shared/domain/result.ts";
import { createRouter, type Router, type Services } from "./router.ts";
import { createRunner, defaultWorkers } from "./runners/create-runner.ts";
import { sourceEntry } from "./runners/fork-process.ts";
import { openSqlAnalysis, sqlAnalysisEntry } from "./runners/sql-analysis.ts";
import type { StartProcess } from "./runners/start-process.ts";
import { createChangesService } from "./services/changes.ts";
import { createDatabasesService } from "./services/databases.ts";
import { createExportsService } from "./services/exports.ts";
import { createFilesService } from "./services/files.ts";
import { createJobBoard } from "./services/job-board.ts";
import { createJobsService } from "./services/jobs.ts";
import { createProjectsService } from "./services/projects.ts";
import { createQueueService } from "./services/queue.ts";
import { createResultsService } from "./services/results.ts";
import { createSessionService } from "./services/session.ts";
import { createTaskJobs } from "./services/task-jobs.ts";
import { createTasksService } from "./services/tasks.ts";
import { createVerdictsService } from "./services/verdicts.ts";
import { importThreadEntry } from "./store/import-in-thread.ts";
import { openWorkspace } from "./store/workspace.ts";

/** What a host decides of the back end. */
export interface Configuration {
  /** The workspace file; made when it is not there. */
  workspacePath: string;
  version: string;
  /** How this host starts the processes that run SQL under test. */
  startProcess: StartProcess;
  /** Where the entries of run processes and of threads stand when they are bundled; the source else. */
  runProcessEntry?: string;
  importThreadEntry?: URL;
  sqlAnalysisEntry?: URL;
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
  const { workspacePath, version, log } = configuration;
  const limits = { ...defaultRunLimits, timeMs: configuration.timeLimitMs ?? defaultRunLimits.timeMs };
  const workspace = openWorkspace(workspacePath);
  const runner = createRunner({
    start: configuration.startProcess,
    entry: configuration.runProcessEntry ?? sourceEntry,
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
  const analysis = openSqlAnalysis({ entry: configuration.sqlAnalysisEntry ?? sqlAnalysisEntry });
  const taskJobs = createTaskJobs({ workspace, analysis, board, now, publish });
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
      importEntry: configuration.importThreadEntry ?? importThreadEntry,
    }),
    queue: createQueueService({ workspace }),
    results: createResultsService({ workspace, runner, limits, now }),
    session: createSessionService({ workspace, version, timeLimitMs: limits.timeMs, projectId: null }),
    tasks: createTasksService({
      workspace,
      now,
      publish,
      lint: taskJobs.lint,
      importEntry: configuration.importThreadEntry ?? importThreadEntry,
    }),
    verdicts: createVerdictsService({ workspace, now, publish }),
  };
  const router = createRouter({ services, log, newErrorId: () => randomBytes(4).toString("hex") });
  await jobs.resume();
  await taskJobs.resume();
  return {
    router,
    services,
    async close() {
      changes.close();
      await jobs.close();
      await taskJobs.close();
      await analysis.close();
      await runner.close();
      workspace.close();
    },
  };
}
