import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DatabaseState, Engine } from "../../../electron/engines/engine.ts";
import { cannotHold } from "../../../electron/engines/postgres/preflight.ts";
import { openServer } from "../../../electron/engines/postgres/server.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../postgres.ts";
import { answerOf, makeHarbour, namesLeft, openEngine, runOne } from "./fixture.ts";

const harbour = { kind: "server-database", database: "harbour" } as const;

/** Each element is compared with all others, within one call of libxml2. */
const endlessXpath = `SELECT xpath('count(//*[count(.//*) > count(..//*)])',
  ('<a>' || repeat('<b>', 240) || repeat('</b>', 240) || repeat('<c><d/></c>', 100000) || '</a>')::xml)`;

/** The last view reads the first 2^300 times, which the rewriter writes out. */
const viewsOnViews = `CREATE VIEW v0 AS SELECT 1 AS a;
  DO $$ BEGIN FOR i IN 1..300 LOOP EXECUTE format('CREATE VIEW v%s AS SELECT a FROM v%s UNION ALL SELECT a FROM v%s', i, i - 1, i - 1); END LOOP; END $$`;

describe.skipIf(postgresPrograms() === null || process.platform !== "linux")(
  `what PostgreSQL does not interrupt (else skipped: ${postgresMissing})`,
  () => {
    let cluster: Cluster;
    let engine: Engine;
    let state: DatabaseState;
    beforeAll(async () => {
      cluster = startCluster([], 1500);
      await makeHarbour(cluster);
      engine = await openEngine(cluster);
      state = await engine.open(await engine.prepare("harbour", harbour, {}));
    });
    afterAll(async () => {
      cluster?.halt("immediate");
      cluster?.start();
      await engine?.close();
      cluster?.stop();
    });

    test("is said of a server whose processes have no bound, and not of one where they have", async () => {
      const bound = await openServer({ url: cluster.url });
      expect(await cannotHold(bound)).toEqual([]);
      await bound.close();
      const unbound = startCluster();
      const server = await openServer({ url: unbound.url });
      expect(await cannotHold(server)).toEqual([expect.stringContaining("LimitAS of systemd, ulimit -v")]);
      await server.close();
      unbound.stop();
    });

    test("takes no more memory than its process may, and is no verdict", async () => {
      await runOne(state, viewsOnViews, { timeMs: 60_000, memoryBytes: 2 ** 28 });
      const ended = await runOne(state, "SELECT count(*) FROM v300", {
        timeMs: 120_000,
        memoryBytes: 2 ** 33,
      });
      expect(ended.error).toMatchObject({ kind: "machine", message: "out of memory" });
      await state.reset();
      expect(await answerOf(state, "SELECT count(*) FROM call")).toBe("i20");
    });

    test("is left alone at its limit of time: the next answer runs, Querent ends, and a later start tidies up", async () => {
      const { status } = await runOne(state, endlessXpath, { timeMs: 1000, memoryBytes: 2 ** 30 });
      expect(status).toBe("timeout");
      await state.reset();
      expect(await answerOf(state, "SELECT count(*) FROM call")).toBe("i20");
      await engine.close();
      expect(await namesLeft(cluster)).toContainEqual(expect.stringMatching(/_owner$/));
      const meanwhile = await openEngine(cluster);
      await meanwhile.close();
      cluster.halt("immediate");
      cluster.start();
      engine = await openEngine(cluster);
      await engine.close();
      expect(await namesLeft(cluster)).toEqual([]);
    }, 400_000);
  },
);
