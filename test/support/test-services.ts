import { randomUUID } from "node:crypto";
import { afterAll, onTestFinished } from "vitest";
import { cacheFolder } from "../../electron/cache-folder.ts";
import { createTaskTools } from "../../electron/evaluation/task-tools.ts";
import { forkProcess, sourceQueryWorker } from "../../electron/processes/fork-process.ts";
import { sourcePaths } from "../../electron/program-paths.ts";
import { createQueryRunner } from "../../electron/queries/create-query-runner.ts";
import type { QueryRunner } from "../../electron/queries/query-runner.ts";
import { createChangesService } from "../../electron/services/changes.ts";
import { createDatabasesService } from "../../electron/services/databases.ts";
import { createExportsService } from "../../electron/services/exports.ts";
import { createJobBoard } from "../../electron/services/job-board.ts";
import { createJobsService } from "../../electron/services/jobs.ts";
import { createPredictionRuns } from "../../electron/services/prediction-runs.ts";
import { createProjectsService } from "../../electron/services/projects.ts";
import { createQueueService } from "../../electron/services/queue.ts";
import { createResultsService } from "../../electron/services/results.ts";
import { createServerPasswords } from "../../electron/services/server-passwords.ts";
import { createSettingsService } from "../../electron/services/settings.ts";
import { createTaskJobs } from "../../electron/services/task-jobs.ts";
import { createTaskRunsService } from "../../electron/services/task-runs.ts";
import { createTaskStatistics } from "../../electron/services/task-statistics.ts";
import { createTasksService } from "../../electron/services/tasks.ts";
import { createVerdictsService } from "../../electron/services/verdicts.ts";
import { openSqlAnalysis } from "../../electron/sql-analysis/sql-analysis.ts";
import { importThreadEntry } from "../../electron/store/import-in-thread.ts";
import { settingsOfPerson } from "../../electron/store/settings.ts";
import type { Workspace } from "../../electron/store/workspace.ts";
import type { Change } from "../../shared/contract/changes.ts";
import { defaultRunLimits } from "../../shared/domain/result.ts";

/** Real services, and what they told. */
export interface TestServices {
  /** Every change that was published, in order. */
  told: Change[];
  runner: QueryRunner;
  changes: ReturnType<typeof createChangesService>;
  jobs: ReturnType<typeof createJobsService>;
  databases: ReturnType<typeof createDatabasesService>;
  exports: ReturnType<typeof createExportsService>;
  projects: ReturnType<typeof createProjectsService>;
  queue: ReturnType<typeof createQueueService>;
  results: ReturnType<typeof createResultsService>;
  settings: ReturnType<typeof createSettingsService>;
  taskJobs: ReturnType<typeof createTaskJobs>;
  taskRuns: ReturnType<typeof createTaskRunsService> & ReturnType<typeof createPredictionRuns>;
  tasks: ReturnType<typeof createTasksService> & ReturnType<typeof createTaskStatistics>;
  verdicts: ReturnType<typeof createVerdictsService>;
  /** Resolves with the first change, from now on, that fits. */
  change(fits: (change: Change) => boolean): Promise<Change>;
}

/** Databases, Python and the parsers are prepared once for a test file, and serve all of its tests. */
const passwords = createServerPasswords(null);
const tools = createTaskTools({
  start: forkProcess,
  paths: sourcePaths,
  cacheDir: cacheFolder(),
  concurrency: 1,
  password: passwords.get,
});
const analysis = openSqlAnalysis();
afterAll(async () => {
  await analysis.close();
  await tools.databases.close();
  await tools.tests.close();
});

/** The services over a workspace and a real runner, all closed when the test has finished. */
export function testServices(workspace: Workspace): TestServices {
  const runner = createQueryRunner({
    start: forkProcess,
    entry: sourceQueryWorker,
    workers: 1,
    interactive: 1,
  });
  const told: Change[] = [];
  const changes = createChangesService({ workspace, pollMs: 20 });
  const publish = (change: Change) => {
    told.push(change);
    changes.publish(change);
  };
  const defaults = { "run.timeLimitMs": 5_000 };
  const limitsOf = (account: string | null) => {
    const settings = workspace.read((db) => settingsOfPerson(db, account ?? "", defaults));
    return { ...defaultRunLimits, timeMs: settings["run.timeLimitMs"] };
  };
  const common = { workspace, runner, limitsOf, now: () => new Date(), newId: randomUUID, publish };
  const board = createJobBoard(common);
  const jobs = createJobsService({ ...common, board, width: 4 });
  const background = { ...common, tools, concurrency: 1, board };
  const taskJobs = createTaskJobs({ ...background, analysis });
  const evaluate = (projectId: number, actor: string) =>
    jobs.evaluate({ projectId, again: false }, { actor });
  const services = {
    told,
    runner,
    changes,
    jobs,
    databases: createDatabasesService(common),
    exports: createExportsService(common),
    projects: createProjectsService({ ...common, evaluate, importEntry: importThreadEntry }),
    settings: createSettingsService({ ...common, defaults, evaluate, lint: taskJobs.lint }),
    queue: createQueueService(common),
    results: createResultsService(common),
    taskJobs,
    taskRuns: { ...createTaskRunsService({ ...background, passwords }), ...createPredictionRuns(background) },
    tasks: {
      ...createTasksService({ ...common, lint: taskJobs.lint, importEntry: importThreadEntry }),
      ...createTaskStatistics({ workspace, analysis }),
    },
    verdicts: createVerdictsService(common),
    async change(fits: (change: Change) => boolean): Promise<Change> {
      const stop = new AbortController();
      for await (const change of changes.watch(undefined, { actor: "test", signal: stop.signal }))
        if (fits(change)) return change;
      throw new Error("the changes ended");
    },
  };
  onTestFinished(async () => {
    await jobs.close();
    await taskJobs.close();
    changes.close();
    await runner.close();
  });
  return services;
}
