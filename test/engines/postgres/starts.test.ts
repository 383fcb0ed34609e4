import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../postgres.ts";
import { answerOf, asAdmin, limits, makeHarbour, namesLeft, openEngine, runOne } from "./fixture.ts";

const harbour = { kind: "server-database", database: "harbour" } as const;

describe.skipIf(postgresPrograms() === null)(
  `what is left on a server (else skipped: ${postgresMissing})`,
  () => {
    let cluster: Cluster;

    beforeAll(async () => {
      cluster = startCluster();
      await makeHarbour(cluster);
    });
    afterAll(() => cluster?.stop());

    test("nothing after close: no database, role or prepared transaction; the source is as it was", async () => {
      const engine = await openEngine(cluster);
      const state = await engine.open(await engine.prepare("harbour", harbour, {}));
      await runOne(state, "DELETE FROM call");
      await state.snapshot();
      await runOne(state, "BEGIN; DELETE FROM ship WHERE false; PREPARE TRANSACTION 'left behind'");
      await state.close();
      await engine.open(await engine.prepare("harbour", harbour, {}));
      await engine.close();
      expect(await namesLeft(cluster)).toEqual([]);
      expect(await asAdmin(cluster, "SELECT * FROM pg_prepared_xacts")).toEqual([]);
      expect(await asAdmin(cluster, "SELECT count(*)::int AS n FROM call", "harbour")).toEqual([{ n: 20 }]);
    });

    test("the next start drops what a killed one has left, and leaves alone a live start and what is not ours", async () => {
      const live = await openEngine(cluster);
      const state = await live.open(await live.prepare("harbour", harbour, {}));
      await runOne(state, "DELETE FROM call WHERE berth = 1");
      await asAdmin(cluster, "CREATE DATABASE querent_of_somebody");
      await asAdmin(cluster, "CREATE ROLE querent_0badcafe_owner");
      await asAdmin(cluster, "CREATE DATABASE querent_0badcafe_data");
      const ofLive = await namesLeft(cluster);

      const child = spawn(
        process.execPath,
        [fileURLToPath(new URL("./crashing-start.ts", import.meta.url)), cluster.url],
        {
          stdio: ["ignore", "pipe", "inherit"],
        },
      );
      await once(child.stdout, "data");
      expect((await namesLeft(cluster)).length).toBeGreaterThan(ofLive.length + 4);
      child.kill("SIGKILL");
      await once(child, "exit");
      await sessionsGone(cluster);

      const next = await openEngine(cluster);
      await next.close();
      expect((await namesLeft(cluster)).sort()).toEqual(ofLive.sort());
      expect(await answerOf(state, "SELECT count(*) FROM call WHERE berth = 1")).toBe("i0");
      await live.close();
      await asAdmin(cluster, "DROP DATABASE querent_of_somebody");
      await asAdmin(cluster, "DROP DATABASE querent_0badcafe_data");
      await asAdmin(cluster, "DROP ROLE querent_0badcafe_owner");
      expect(await namesLeft(cluster)).toEqual([]);
    });

    test("two engines at once use one source, and one that closes takes nothing from the other", async () => {
      const [one, other] = await Promise.all([openEngine(cluster), openEngine(cluster)]);
      const ofOne = await one.open(await one.prepare("harbour", harbour, {}));
      const ofOther = await other.open(await other.prepare("harbour", harbour, {}));
      await runOne(ofOne, "DELETE FROM call");
      expect(await answerOf(ofOther, "SELECT count(*) FROM call")).toBe("i20");
      await one.close();
      await runOne(ofOther, "DELETE FROM call WHERE berth = 0");
      await ofOther.reset();
      expect(await answerOf(ofOther, "SELECT count(*) FROM call")).toBe("i20");
      await other.close();
    });

    test("the same source is prepared once, whoever asks first", async () => {
      const engine = await openEngine(cluster);
      const [one, other] = await Promise.all([
        engine.prepare("harbour", harbour, {}),
        engine.prepare("harbour", harbour, {}),
      ]);
      expect(one).toEqual(other);
      const names = await namesLeft(cluster);
      expect(names.filter((name) => name.includes("_t_"))).toHaveLength(1);
      await engine.close();
    });

    test("a source that others are connected to is refused with a reason and leaves nothing", async () => {
      const engine = await openEngine(cluster);
      await asAdmin(cluster, "CREATE DATABASE busy");
      const hold = asAdmin(cluster, "SELECT pg_sleep(8)", "busy").catch(() => {});
      await expect
        .poll(() => asAdmin(cluster, "SELECT 1 AS n FROM pg_stat_activity WHERE datname = 'busy'"))
        .toEqual([{ n: 1 }]);
      await expect(engine.prepare("busy", { kind: "server-database", database: "busy" }, {})).rejects.toThrow(
        /"busy".*cannot be copied while others are connected.*Close their connections/s,
      );
      expect((await namesLeft(cluster)).filter((name) => name.includes("_t_"))).toEqual([]);
      await engine.close();
      await asAdmin(cluster, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'busy'");
      await hold;
    });
  },
);

describe.skipIf(postgresPrograms() === null)(
  `a server that goes away (else skipped: ${postgresMissing})`,
  () => {
    let cluster: Cluster;

    beforeAll(async () => {
      cluster = startCluster();
      await makeHarbour(cluster);
    });
    afterAll(() => cluster?.stop());

    test("in the middle of a statement: the run is rejected in plain words, and goes on when the server is back", async () => {
      const engine = await openEngine(cluster);
      const state = await engine.open(await engine.prepare("harbour", harbour, {}));
      await runOne(state, "DELETE FROM call WHERE berth = 1");
      const running = state.run(["DO $$ BEGIN LOOP NULL; END LOOP; END $$"], {
        limits: { ...limits, timeMs: 60_000 },
      });
      await expect
        .poll(() =>
          asAdmin(
            cluster,
            "SELECT count(*)::int AS n FROM pg_stat_activity WHERE query LIKE 'DO $$ BEGIN LOOP%'",
          ),
        )
        .toEqual([{ n: 1 }]);
      const rejected = expect(running).rejects.toThrow(
        /The PostgreSQL server at .* cannot be used: .*Check that it is running/,
      );
      cluster.halt("immediate");
      await rejected;
      await expect(state.run(["SELECT 1"], { limits })).rejects.toThrow(/cannot be used/);
      cluster.start();
      await state.reset();
      expect(await answerOf(state, "SELECT count(*) FROM call")).toBe("i20");
      await engine.close();
      expect(await namesLeft(cluster)).toEqual([]);
    });

    test("a session that does not answer any more is given up, and the run goes on in a new one", async () => {
      const engine = await openEngine(cluster);
      const state = await engine.open(await engine.prepare("harbour", harbour, {}));
      await runOne(state, "DELETE FROM call WHERE berth = 1");
      const [{ pid } = { pid: 0 }] = await asAdmin(
        cluster,
        "SELECT pid FROM pg_stat_activity WHERE usename ~ '^querent_.*_r_'",
      );
      const goOn = hold(pid);
      try {
        expect(await answerOf(state, "SELECT count(*) FROM call WHERE berth = 1")).toBe("i0");
        await state.reset();
        expect(await answerOf(state, "SELECT count(*) FROM call")).toBe("i20");
      } finally {
        goOn();
      }
      await engine.close();
    });

    test("a statement whose session does not answer any more ends at its limit", async () => {
      const engine = await openEngine(cluster);
      const state = await engine.open(await engine.prepare("harbour", harbour, {}));
      const running = runOne(state, "SELECT count(*) FROM generate_series(1, 1000000000000)", {
        timeMs: 1000,
      });
      let pid = 0;
      await expect
        .poll(async () => {
          const [found] = await asAdmin(
            cluster,
            "SELECT pid FROM pg_stat_activity WHERE usename ~ '^querent_.*_r_' AND query LIKE '%generate_series%'",
          );
          pid = found?.pid ?? 0;
          return pid;
        })
        .toBeGreaterThan(0);
      const goOn = hold(pid);
      try {
        expect(await running).toMatchObject({ status: "timeout", error: { kind: "limit" } });
        expect(await answerOf(state, "SELECT count(*) FROM call")).toBe("i20");
      } finally {
        goOn();
      }
      await engine.close();
      expect(await namesLeft(cluster)).toEqual([]);
    });

    test("a server that is not there, or lets nobody in, is told by its place and without the password", async () => {
      const wrong = { ...cluster, url: cluster.url.replace(":only-for-tests@", ":wrong-password@") };
      await expect(openEngine(wrong)).rejects.toThrow(/cannot be used: password authentication failed/);
      await expect(openEngine(wrong)).rejects.not.toThrow(/wrong-password/);
      await expect(openEngine({ ...cluster, url: "postgresql://x:y@127.0.0.1:1/postgres" })).rejects.toThrow(
        /127\.0\.0\.1:1 cannot be used/,
      );
    });

    test("a URL that cannot be read is told without showing it", async () => {
      const refused = openEngine({ ...cluster, url: "postgresql://me:secret@host:port/x" });
      await expect(refused).rejects.toThrow(/URL is not valid\. Write it as/);
      await expect(refused).rejects.not.toThrow(/secret/);
    });

    test("a login that is no superuser's is refused with what to do", async () => {
      await asAdmin(cluster, "CREATE ROLE plain LOGIN PASSWORD 'plain'");
      const plain = { ...cluster, url: cluster.url.replace("postgres:only-for-tests@", "plain:plain@") };
      await expect(openEngine(plain)).rejects.toThrow(/"plain" is not a superuser/);
      expect(await namesLeft(cluster)).toEqual([]);
    });
  },
);

/** Holds a process, which then answers nothing and ends for nobody, until it is told to go on. */
function hold(pid: number): () => void {
  process.kill(pid, "SIGSTOP");
  return () => process.kill(pid, "SIGCONT");
}

/** A killed client's sessions end when the server notices. */
async function sessionsGone(cluster: Cluster): Promise<void> {
  await expect
    .poll(
      () =>
        asAdmin(
          cluster,
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name LIKE 'querent start%'",
        ),
      { timeout: 10_000 },
    )
    .toEqual([{ n: 1 }]);
}
