import os from "node:os";
import path from "node:path";
import { createPostgresEngine } from "../engines/postgres/engine.ts";
import type { StartProcess } from "../processes/start-process.ts";
import type { ProgramPlaces } from "../program-places.ts";
import { createTestRunner } from "../python/create-test-runner.ts";
import type { TestRunner } from "../python/test-runner.ts";
import { createProcessTaskEngine } from "../task-databases/process-engine.ts";
import { createTaskDatabases, type TaskDatabases } from "../task-databases/task-databases.ts";

/** What tasks are run with: their databases, and Python for their tests. */
export interface TaskTools {
  databases: TaskDatabases;
  tests: TestRunner;
}

export interface TaskToolsOptions {
  start: StartProcess;
  places: Pick<ProgramPlaces, "taskProcess" | "python" | "codeFolders">;
  cacheDir: string;
  /** How many tasks run at the same time. */
  lanes: number;
  /** The password of a PostgreSQL server, where one is at hand. */
  password(serverUrl: string): Promise<string | null>;
}

/** Tools for tasks on this machine; no process is started before the first task runs. */
export function createTaskTools({ start, places, cacheDir, lanes, password }: TaskToolsOptions): TaskTools {
  const { codeFolders } = places;
  return {
    databases: createTaskDatabases({
      password,
      factory: {
        embedded: (kind) =>
          createProcessTaskEngine({
            kind,
            start,
            entry: places.taskProcess,
            codeFolders,
            cacheDir: path.join(cacheDir, "templates"),
            temporaryDir: os.tmpdir(),
            spare: lanes,
          }),
        onServer: (address) => createPostgresEngine({ ...address, now: () => new Date() }),
      },
    }),
    tests: createTestRunner({
      start,
      ...places.python,
      codeFolders,
      cacheDir: path.join(cacheDir, "python"),
      warm: lanes,
    }),
  };
}
