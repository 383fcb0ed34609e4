import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine, TemplateRef } from "../../electron/engines/engine.ts";
import { evaluateTasks, type TaskToEvaluate } from "../../electron/evaluation/evaluate-tasks.ts";
import { createTaskRunner, goldAnswer } from "../../electron/evaluation/phases.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import type { WorkerProcess } from "../../electron/processes/start-process.ts";
import type { TestDatabase, TestRunner } from "../../electron/python/test-runner.ts";
import { createEmbeddedEngine } from "../../electron/task-databases/embedded-engine.ts";
import { openEngine } from "../engines/postgres/fixture.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../engines/postgres.ts";
import { noSmallDisk, smallDisk } from "../engines/small-disk.ts";
import { testPaths } from "../support/program-paths.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { harbourRunner } from "../tasks/harbour-runner.ts";
import { harbourDump, managementTask, queryTask, script } from "../tasks/harbour-tasks.ts";

const names = "SELECT name FROM ship ORDER BY id";
const slow =
  "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 3000000) SELECT max(x) FROM c";

interface Parts {
  engine: Engine;
  tests: TestRunner;
  template: TemplateRef;
}

const item = (name: string, phase1: string[] | null = null): TaskToEvaluate => {
  const task = queryTask(names, { instanceId: name });
  return { task, answer: phase1 === null ? goldAnswer(task) : { phase1, phase2: null } };
};

/** Each task with its verdict; without one the reason. */
async function verdictsOf(
  parts: Parts,
  items: TaskToEvaluate[],
  concurrency = 1,
): Promise<Record<string, boolean | string>> {
  const verdicts: Record<string, boolean | string> = {};
  for await (const { item, run, error } of evaluateTasks(items, {
    runner: createTaskRunner(parts),
    profile: "conv",
    whose: "predicted",
    template: async () => parts.template,
    concurrency,
  }))
    verdicts[item.task.instanceId] = run?.phases[0]?.passed ?? (error as string);
  return verdicts;
}

describe("a database worker that is lost under an answer", () => {
  const python = harbourRunner("sqlite");
  const alive = new Set<WorkerProcess>();
  const folder = temporaryFolder();
  let parts: Parts;
  beforeAll(async () => {
    const engine = createEmbeddedEngine({
      kind: "sqlite",
      entry: testPaths.databaseWorker,
      codeFolders: testPaths.codeFolders,
      cacheDir: folder,
      temporaryDir: folder,
      spare: 1,
      start(...how) {
        const child = forkProcess(...how);
        alive.add(child);
        child.onExit(() => alive.delete(child));
        return child;
      },
    });
    parts = {
      engine,
      tests: python.tests,
      template: await engine.prepare("harbour", harbourDump(folder), {}),
    };
  });
  afterAll(() => parts?.engine.close());

  it("does not fail it: it runs again and gets the verdict that it deserves", async () => {
    const judged = verdictsOf(parts, [item("slow", [slow, names]), item("gold")]);
    await expect.poll(() => alive.size).toBeGreaterThan(0);
    for (const child of alive) child.kill();
    expect(await judged).toEqual({ slow: true, gold: true });
  });

  it("gives no verdict where a test script loses it twice, and the next task is judged", async () => {
    let kills = 2;
    const losing: TestRunner = {
      ...python.tests,
      run: (call, database, options) =>
        python.tests.run(call, { ...database, execute: killingOnce(database) }, options),
    };
    const killingOnce = (database: TestDatabase): TestDatabase["execute"] => {
      return (sql, options) => {
        const running = database.execute(sql, options);
        if (kills > 0) setTimeout(() => [...alive].map((child) => child.kill()), 200);
        kills -= 1;
        return running;
      };
    };
    const tested = managementTask(names, {
      instanceId: "tested_M_1",
      tests: [script(`execute_queries(["${slow}"], db_name, conn)`)],
    });
    expect(
      await verdictsOf({ ...parts, tests: losing }, [
        { task: tested, answer: goldAnswer(tested) },
        item("next"),
      ]),
    ).toEqual({
      tested_M_1: expect.stringContaining("no verdict: the engine failed twice"),
      next: true,
    });
  });
});

describe.skipIf(noSmallDisk !== null)(
  `a disk that is full${noSmallDisk ? ` (skipped: ${noSmallDisk})` : ""}`,
  () => {
    const python = harbourRunner("sqlite");

    it("ends the batch with its reason instead of failing answers", async () => {
      const disk = smallDisk("1m");
      const folder = temporaryFolder();
      const engine = createEmbeddedEngine({
        ...{ kind: "sqlite", entry: testPaths.databaseWorker, codeFolders: testPaths.codeFolders },
        ...{ cacheDir: folder, temporaryDir: disk, spare: 1, start: forkProcess },
      });
      const template = await engine.prepare("harbour", harbourDump(folder), {});
      const large = queryTask("INSERT INTO ship (name) VALUES (zeroblob(5000000))", {
        category: "Management",
      });
      const judged = verdictsOf({ engine, tests: python.tests, template }, [
        { task: large, answer: goldAnswer(large) },
      ]);
      await expect(judged).rejects.toThrow(/engine is failing: it cannot run the gold.*is full/);
      await engine.close();
    });
  },
);

describe.skipIf(postgresPrograms() === null)(
  `answers on one PostgreSQL server${postgresPrograms() === null ? ` (skipped: ${postgresMissing})` : ""}`,
  () => {
    const python = harbourRunner("sqlite");
    let cluster: Cluster;
    let parts: Parts;
    beforeAll(async () => {
      cluster = startCluster(["max_locks_per_transaction=10", "max_connections=25"]);
      const engine = await openEngine(cluster);
      const template = await engine.prepare("harbour", harbourDump(temporaryFolder()), {});
      parts = { engine, tests: python.tests, template };
    });
    afterAll(async () => {
      await parts?.engine.close();
      cluster?.stop();
    });

    it("are judged rightly while one of them holds all locks of the server", async () => {
      const hold = `DO $$ DECLARE begun timestamptz := clock_timestamp(); BEGIN
        LOOP
          BEGIN EXECUTE format('CREATE TEMP TABLE t_%s ()', (random() * 1e9)::int);
          EXCEPTION WHEN OTHERS THEN EXIT; END;
        END LOOP;
        WHILE clock_timestamp() < begun + interval '15 s' LOOP PERFORM 1; END LOOP;
      END $$`;
      const good = Array.from({ length: 10 }, (_, at) => item(`good ${at}`));
      const judged = await verdictsOf(parts, [item("hostile", [hold, "SELECT 1"]), ...good], 2);
      const { hostile, ...others } = judged;
      expect(hostile).not.toBe(true);
      expect(others).toEqual(Object.fromEntries(good.map(({ task }) => [task.instanceId, true])));
    }, 400_000); // It holds them twice, and a busy machine takes its time to make a dozen databases.

    it("get no verdict once the server is gone, and the batch ends", async () => {
      const first = await verdictsOf(parts, [item("before")]);
      expect(first).toEqual({ before: true });
      cluster.halt("immediate");
      const judged = verdictsOf(parts, [item("after")]);
      await expect(judged).rejects.toThrow(/engine is failing|cannot be used/);
      cluster.start();
    });
  },
);
