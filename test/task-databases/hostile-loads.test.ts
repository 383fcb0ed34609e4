import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "../../electron/engines/engine.ts";
import { createPostgresEngine } from "../../electron/engines/postgres/engine.ts";
import { boundSize } from "../../electron/engines/sqlite/template.ts";
import { asAdmin, namesLeft } from "../engines/postgres/fixture.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../engines/postgres.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const loadLimits = { statementMs: 1500, memoryBytes: 512 * 2 ** 20, storedBytes: 2 ** 24 };
/** For loads that are to come to their end: a busy machine takes longer. */
const patientLimits = { ...loadLimits, statementMs: 30_000 };
const engines: Partial<Record<"sqlite" | "pglite", Engine>> = {};

beforeAll(() => {
  for (const kind of ["sqlite", "pglite"] as const)
    engines[kind] = openEmbeddedEngine(kind, folder, { ownTemplates: true, loadLimits });
});
afterAll(() => Promise.all(Object.values(engines).map((engine) => engine.close())));

function dump(text: string) {
  const file = path.join(folder, `dump-${readdirSync(folder).length}.sql`);
  writeFileSync(file, text);
  return { kind: "sql-file" as const, path: file };
}

const load = (kind: "sqlite" | "pglite", text: string, signal?: AbortSignal) =>
  (engines[kind] as Engine).prepare("harbour", dump(text), { ...(signal ? { signal } : {}) });

describe("a dump that is loaded on SQLite reaches nothing but its own database", () => {
  const victim = path.join(folder, "victim.sqlite");
  const written = path.join(folder, "written.sqlite");
  beforeAll(() => {
    const handle = new DatabaseSync(victim);
    handle.exec("CREATE TABLE kept (x); INSERT INTO kept VALUES (1)");
    handle.close();
  });

  it.each([
    ["ATTACH of another database", `ATTACH '${victim}' AS v; DELETE FROM v.kept;`],
    ["ATTACH of a new file", `ATTACH '${written}' AS w; CREATE TABLE w.t (x);`],
    ["ATTACH behind BEGIN and COMMIT", `BEGIN; COMMIT; ATTACH DATABASE '${victim}' AS v;`],
    ["ATTACH of a URI", `ATTACH 'file:${victim}?mode=rwc' AS v;`],
    ["VACUUM INTO", `CREATE TABLE t (x); VACUUM INTO '${written}';`],
    ["DETACH of its own", "DETACH main;"],
    ["an extension", "SELECT load_extension('/tmp/none.so');"],
    ["a tokenizer's address", "SELECT fts3_tokenizer('simple', x'0000000000000000');"],
    [
      "the schema written by hand",
      "CREATE TABLE t (x); PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE t (y)';",
    ],
  ])("refuses %s", async (_, text) => {
    const before = readFileSync(victim);
    await expect(load("sqlite", text)).rejects.toThrow(/refused|not authorized|may not be modified/);
    expect(readFileSync(victim).equals(before)).toBe(true);
    expect(existsSync(written)).toBe(false);
  });

  it("passes over what a dump sets for its loading, and keeps what is the database's own", async () => {
    const { id, engine, database } = await load(
      "sqlite",
      "PRAGMA foreign_keys = OFF; PRAGMA journal_mode = WAL; PRAGMA page_size = 65536; PRAGMA user_version = 7; BEGIN TRANSACTION; CREATE TABLE t (x INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO t VALUES (3); DELETE FROM sqlite_sequence; INSERT INTO sqlite_sequence VALUES ('t', 9); COMMIT;",
    );
    const reader = await engines.sqlite?.reader({ id, engine, database });
    const handle = new DatabaseSync((reader as { path: string }).path, { readOnly: true });
    expect(handle.prepare("SELECT * FROM sqlite_sequence").get()).toEqual({ name: "t", seq: 9 });
    expect(handle.prepare("PRAGMA user_version").get()).toEqual({ user_version: 7 });
    expect(handle.prepare("PRAGMA page_size").get()).toEqual({ page_size: 4096 });
    expect(handle.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "delete" });
    handle.close();
  });
});

/** What a dump may not do on either kind of PostgreSQL: read or write a file, start a program, be somebody else. */
const reaches = [
  "COPY (SELECT 1) TO PROGRAM 'touch WRITTEN';",
  "CREATE TABLE t (x text); COPY t FROM PROGRAM 'cat /etc/passwd';",
  "COPY (SELECT 1) TO 'WRITTEN';",
  "CREATE TABLE t (x text); COPY t FROM '/etc/passwd';",
  "SELECT pg_read_file('/etc/passwd');",
  "SELECT pg_read_binary_file('/etc/passwd');",
  "SELECT lo_import('/etc/passwd');",
  "SELECT lo_export(lo_create(0), 'WRITTEN');",
  "CREATE FUNCTION f(text) RETURNS int LANGUAGE c AS 'libc.so.6', 'system';",
  "CREATE EXTENSION file_fdw;",
  "SET SESSION AUTHORIZATION postgres; SELECT pg_read_file('/etc/passwd');",
];

/** Nor what on PGlite, whose files and roles are all its own, concerns nobody else. */
const reachesOnServer = [
  ...reaches,
  "SELECT * FROM pg_ls_dir('/');",
  "CREATE FUNCTION f() RETURNS text LANGUAGE internal AS 'pg_read_file_all';",
  "ALTER SYSTEM SET log_min_messages = 'debug5';",
];

describe("a dump that is loaded on PGlite reaches nothing but its own database", () => {
  let engine: Engine;
  beforeAll(() => {
    engine = openEmbeddedEngine("pglite", folder, { ownTemplates: true, loadLimits: patientLimits });
  });
  afterAll(() => engine?.close());

  it.each(reaches)("refuses %s", async (text) => {
    const written = path.join(folder, "written by PGlite");
    await expect(engine.prepare("harbour", dump(text.replace("WRITTEN", written)), {})).rejects.toThrow(
      /denied|must be|not allowed|not exist|not available|not supported|could not|cannot/,
    );
    expect(existsSync(written)).toBe(false);
  });
});

describe("a dump has the limits of a run", () => {
  const endless = {
    sqlite:
      "CREATE TABLE t (x); WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n;",
    pglite: "CREATE TABLE t (x int); DO $$ BEGIN LOOP NULL; END LOOP; END $$;",
  };

  it.each(["sqlite", "pglite"] as const)("ends a statement without end on %s and says so", async (kind) => {
    await expect(load(kind, endless[kind])).rejects.toThrow("ran longer than 1.5 s");
  });

  it.each(["sqlite", "pglite"] as const)(
    "stops for the one who waits on %s, and leaves nothing",
    async (kind) => {
      const stop = new AbortController();
      const loading = load(kind, endless[kind], stop.signal);
      setTimeout(() => stop.abort(new Error("enough")), 300);
      await expect(loading).rejects.toThrow("enough");
      // Under the limits of everybody: a busy machine takes its time to start an engine.
      const patient = openEmbeddedEngine(kind, folder, { ownTemplates: true });
      const again = patient.prepare("harbour", dump("CREATE TABLE t (x int);"), {});
      await expect(again).resolves.toMatchObject({ engine: kind });
      await patient.close();
    },
  );

  it.each([
    ["sqlite", `SELECT [${"x".repeat(2 ** 20)}];`],
    ["pglite", "DO $$ BEGIN RAISE EXCEPTION '%', repeat('x', 200000); END $$;"],
  ] as const)("cuts the text of an error on %s", async (kind, text) => {
    const engine = openEmbeddedEngine(kind, folder, { ownTemplates: true, loadLimits: patientLimits });
    const { message } = await engine.prepare("harbour", dump(text), {}).then(
      () => ({ message: "" }),
      (error: Error) => error,
    );
    await engine.close();
    expect(message).toContain("x".repeat(1000));
    expect(message.length).toBeLessThan(70_000);
  });

  it("bounds the temporary tables of a load as its own", () => {
    const handle = new DatabaseSync(":memory:");
    boundSize(handle);
    expect(handle.prepare("PRAGMA temp.max_page_count").get()).toEqual({ max_page_count: 2 ** 31 / 4096 });
    handle.close();
  });

  it("bounds the memory of a load", async () => {
    const grows = "CREATE TABLE t AS SELECT group_concat(hex(zeroblob(500000000))) FROM (SELECT 1);";
    const engine = openEmbeddedEngine("sqlite", folder, { ownTemplates: true, loadLimits: patientLimits });
    await expect(engine.prepare("harbour", dump(grows), {})).rejects.toThrow(/memory|too big/);
    await engine.close();
  });
});

describe.skipIf(postgresPrograms() === null)(
  `a dump that is loaded on a server (else skipped: ${postgresMissing})`,
  () => {
    let cluster: Cluster;
    let engine: Engine;
    let patientEngine: Engine;
    beforeAll(async () => {
      cluster = startCluster();
      const server = { url: cluster.url, now: () => new Date() };
      engine = await createPostgresEngine({ ...server, loadLimits });
      patientEngine = await createPostgresEngine({ ...server, loadLimits: patientLimits });
    });
    afterAll(async () => {
      await Promise.all([engine?.close(), patientEngine?.close()]);
      cluster?.stop();
    });

    const loadOnServer = (text: string, signal?: AbortSignal, on = engine) =>
      on.prepare("harbour", dump(text), signal ? { signal } : {});
    const working = () =>
      asAdmin(cluster, "SELECT usename FROM pg_stat_activity WHERE usename ~ '^querent_.*_r_'");
    const templates = async () => (await namesLeft(cluster)).filter((name) => name.includes("_t_"));

    // What a script can do to stay: it lifts its limits, and survives being cancelled.
    const stays = `SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN ('statement_timeout', 'client_connection_check_interval');
      DO $$ BEGIN LOOP BEGIN LOOP NULL; END LOOP; EXCEPTION WHEN query_canceled THEN NULL; END; END LOOP; END $$;`;

    const outOfTime = "ran longer than 1.5 s";
    it.each([
      ["a DO without end", stays, outOfTime],
      [
        "an index whose computing has no end",
        "CREATE TABLE t (x int); CREATE FUNCTION f(int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS 'BEGIN LOOP END LOOP; END'; CREATE INDEX ON t (f(x)); INSERT INTO t VALUES (1);",
        outOfTime,
      ],
      [
        "an INSERT that is too large",
        "CREATE TABLE t (x text); ALTER TABLE t ALTER x SET STORAGE EXTERNAL; INSERT INTO t SELECT repeat('x', 4000) || generate_series(1, 100000000);",
        "grown beyond 16 MB",
      ],
      [
        "many INSERTs that are too large together",
        `CREATE TABLE t (x text); ALTER TABLE t ALTER x SET STORAGE EXTERNAL; ${"INSERT INTO t SELECT repeat('x', 4000) FROM generate_series(1, 3000);".repeat(200)}`,
        "grown beyond 16 MB",
      ],
      [
        "a value that takes the server's memory",
        "CREATE TABLE t AS SELECT array_agg(repeat('x', 10000)) FROM generate_series(1, 1000000);",
        /memory|grown beyond/,
      ],
      [
        "an error of two megabytes",
        "DO $$ BEGIN RAISE EXCEPTION '%', repeat('x', 2000000); END $$;",
        /^.{65536,70000}$/,
      ],
    ])("is ended, told and leaves nothing: %s", async (_, text, says) => {
      const on = says === outOfTime ? engine : patientEngine;
      await expect(loadOnServer(text, undefined, on)).rejects.toThrow(says);
      expect([await working(), await templates()]).toEqual([[], []]);
    });

    it.each(reachesOnServer)(
      "is refused what leads out of its database, and leaves nothing: %s",
      async (text) => {
        // Where the server's own account could write.
        const written = `/tmp/querent-written-${process.pid}`;
        const loading = loadOnServer(text.replace("WRITTEN", written), undefined, patientEngine);
        await expect(loading).rejects.toThrow(/denied|must be|not allowed|not exist|not available|cannot/);
        expect(existsSync(written)).toBe(false);
        expect(await templates()).toEqual([]);
      },
    );

    it("makes no role of its own, whatever it is to be", async () => {
      await loadOnServer("CREATE ROLE querent_more SUPERUSER LOGIN;", undefined, patientEngine);
      expect(await asAdmin(cluster, "SELECT 1 FROM pg_roles WHERE rolname = 'querent_more'")).toEqual([]);
    });

    it("ends its work for the one who stops it, and leaves nothing", async () => {
      const stop = new AbortController();
      const before = await templates();
      const loading = expect(loadOnServer(stays, stop.signal)).rejects.toThrow("enough");
      await expect.poll(working).toHaveLength(1);
      stop.abort(new Error("enough"));
      await loading;
      // The server acknowledges an end before the session is gone.
      await expect.poll(async () => [await working(), await templates()]).toEqual([[], before]);
    });

    it("ends its work when Querent is killed, whatever it has switched off", async () => {
      const start = path.join(import.meta.dirname, "../engines/postgres/crashing-start.ts");
      const child = spawn(process.execPath, [start, cluster.url, dump(stays).path], { stdio: "inherit" });
      await expect.poll(working, { timeout: 20_000 }).toHaveLength(1);
      child.kill("SIGKILL");
      await once(child, "exit");
      await expect.poll(working, { timeout: 20_000 }).toEqual([]);
    });
  },
);
