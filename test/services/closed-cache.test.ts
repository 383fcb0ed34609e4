import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { compose } from "../../electron/compose.ts";
import { createTaskTools } from "../../electron/evaluation/task-tools.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { asFault } from "../../electron/services/fault.ts";
import { evaluationProgress } from "../../electron/store/evaluations.ts";
import { putSettingsOfProject } from "../../electron/store/settings.ts";
import { taskWorkProgress } from "../../electron/store/task-jobs.ts";
import type { EngineKind } from "../../shared/domain/engine.ts";
import { noSmallDisk, smallDisk } from "../engines/small-disk.ts";
import { testPaths } from "../support/program-paths.ts";
import { taskRow } from "../support/task-row.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { testTasks } from "../support/test-tasks.ts";
import { importInto, prediction, testWorkspace, writeDatabase } from "../support/test-workspace.ts";

const anna = { actor: "anna" };
const dump = [
  "CREATE TABLE ship (id integer PRIMARY KEY, name text);",
  "INSERT INTO ship VALUES (1, 'Astrid'), (2, 'Brage');",
];

/** A cache folder that nobody can make until `open` is called: a file stands where it belongs. */
function closedCache() {
  const file = path.join(temporaryFolder(), "cache");
  writeFileSync(file, "");
  return { cacheDir: path.join(file, "querent"), open: () => rmSync(file) };
}

/** A task and predictions on a dump, on an engine that loads it, over a cache folder that is closed. */
async function harbourOn(engine: EngineKind) {
  const cache = closedCache();
  const allowed = { password: async () => null, mayConnect: () => true, mayRead: () => true };
  const paths = { start: forkProcess, paths: testPaths, cacheDir: cache.cacheDir };
  const tools = createTaskTools({ ...allowed, ...paths, concurrency: 1 });
  onTestFinished(async () => {
    await tools.databases.close();
    await tools.tests.close();
  });
  const test = await testTasks({ tools });
  test.file("harbour.sql", dump);
  const { project } = await test.importFile(test.file("tasks.jsonl", [taskRow("harbour_1")]), {
    databasesDir: test.folder,
  });
  await importInto(test.workspace, test.folder, [prediction(0), prediction(1)], null, "tasks");
  await test.workspace.write((db) =>
    putSettingsOfProject(db, project.id, { "tasks.engine": engine, "items.engine": "pglite" }),
  );
  const { services, workspace } = test;
  const ended = async (start: () => unknown) => {
    const end = services.change((change) => change.type === "job" && change.job.state !== "running");
    await start();
    return end;
  };
  const projectId = project.id;
  return {
    ...{ services, projectId, cache },
    check: () =>
      ended(() =>
        services.background.taskJobs.startAll({ projectId, what: "check", profile: "conv", again: false }),
      ),
    evaluate: () => ended(() => services.jobs.evaluate({ projectId, again: false }, anna)),
    done: () =>
      workspace.read(async (db) => ({
        checks: (await taskWorkProgress(db, projectId, "check", "conv")).done,
        evaluations: (await evaluationProgress(db, projectId)).done,
      })),
  };
}

describe("a cache folder that takes nothing", () => {
  it.each(["sqlite", "pglite"] as const)(
    "ends checks and evaluations with what to do, leaves no finding and no verdict, and spoils nothing for later: %s",
    async (engine) => {
      const { services, projectId, cache, check, evaluate, done } = await harbourOn(engine);
      const failed = {
        job: {
          state: "failed",
          message: expect.stringContaining(`Querent cannot write to ${cache.cacheDir}`),
        },
      };
      expect(await check()).toMatchObject(failed);
      expect(await evaluate()).toMatchObject(failed);
      expect(await done()).toEqual({ checks: 0, evaluations: 0 });

      const order = { by: "file", descending: false } as const;
      const [taskId = 0] = await services.tasks.ids({ projectId, filter: {}, sort: order });
      const run = Array.fromAsync(services.taskRuns.run({ taskId, profile: "conv", checks: true }, anna));
      const error: unknown = await run.catch((reason: unknown) => reason);
      expect(asFault(error)).toMatchObject({ code: "STORAGE", data: { reason: "read-only" } });

      cache.open();
      expect(await check()).toMatchObject({ job: { state: "done" } });
      expect(await evaluate()).toMatchObject({ job: { state: "done" } });
      expect(await done()).toEqual({ checks: 1, evaluations: 2 });
    },
    240_000,
  );

  it("does not keep a workspace from opening, nor predictions on SQLite files from their verdicts", async () => {
    await expectsVerdicts(closedCache().cacheDir);
  });

  it.skipIf(noSmallDisk !== null)(
    `nor does one that is full (${noSmallDisk ?? "a small disk"})`,
    async () => {
      const full = smallDisk("64k");
      expect(() => writeFileSync(path.join(full, "all"), Buffer.alloc(2 ** 20))).toThrow("ENOSPC");
      await expectsVerdicts(full);
    },
  );
});

/** Opens a workspace with that cache folder and evaluates its predictions. */
async function expectsVerdicts(cacheDir: string): Promise<void> {
  const { workspace, folder, projectId, itemIds } = await testWorkspace([prediction(0), prediction(1)]);
  writeDatabase(folder);
  await workspace.close();
  const { services, close } = await compose({
    ...{ workspacePath: workspace.path, version: "test", startProcess: forkProcess, paths: testPaths },
    ...{ cacheDir, secrets: null, log: () => {} },
  });
  onTestFinished(close);
  await services.jobs.evaluate({ projectId, again: false }, anna);
  const ex = async () =>
    (await services.queue.rows({ projectId, itemIds }, anna)).map((row) => row.ex?.set ?? null);
  await expect.poll(ex, { timeout: 30_000 }).toEqual([true, false]);
}
