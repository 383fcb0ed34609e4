import { randomBytes, randomUUID } from "node:crypto";
import os from "node:os";
import { defaultRunLimits } from "#shared/domain/result.ts";
import { createTaskTools } from "./evaluation/task-tools.ts";
import type { StartProcess } from "./processes/start-process.ts";
import type { ProgramPaths } from "./program-paths.ts";
import { createQueryRunner, defaultWorkers } from "./queries/create-query-runner.ts";
import { createRouter, type Router, type Services } from "./router.ts";
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
import { createSettingsService } from "./services/settings.ts";
import { createTaskJobs } from "./services/task-jobs.ts";
import { createTaskRunsService } from "./services/task-runs.ts";
import { createTaskStatistics } from "./services/task-statistics.ts";
import { createTasksService } from "./services/tasks.ts";
import { createVerdictsService } from "./services/verdicts.ts";
import { openSqlAnalysis } from "./sql-analysis/sql-analysis.ts";
import { settingsOfPerson } from "./store/settings.ts";
import { openWorkspace } from "./store/workspace.ts";

/** What a host decides of the back end. */
export interface Configuration {
  /** The workspace file; made when it is not there. */
  workspacePath: string;
  version: string;
  /** How this host starts the processes that run SQL under test. */
  startProcess: StartProcess;
  /** Where the parts of the program stand that run apart. */
  paths: ProgramPaths;
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
  const parts = openParts(configuration);
  const { workspace, runner, analysis, tools, changes } = parts;
  const { services, background } = composeServices(configuration, parts);
  const router = createRouter({
    services,
    log: configuration.log,
    newErrorId: () => randomBytes(4).toString("hex"),
  });
  await background.jobs.resume();
  await background.taskJobs.resume();
  await background.predictionRuns.resumePredictions();
  return {
    router,
    services,
    async close() {
      changes.close();
      await background.jobs.close();
      await background.taskJobs.close();
      await Promise.all([analysis.close(), tools.databases.close(), tools.tests.close(), runner.close()]);
      workspace.close();
    },
  };
}

/** Tasks that run at the same time in the background: each has a database process and a Python process of its own. */
const taskLanes = Math.min(4, Math.max(1, os.availableParallelism()));

/** What services are built from: the store, and what runs SQL and Python. No process is started before it is needed. */
function openParts({ workspacePath, startProcess: start, paths, cacheDir, secrets }: Configuration) {
  const workspace = openWorkspace(workspacePath);
  const passwords = createServerPasswords(secrets);
  return {
    workspace,
    passwords,
    changes: createChangesService({ workspace }),
    runner: createQueryRunner({ start, entry: paths.queryWorker }),
    analysis: openSqlAnalysis({ entry: paths.sqlAnalysis }),
    tools: createTaskTools({ start, paths, cacheDir, concurrency: taskLanes, password: passwords.get }),
    now: () => new Date(),
  };
}

function composeServices(configuration: Configuration, parts: ReturnType<typeof openParts>) {
  const { workspace, runner, tools, passwords, changes, now } = parts;
  const { publish } = changes;
  const { timeLimitMs } = configuration;
  const defaults = timeLimitMs === undefined ? {} : { "run.timeLimitMs": timeLimitMs };
  // An account that nobody knows has set nothing.
  const limitsOf = (account: string | null) => {
    const settings = workspace.read((db) => settingsOfPerson(db, account ?? "", defaults));
    return { ...defaultRunLimits, timeMs: settings["run.timeLimitMs"] };
  };
  const importEntry = configuration.paths.importThread;
  const board = createJobBoard({ newId: randomUUID, publish });
  const common = { ...parts, concurrency: taskLanes, board, publish };
  const jobs = createJobsService({ ...common, limitsOf, width: 8 * defaultWorkers() });
  const taskJobs = createTaskJobs(common);
  const predictionRuns = createPredictionRuns(common);
  const evaluate = (projectId: number, actor: string) =>
    jobs.evaluate({ projectId, again: false }, { actor });
  const { lint, startAll } = taskJobs;
  const sampleDir = configuration.taskSampleDir;
  const services: Services = {
    changes,
    databases: createDatabasesService({ workspace, runner }),
    exports: createExportsService({ workspace }),
    files: createFilesService(),
    jobs,
    projects: createProjectsService({ workspace, now, publish, evaluate, importEntry }),
    queue: createQueueService({ workspace }),
    results: createResultsService({ workspace, runner, limitsOf, now }),
    session: createSessionService({
      workspace,
      version: configuration.version,
      projectId: null,
    }),
    settings: createSettingsService({ workspace, defaults, publish, evaluate, lint }),
    taskRuns: {
      ...createTaskRunsService({ workspace, tools, passwords, now, publish }),
      ...predictionRuns,
      startAll,
    },
    tasks: {
      ...createTasksService({
        ...{ workspace, now, publish, lint, importEntry },
        ...(sampleDir === undefined ? {} : { sampleDir }),
      }),
      ...createTaskStatistics(parts),
    },
    verdicts: createVerdictsService({ workspace, now, publish }),
  };
  return { services, background: { jobs, taskJobs, predictionRuns } };
}
