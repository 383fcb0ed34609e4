import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readTaskFile } from "#shared/formats/task-file.ts";
import { cacheFolder } from "../../electron/cache-folder.ts";
import type { Engine } from "../../electron/engines/engine.ts";
import { findTemplateSource } from "../../electron/engines/sources.ts";
import { createTaskRunner, goldAnswer } from "../../electron/evaluation/phases.ts";
import type { TestRunner } from "../../electron/python/test-runner.ts";
import { openEngine } from "../engines/postgres/fixture.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../engines/postgres.ts";
import { openTestScripts } from "../python/test-scripts.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { sharedData } from "../support/shared-data.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const data = sharedData("livesqlbench");
const skipped = data === null ? " (skipped: ../shared/data/livesqlbench is not here)" : "";

const noRows = "Fails only as shipped: The gold returned no rows, which fails the test as shipped.";

/** The golds on the three rows a table that are published with them: who passes under agent, who is stopped by what. */
const expected: [
  database: string,
  id: string,
  passed: boolean,
  passedFixed: boolean,
  reason: string | null,
][] = [
  ["alien", "5", false, true, noRows],
  ["alien", "M_1", true, true, null],
  // Its SELECT list ends in a comma.
  ["archeology", "7", false, false, 'The answer fails: syntax error at or near "FROM".'],
  // Asks for a scan that is not among the three.
  ["archeology", "M_3", false, false, "Test 1 raises: IndexError: list index out of range"],
];

describe.skipIf(data === null)(`LiveSQLBench's demo tasks${skipped}`, () => {
  const folder = temporaryFolder();
  let tests: TestRunner;
  beforeAll(async () => {
    tests = await openTestScripts(cacheFolder());
  });
  afterAll(() => tests?.close());

  function describeTasks(open: () => Promise<Engine>): void {
    let engine: Engine;
    beforeAll(async () => {
      engine = await open();
    });
    afterAll(() => engine?.close());

    it.each(expected)(
      "%s %s runs with its published dump and its own test",
      async (database, id, passed, passedFixed, reason) => {
        const source = findTemplateSource(data ?? "", database, engine.kind);
        const file = path.join(data ?? "", database, `${database}_data.jsonl`);
        const { tasks } = readTaskFile(readFileSync(file, "utf8"), file);
        const task = tasks.find(({ task }) => task.instanceId === id)?.task;
        if (task === undefined || source === null) throw new Error(`no ${id} or no dump of ${database}`);
        const template = await engine.prepare(database, source, {});
        const request = { task, template, answer: goldAnswer(task), whose: "gold" as const };
        const { phases } = await createTaskRunner({ engine, tests }).run({ ...request, profile: "agent" });
        expect(phases).toHaveLength(1);
        expect(phases[0]).toMatchObject({ passed, passedFixed, reason });
      },
    );
  }

  describe("on PGlite", () => {
    describeTasks(async () => openEmbeddedEngine("pglite", folder));
  });

  describe.skipIf(postgresPrograms() === null)(
    `on PostgreSQL${postgresPrograms() === null ? ` (skipped: ${postgresMissing})` : ""}`,
    () => {
      let cluster: Cluster;
      // Hooks end in reverse: the engine closes before its server stops.
      afterAll(() => cluster?.stop());
      describeTasks(async () => {
        cluster = startCluster();
        return openEngine(cluster);
      });
    },
  );
});
