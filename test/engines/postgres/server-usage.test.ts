import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DatabaseState, Engine } from "../../../electron/engines/engine.ts";
import { cannotHold } from "../../../electron/engines/postgres/preflight.ts";
import { openServer } from "../../../electron/engines/postgres/server.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../postgres.ts";
import { answerOf, asAdmin, limits, makeHarbour, openEngine, runOne } from "./fixture.ts";

const harbour = { kind: "server-database", database: "harbour" } as const;
const roomy = { ...limits, timeMs: 30_000, memoryBytes: 256 * 2 ** 20 };

describe.skipIf(postgresPrograms() === null)(
  `what SQL takes of a server (else skipped: ${postgresMissing})`,
  () => {
    let cluster: Cluster;
    let engine: Engine;
    let state: DatabaseState;
    beforeAll(async () => {
      cluster = startCluster(["archive_mode=on", "archive_command=/bin/true", "wal_level=replica"]);
      await makeHarbour(cluster);
      engine = await openEngine(cluster);
      state = await engine.open(await engine.prepare("harbour", harbour, {}));
    });
    afterAll(async () => {
      await engine?.close();
      cluster?.stop();
    });

    test.each([
      ["settings", (at: number) => `SELECT length(set_config('q.a${at}', repeat('x', 10000000), false))`],
      [
        "cursors that are held",
        (at: number) =>
          `BEGIN; SET work_mem = '1GB'; DECLARE c${at} CURSOR WITH HOLD FOR SELECT repeat('x', 10000000); COMMIT`,
      ],
    ])("memory that many short statements take together is bounded: %s", async (_, statement) => {
      const text = Array.from({ length: 200 }, (_, at) => statement(at)).join(";");
      const { error } = await runOne(state, text, { timeMs: 30_000 });
      expect(error).toMatchObject({ kind: "limit", message: expect.stringContaining("64 MB of memory") });
      expect(await answerOf(state, "SELECT count(*) FROM ship")).toBe("i20");
      await state.reset();
    });

    test("memory of processes that work for a statement in parallel counts as its own", async () => {
      await asAdmin(cluster, "CREATE DATABASE wide");
      await asAdmin(
        cluster,
        "CREATE TABLE t AS SELECT g FROM generate_series(1, 2000000) g; ANALYZE",
        "wide",
      );
      const wide = await engine.open(
        await engine.prepare("wide", { kind: "server-database", database: "wide" }, {}),
      );
      const results = await wide.run(
        [
          "SET work_mem = '1GB'; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET enable_mergejoin = off; SET enable_nestloop = off; SELECT count(*) FROM t a JOIN t b USING (g) JOIN t c USING (g)",
        ],
        { limits: { ...limits, timeMs: 30_000 } },
      );
      expect(results.at(-1)?.error).toMatchObject({
        kind: "limit",
        message: expect.stringContaining("memory"),
      });
      await wide.close();
    });

    test("a queue of notifications that fills up ends the session that holds it up, and is no verdict", async () => {
      const listener = await engine.open(await engine.prepare("harbour", harbour, {}));
      await runOne(listener, "LISTEN crowd; COMMIT");
      const holding = runOne(listener, "DO $$ BEGIN LOOP NULL; END LOOP; END $$", roomy);
      const flood =
        "SELECT count(pg_notify('crowd', repeat('y', 7900) || g)) FROM generate_series(1, 4000) g";
      const ends = await state.run(Array(12).fill(flood), { limits: roomy });
      const error = {
        kind: "machine",
        message: expect.stringContaining("queue of notifications is filling up"),
      };
      expect((await holding).error).toMatchObject(error);
      // Once the other is gone the queue empties, and this one may go on.
      expect([null, expect.objectContaining(error)]).toContainEqual(ends.at(-1)?.error);
      await Promise.all([listener.reset(), state.reset()]);
      await runOne(state, "NOTIFY crowd");
      await expect
        .poll(() => asAdmin(cluster, "SELECT pg_notification_queue_usage() < 0.001 AS is_empty"))
        .toEqual([{ is_empty: true }]);
      await listener.close();
    });

    test("what a COMMIT sends back does not end a session without a word", async () => {
      const notify = (count: number) =>
        `LISTEN own; COMMIT; SELECT count(pg_notify('own', repeat('y', 7900) || g)) FROM generate_series(1, ${count}) g`;
      expect(await runOne(state, notify(1000), roomy)).toMatchObject({ status: "ok" });
      const { error } = await runOne(state, notify(4000), { timeMs: 30_000, memoryBytes: 2 ** 24 });
      expect(error).toMatchObject({ kind: "limit" });
      await state.reset();
    });

    test("the limit of temporary files stays, whatever a script resets", async () => {
      for (const reset of ["RESET ALL", "SET ROLE NONE; RESET ALL", "DISCARD ALL"]) {
        await runOne(state, `COMMIT; ${reset}`);
        expect(await answerOf(state, "SHOW temp_file_limit")).toBe("t1GB");
      }
      await state.reset();
    });

    test("what the server cannot hold is said before the run", async () => {
      const server = await openServer({ url: cluster.url });
      const unbound = expect.stringContaining("neither interrupted nor held to its memory");
      expect(await cannotHold(server)).toEqual([
        unbound,
        expect.stringContaining("archives its write-ahead log"),
      ]);
      await asAdmin(cluster, "SELECT pg_create_physical_replication_slot('copy', true)");
      const other = new pg.Client({ connectionString: cluster.url });
      await other.connect();
      expect(await cannotHold(server)).toEqual([
        unbound,
        expect.stringContaining("archives its write-ahead log"),
        expect.stringContaining("for 1 replica"),
        expect.stringContaining("1 other session uses it"),
      ]);
      await other.end();
      await asAdmin(cluster, "SELECT pg_drop_replication_slot('copy')");
      await server.close();
    });
  },
);
