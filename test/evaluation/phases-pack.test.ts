import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { cacheFolder } from "../../electron/cache-folder.ts";
import type { Engine, TemplateRef } from "../../electron/engines/engine.ts";
import { createTaskRunner, goldAnswer, type TaskSession } from "../../electron/evaluation/phases.ts";
import type { TestRunner } from "../../electron/python/test-runner.ts";
import { openEngine } from "../engines/postgres/fixture.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../engines/postgres.ts";
import { openTestScripts } from "../python/test-scripts.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { keyedPredictions, packTasks } from "../tasks/river-watch-pack.ts";
import { packDump } from "../tasks/river-watch-run.ts";

const folder = temporaryFolder();
const source = packDump(folder);
const tasks = packTasks();
const keyed = keyedPredictions();

let tests: TestRunner;
beforeAll(async () => {
  tests = await openTestScripts(cacheFolder());
});
afterAll(() => tests?.close());

/** Every task under every evaluator, once with its gold and once with the answers of a system that errs. */
function describePack(open: () => Promise<Engine>): void {
  let engine: Engine;
  let template: TemplateRef;
  beforeAll(async () => {
    engine = await open();
    template = await engine.prepare("river_watch", source, {});
  });
  afterAll(() => engine?.close());

  describe.each(EvaluatorProfile.options)("under %s", (profile) => {
    let session: TaskSession;
    beforeAll(async () => {
      session = await createTaskRunner({ engine, tests }).open(template);
    });
    afterAll(() => session?.close());

    it.each(tasks.map((task) => [task.instanceId, task] as const))(
      "%s: the gold passes both phases, as shipped and fixed",
      async (_, task) => {
        const { phases } = await session.run({ task, profile, answer: goldAnswer(task), whose: "gold" });
        expect(phases.map(({ reason }) => reason)).toEqual([null, null]);
        expect(phases.every(({ passed, passedFixed }) => passed && passedFixed)).toBe(true);
      },
    );

    it.each(tasks.map((task) => [task.instanceId, task] as const))(
      "%s: the answers of a system that errs pass and fail as their key says, as shipped and fixed",
      async (_, task) => {
        const [first, second] = keyed.filter(({ instance_id }) => instance_id === task.instanceId);
        const answer = { phase1: first?.pred_sqls ?? null, phase2: second?.pred_sqls ?? null };
        const { phases } = await session.run({ task, profile, answer, whose: "predicted" });
        const said = phases.map(({ passed, passedFixed }) => ({ passed, passedFixed }));
        expect(said).toEqual(
          [first, second].map((key) => ({ passed: key?.passed, passedFixed: key?.passed })),
        );
        for (const { passed, reason } of phases) expect(reason === null).toBe(passed);
      },
    );
  });
}

describe("the river-watch pack on PGlite", () => {
  describePack(async () => openEmbeddedEngine("pglite", folder));
});

describe.skipIf(postgresPrograms() === null)(
  `the river-watch pack on PostgreSQL${postgresPrograms() === null ? ` (skipped: ${postgresMissing})` : ""}`,
  () => {
    let cluster: Cluster;
    // Hooks end in reverse: the engine closes before its server stops.
    afterAll(() => cluster?.stop());
    describePack(async () => {
      cluster = startCluster();
      return openEngine(cluster);
    });
  },
);
