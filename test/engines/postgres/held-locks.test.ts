import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DatabaseState, Engine } from "../../../electron/engines/engine.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../postgres.ts";
import { answerOf, asAdmin, makeHarbour, openEngine, runOne } from "./fixture.ts";

const harbour = { kind: "server-database", database: "harbour" } as const;

/** Takes every lock that the server has for all its sessions together, switches off what ends it, and goes on from there. */
const holding = (then: string) => `DO $$ DECLARE a text[] := '{}'; t text; BEGIN
  PERFORM set_config('statement_timeout', '0', false), set_config('client_connection_check_interval', '0', false);
  LOOP
    t := format('t_%s', (random() * 1e9)::int);
    BEGIN EXECUTE format('CREATE TEMP TABLE %s (a text)', t);
    EXCEPTION WHEN OTHERS THEN EXIT; END;
  END LOOP;
  ${then}
END $$`;
const forever = "LOOP BEGIN PERFORM 1; EXCEPTION WHEN OTHERS OR query_canceled THEN NULL; END; END LOOP;";

describe.skipIf(postgresPrograms() === null)(
  `an answer that holds all locks of the server (else skipped: ${postgresMissing})`,
  () => {
    let cluster: Cluster;
    let engine: Engine;
    let state: DatabaseState;
    beforeAll(async () => {
      cluster = startCluster(["max_locks_per_transaction=10", "max_connections=25"]);
      await makeHarbour(cluster);
    });
    afterAll(() => cluster?.stop());
    beforeEach(async () => {
      engine = await openEngine(cluster);
      state = await engine.open(await engine.prepare("harbour", harbour, {}));
    });
    afterEach(() => engine.close());

    const sessionsOf = (like: string) =>
      asAdmin(
        cluster,
        `SELECT pid FROM pg_stat_activity WHERE usename LIKE 'querent%' AND query LIKE '${like}'`,
      );

    test("is ended at its limit of memory", async () => {
      const sql = holding("LOOP a := a || repeat('x', 10000000); END LOOP;");
      const { error } = await runOne(state, sql, { timeMs: 90_000, memoryBytes: 200 * 2 ** 20 });
      expect(error).toMatchObject({ kind: "limit", message: expect.stringContaining("200 MB of memory") });
      expect(await answerOf(state, "SELECT count(*) FROM call")).toBe("i20");
    });

    test("is ended when it fills the disk", async () => {
      // A table that it has a lock on already.
      const fill = "SELECT repeat(md5(g::text), 60) FROM generate_series(1, 20000) g";
      const sql = `CREATE TABLE mine (a text); ${holding(`LOOP INSERT INTO mine ${fill}; END LOOP;`)}`;
      const { error } = await runOne(state, sql, { timeMs: 300_000, memoryBytes: 2 ** 30 });
      expect(error).toMatchObject({ kind: "limit", message: expect.not.stringContaining("time limit") });
      await state.reset();
      expect(await answerOf(state, "SELECT count(*) FROM call")).toBe("i20");
    }, 400_000);

    test("is ended at its limit of time, on the server as well", async () => {
      const { status } = await runOne(state, holding(forever), { timeMs: 2_000 });
      expect(status).toBe("timeout");
      expect(await answerOf(state, "SELECT count(*) FROM call")).toBe("i20");
      await expect.poll(() => sessionsOf("%LOOP%"), { timeout: 20_000 }).toEqual([]);
    });

    test("ends with Querent when that is killed", async () => {
      const entry = fileURLToPath(new URL("./crashing-start.ts", import.meta.url));
      const child = spawn(process.execPath, [entry, cluster.url, "--hold", holding(forever)], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(child.stdout, "data");
      child.kill("SIGKILL");
      await once(child, "exit");
      // While the locks are held nobody can sign in and look.
      const ended = () => sessionsOf("%LOOP%").catch(() => "held");
      await expect.poll(ended, { timeout: 60_000, interval: 500 }).toEqual([]);
    });
  },
);
