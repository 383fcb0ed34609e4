import os from "node:os";
import path from "node:path";
import { projectSettings } from "#shared/settings/settings-table.ts";
import { connectEngine } from "../engines/registry.ts";
import type { StartProcess } from "../processes/start-process.ts";
import type { ProgramPaths } from "../program-paths.ts";
import { createTestRunner } from "../python/create-test-runner.ts";
import type { TestRunner } from "../python/test-runner.ts";
import type { SoftMatching } from "../sql-analysis/computations.ts";
import { createEmbeddedEngine } from "../task-databases/embedded-engine.ts";
import {
  createTaskDatabases,
  type TaskDatabases,
  type TaskEngineFactory,
} from "../task-databases/task-databases.ts";
import { openUnderWay, type UnderWay } from "./under-way.ts";

/** What tasks are run with: their databases, Python for their tests, and the marks of what is under way. */
export interface TaskTools {
  databases: TaskDatabases;
  tests: TestRunner;
  underWay: UnderWay;
}

export interface TaskToolsOptions {
  start: StartProcess;
  paths: Pick<ProgramPaths, "databaseWorker" | "python" | "codeFolders">;
  cacheDir: string;
  /** How many tasks run at the same time. */
  concurrency: number;
  /** The password of a PostgreSQL server, where one is at hand. */
  password(serverUrl: string): Promise<string | null>;
  /** Whether the server may be connected to. */
  mayConnect(serverUrl: string): boolean;
  /** Whether the databases in the folder may be read. */
  mayRead(folder: string): boolean;
  /** How long SQL is rewritten and large results are compared apart; at once where it is not given. */
  matching?: SoftMatching;
}

/** Tools for tasks on this machine; no process is started before the first task runs. */
export function createTaskTools({
  start,
  paths,
  cacheDir,
  concurrency,
  password,
  mayConnect,
  mayRead,
  matching,
}: TaskToolsOptions): TaskTools {
  const { codeFolders } = paths;
  return {
    databases: createTaskDatabases({
      password,
      mayConnect,
      mayRead,
      // A certificate takes a state for its checks beside those on which answers are judged.
      factory: createEngineFactory({ start, paths, cacheDir, spare: concurrency + 1 }),
      advice: {
        missing: `Choose the folder in Settings, "${projectSettings["tasks.databasesDir"].label}".`,
        sqliteFile: (database) =>
          `Choose SQLite in Settings, "${projectSettings["tasks.engine"].label}", or put ${database}.sql into its folder.`,
      },
    }),
    tests: createTestRunner({
      start,
      ...paths.python,
      codeFolders,
      cacheDir: path.join(cacheDir, "python"),
      warm: concurrency,
      ...(matching && { matching }),
    }),
    underWay: openUnderWay(path.join(cacheDir, "under-way")),
  };
}

/** Makes engines for tasks; `spare` is how many private states are kept for the next to come. */
export function createEngineFactory({
  start,
  paths,
  cacheDir,
  spare,
}: Pick<TaskToolsOptions, "start" | "paths" | "cacheDir"> & { spare: number }): TaskEngineFactory {
  return {
    embedded: (kind) =>
      createEmbeddedEngine({
        kind,
        start,
        entry: paths.databaseWorker,
        codeFolders: paths.codeFolders,
        cacheDir: path.join(cacheDir, "templates"),
        temporaryDir: os.tmpdir(),
        spare,
      }),
    onServer: (address) => connectEngine("postgres", { ...address, now: () => new Date() }),
  };
}
