import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DatabaseState, Engine, TemplateRef } from "../../../electron/engines/engine.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../postgres.ts";
import { answerOf, asAdmin, limits, makeHarbour, openEngine, runOne } from "./fixture.ts";

describe.skipIf(postgresPrograms() === null)(
  `tasks on a PostgreSQL server (else skipped: ${postgresMissing})`,
  () => {
    let cluster: Cluster;
    let engine: Engine;
    let template: TemplateRef;
    let state: DatabaseState;

    beforeAll(async () => {
      cluster = startCluster();
      await makeHarbour(cluster);
      engine = await openEngine(cluster);
      template = await engine.prepare("harbour", { kind: "server-database", database: "harbour" }, {});
      state = await engine.open(template);
    });
    beforeEach(() => state.reset());
    afterAll(async () => {
      await engine?.close();
      cluster?.stop();
    });

    describe("results", () => {
      test("values are the server's exact text under the tag of their type, and types have the server's names", async () => {
        const { columns, rows } = await runOne(
          state,
          `SELECT 9223372036854775807::bigint, 1.50::numeric(10,2), 'NaN'::numeric, 0.1::float8, '-Infinity'::float8, true,
           '\\x00ff'::bytea, 'rough'::mood, ARRAY[1,NULL], '{"a": 1.0}'::jsonb, '{"a":  1.0}'::json,
           '2024-02-29 12:00:00.123456+02'::timestamptz, '1 mon -2 days'::interval, NULL::text, 'é😀'::text`,
        );
        expect(rows).toEqual([
          [
            "i9223372036854775807",
            "d1.50",
            "dNaN",
            "r0.1",
            "r-Infinity",
            "tt",
            "b00ff",
            "trough",
            "t{1,NULL}",
            't{"a": 1.0}',
            't{"a":  1.0}',
            "t2024-02-29 10:00:00.123456+00",
            "t1 mon -2 days",
            null,
            "té😀",
          ],
        ]);
        expect(columns.map(({ declaredType }) => declaredType)).toEqual([
          "bigint",
          "numeric",
          "numeric",
          "double precision",
          "double precision",
          "boolean",
          "bytea",
          "mood",
          "integer[]",
          "jsonb",
          "json",
          "timestamp with time zone",
          "interval",
          "text",
          "text",
        ]);
      });

      test("bytea stays hexadecimal when the script asks for the escape form", async () => {
        await runOne(state, "SET bytea_output = 'escape'");
        expect(await answerOf(state, "SELECT '\\x005c41ff'::bytea")).toBe("b005c41ff");
      });

      test("rows are cut at the cap and told as cut, without waiting for those that are not fetched", async () => {
        const { rows, truncated, rowCount } = await runOne(
          state,
          "SELECT a.id FROM ship a, call b, ship c, call d, ship e, call f, ship g, call h",
          { rows: 3 },
        );
        expect([rows, truncated, rowCount === 3]).toEqual([
          Array(3).fill([expect.stringMatching(/^i\d+$/)]),
          true,
          true,
        ]);
      });

      test("a text of several statements gives a result for each, with command, rows touched and notices", async () => {
        const results = await state.run(
          [
            "UPDATE ship SET tonnage = 1 WHERE id < 4; SELECT 1;; DO $$ BEGIN RAISE NOTICE 'ahoy'; END $$ -- end",
          ],
          { limits },
        );
        expect(results.map(({ command, affected, notices }) => [command, affected, notices])).toEqual([
          ["UPDATE", 3, []],
          ["SELECT", 1, []],
          ["DO", null, ["NOTICE: ahoy"]],
        ]);
      });

      test.each([
        ["ROLLBACK", "BEGIN; DELETE FROM call; ROLLBACK", "i20"],
        ["COMMIT", "BEGIN; DELETE FROM call; COMMIT", "i0"],
        ["an error", "BEGIN; DELETE FROM call; SELECT nope", "i20"],
        ["the end of the text", "BEGIN; DELETE FROM call", "i0"],
      ])("a transaction that a text opens ends with %s", async (_what, sql, left) => {
        await state.run([sql], { limits });
        expect(await answerOf(state, "SELECT count(*) FROM call")).toBe(left);
      });

      test.each([
        ["SELECT 'é😀', nope", 14],
        ["SELECT 1;\nSELECT '😀', nope", 23],
        ["SELECT 1; SELEC 2", 10],
      ])("an error says where it stands in the text as written: %j", async (sql, offset) => {
        const { error } = await runOne(state, sql);
        expect(error).toMatchObject({ kind: "sql", offset });
      });

      test("a constraint that is checked when the text ends its transaction fails its last statement", async () => {
        await runOne(
          state,
          "ALTER TABLE call ADD FOREIGN KEY (berth) REFERENCES ship DEFERRABLE INITIALLY DEFERRED NOT VALID",
        );
        const { status, error } = await runOne(state, "BEGIN; INSERT INTO call VALUES (1, 999); SELECT 1");
        expect([status, error?.message]).toEqual(["error", expect.stringContaining("foreign key")]);
      });

      test("a text that holds a NUL character is refused and the state stays usable", async () => {
        expect((await runOne(state, "SELECT '\0'")).error).toMatchObject({ kind: "sql", offset: 8 });
        expect(await answerOf(state, "SELECT 1")).toBe("i1");
      });

      test("a megabyte of SQL runs", async () => {
        expect(await answerOf(state, `SELECT length('${"x".repeat(1 << 20)}')`)).toBe(`i${1 << 20}`);
      });
    });

    describe("putting back", () => {
      test.each([
        ["rows", "UPDATE ship SET name = 'x'"],
        ["a table that is dropped", "DROP TABLE ship CASCADE"],
        ["new objects", "CREATE TABLE extra (a int); CREATE VIEW v AS SELECT 1; CREATE INDEX ON ship (name)"],
        ["functions", "CREATE OR REPLACE FUNCTION ships() RETURNS bigint LANGUAGE sql AS 'SELECT 0::bigint'"],
        [
          "triggers",
          "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; CREATE TRIGGER t BEFORE INSERT ON ship FOR EACH ROW EXECUTE FUNCTION f()",
        ],
        ["a sequence moved by a SELECT", "SELECT nextval('ticket')"],
        ["a serial moved by an insert that failed", "INSERT INTO ship (name) VALUES (NULL)"],
        ["a value of an enum", "ALTER TYPE mood ADD VALUE 'wild'"],
        ["a comment", "COMMENT ON TABLE ship IS 'changed'"],
        ["a large object made by a SELECT", "SELECT lo_from_bytea(4711, '\\x00')"],
        ["a COMMIT inside the text", "BEGIN; DELETE FROM call; COMMIT; SELECT 1"],
        ["a prepared transaction", "BEGIN; DELETE FROM call; PREPARE TRANSACTION 'left'"],
        ["everything the role owns", "DROP OWNED BY CURRENT_USER CASCADE"],
        [
          "a write hidden in a function that a SELECT calls",
          "CREATE FUNCTION w() RETURNS int LANGUAGE sql AS 'DELETE FROM call; SELECT 1'; SELECT w()",
        ],
      ])("a reset brings back: %s", async (_what, sql) => {
        const before = await state.hash();
        await state.run([sql], { limits });
        await state.reset();
        expect(await state.hash()).toEqual(before);
        expect(await answerOf(state, "SELECT nextval('ticket')")).toBe("i1");
      });

      test("a hash tells rows, schema and sequences apart and names the table", async () => {
        const before = await state.hash();
        await runOne(state, "DELETE FROM call WHERE berth = 1");
        const rows = await state.hash();
        expect(rows).toEqual({ ...before, tables: { ...before.tables, call: rows.tables.call } });
        expect(rows.tables.call).not.toBe(before.tables.call);
        await runOne(state, "SELECT nextval('ticket')");
        const sequence = await state.hash();
        expect([sequence.tables, sequence.schema]).toEqual([rows.tables, rows.schema]);
        expect(sequence.sequences).not.toBe(rows.sequences);
        await runOne(state, "CREATE INDEX ON call (berth)");
        expect((await state.hash()).schema).not.toBe(sequence.schema);
      });

      test("settings, prepared statements, temporary tables, locks and the role of a session go with a reset", async () => {
        const fresh = await answerOf(state, "SELECT current_user");
        await runOne(
          state,
          "SELECT set_config('search_path', 'pg_catalog', false), set_config('timezone', 'Asia/Tokyo', false)",
        );
        await state.reset();
        expect(await answerOf(state, "SELECT current_user")).toBe(fresh);
        expect(await answerOf(state, "SHOW timezone")).toBe("tUTC");
        expect(await answerOf(state, "SELECT count(*) FROM ship")).toBe("i20");
        await state.run(
          ["PREPARE p AS SELECT 1", "CREATE TEMP TABLE tt (a int)", "LISTEN ahoy", "SET ROLE NONE"],
          { limits },
        );
        await state.reset();
        expect(await answerOf(state, "SELECT count(*) FROM pg_prepared_statements")).toBe("i0");
        expect(await answerOf(state, "SELECT to_regclass('tt') IS NULL")).toBe("tt");
        expect(await answerOf(state, "SELECT current_user")).toBe(fresh);
      });

      test("a snapshot brings back its state, on another state of the template too, and a reset then the template", async () => {
        await runOne(state, "DELETE FROM call; CREATE TABLE extra (a int); SELECT nextval('ticket')");
        const then = await state.hash();
        const snapshot = await state.snapshot();
        await runOne(state, "DROP TABLE ship CASCADE");
        await state.restore(snapshot);
        expect(await state.hash()).toEqual(then);
        const other = await engine.open(template);
        await other.restore(snapshot);
        expect(await other.hash()).toEqual(then);
        expect((await runOne(other, "DROP TABLE extra")).status).toBe("ok");
        await other.close();
        await state.reset();
        expect(await answerOf(state, "SELECT count(*) FROM call")).toBe("i20");
      });

      test("two states of one template do not see each other", async () => {
        const other = await engine.open(template);
        await runOne(state, "DELETE FROM call");
        expect(await answerOf(other, "SELECT count(*) FROM call")).toBe("i20");
        expect(
          await answerOf(
            other,
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname <> current_database() AND usename LIKE 'querent%' LIMIT 1`,
          ),
        ).toMatch(/^error: /);
        await other.close();
      });

      test("many states at once, written to and put back, keep apart", async () => {
        const states = await Promise.all([1, 2, 3].map(() => engine.open(template)));
        const counts = await Promise.all(
          states.map(async (one, at) => {
            await runOne(one, `DELETE FROM call WHERE ship_id <= ${at}`);
            const count = await answerOf(one, "SELECT count(*) FROM call");
            await one.reset();
            return [count, await answerOf(one, "SELECT count(*) FROM call")];
          }),
        );
        expect(counts).toEqual([0, 1, 2].map((at) => [`i${20 - at}`, "i20"]));
        await Promise.all(states.map((one) => one.close()));
      });
    });

    describe("hostile SQL", () => {
      test.each([
        "COPY (SELECT 1) TO PROGRAM 'id'",
        "COPY (SELECT 1) TO '/tmp/querent-was-here'",
        "COPY ship FROM '/etc/passwd'",
        "SELECT pg_read_file('/etc/passwd')",
        "SELECT pg_ls_dir('.')",
        "SELECT lo_import('/etc/passwd')",
        "SELECT lo_export(1, '/tmp/querent-was-here')",
        "CREATE EXTENSION dblink",
        "CREATE EXTENSION pg_trgm",
        "CREATE FUNCTION c() RETURNS int AS 'libc.so.6', 'getpid' LANGUAGE c",
        "SELECT pg_sleep(5)",
        "SET ROLE postgres",
        "SET SESSION AUTHORIZATION postgres",
        "SELECT pg_reload_conf()",
        "ALTER DATABASE harbour RENAME TO gone",
        "CREATE ROLE x",
        "ALTER ROLE postgres NOSUPERUSER",
        "SELECT * FROM pg_authid",
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'postgres' LIMIT 1",
        "ALTER ROLE CURRENT_USER CONNECTION LIMIT 100",
        "CREATE EVENT TRIGGER e ON ddl_command_start EXECUTE FUNCTION ships()",
      ])("is refused: %s", async (sql) => {
        const { status, error } = await runOne(state, sql);
        expect([status, error?.kind, error?.message]).toEqual(["error", "refused", expect.any(String)]);
        expect(await answerOf(state, "SELECT count(*) FROM ship")).toBe("i20");
      });

      test.each([
        "ALTER SYSTEM SET work_mem = '1MB'",
        "CREATE DATABASE x",
        "DROP DATABASE harbour",
        "CREATE TABLESPACE t LOCATION '/tmp'",
        "CREATE SUBSCRIPTION s CONNECTION 'host=localhost' PUBLICATION p",
      ])(
        "cannot run, as each text is a transaction (SPEC T22), and no other way leads there: %s",
        async (sql) => {
          const { status, error } = await runOne(state, sql);
          expect([status, error?.message]).toEqual([
            "error",
            expect.stringContaining("cannot run inside a transaction block"),
          ]);
          expect((await runOne(state, `COMMIT; ${sql}`)).status).toBe("error");
        },
      );

      test.each([
        ["a loop", "DO $$ BEGIN LOOP NULL; END LOOP; END $$"],
        [
          "a loop that catches everything",
          "DO $$ BEGIN LOOP BEGIN PERFORM 1/0; EXCEPTION WHEN OTHERS THEN NULL; END; END LOOP; END $$",
        ],
        [
          "a loop that survives being cancelled",
          "DO $$ BEGIN LOOP BEGIN LOOP NULL; END LOOP; EXCEPTION WHEN query_canceled THEN NULL; END; END LOOP; END $$",
        ],
        ["a count without end", "SELECT count(*) FROM generate_series(1, 1000000000000)"],
        [
          "a recursion without end",
          "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r",
        ],
        [
          "a limit that the script lifts",
          "SET statement_timeout = 0; DO $$ BEGIN LOOP NULL; END LOOP; END $$",
        ],
      ])("is stopped at its time limit, and the state goes on: %s", async (_what, sql) => {
        const { status, error, elapsedMs } = await runOne(state, sql, { timeMs: 300 });
        expect([status, error?.kind]).toEqual(["timeout", "limit"]);
        expect(elapsedMs).toBeLessThan(5_000);
        expect(await answerOf(state, "SELECT count(*) FROM ship")).toBe("i20");
      });

      test.each([
        ["one value of a gigabyte", "SELECT repeat('x', 1000000000)"],
        [
          "a gigabyte of notices",
          "DO $$ BEGIN FOR i IN 1..10000 LOOP RAISE NOTICE '%', repeat('x', 100000); END LOOP; END $$",
        ],
        ["wide rows", "SELECT repeat('x', 1000000) FROM generate_series(1, 1000)"],
        [
          "temporary files",
          "SELECT count(*) FROM (SELECT g, repeat('x', 1000) FROM generate_series(1, 10000000) g ORDER BY 2, 1 DESC) x",
        ],
      ])("is bounded, and the state goes on: %s", async (_what, sql) => {
        const { status, error } = await runOne(state, sql, { memoryBytes: 8 << 20 });
        expect([status === "ok", error?.kind]).toEqual([false, "limit"]);
        expect(await answerOf(state, "SELECT count(*) FROM ship")).toBe("i20");
      });

      test("notices are kept up to a hundred, each cut", async () => {
        const { notices } = await runOne(
          state,
          "DO $$ BEGIN FOR i IN 1..500 LOOP RAISE NOTICE '%', repeat('x', 5000); END LOOP; END $$",
        );
        expect([notices.length, Math.max(...notices.map(({ length }) => length))]).toEqual([100, 1001]);
      });

      test("a value beyond the cell limit is an error, not a cut value", async () => {
        expect((await runOne(state, "SELECT repeat('x', 2000)", { cellBytes: 1000 })).error?.kind).toBe(
          "limit",
        );
      });

      test("COPY FROM STDIN fails instead of waiting, COPY TO STDOUT gives no rows", async () => {
        expect((await runOne(state, "COPY ship FROM STDIN")).status).toBe("error");
        expect((await runOne(state, "COPY ship TO STDOUT")).rows).toEqual([]);
        expect(await answerOf(state, "SELECT 1")).toBe("i1");
      });

      test.each([
        "pg_terminate_backend(pg_backend_pid())",
        "pg_cancel_backend(pg_backend_pid())",
        "pg_try_advisory_lock(1)",
        "pg_advisory_xact_lock(1, 2)",
        "pg_sleep(0)",
        "pg_logical_emit_message(false, 'a', 'b')",
      ])("SELECT %s is refused, to the role that is logged in, too", async (call) => {
        const { status, error } = await runOne(state, `SET ROLE NONE; SELECT ${call}`);
        expect([status, error?.kind]).toEqual(["error", "refused"]);
      });

      test("a session that somebody ends in the middle of a text says nothing about the text", async () => {
        const running = runOne(state, "DO $$ BEGIN LOOP NULL; END LOOP; END $$");
        await expect
          .poll(() =>
            asAdmin(
              cluster,
              "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename ~ '^querent_.*_r_' AND query ~ '^DO'",
            ),
          )
          .toHaveLength(1);
        expect((await running).error).toMatchObject({
          kind: "engine",
          message: expect.stringContaining("the session ended"),
        });
        expect(await answerOf(state, "SELECT count(*) FROM ship")).toBe("i20");
      });

      test("a session that somebody ends between two texts is opened again", async () => {
        await runOne(state, "SELECT 1");
        await asAdmin(
          cluster,
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename ~ '^querent_.*_r_'",
        );
        expect(await answerOf(state, "SELECT count(*) FROM ship")).toBe("i20");
      });

      test("a script that stores more and more is stopped before the disk is full", async () => {
        const { status, error } = await runOne(
          state,
          "CREATE TABLE heap (t text); ALTER TABLE heap ALTER t SET STORAGE EXTERNAL; INSERT INTO heap SELECT repeat('x', 8000) FROM ship a, ship b, ship c, ship d, ship e",
          { timeMs: 55_000 },
        );
        expect([status, error?.kind, error?.message]).toEqual([
          "error",
          "limit",
          expect.stringContaining("has written more than 1 GB"),
        ]);
        await state.reset();
        expect(await answerOf(state, "SELECT count(*) FROM ship")).toBe("i20");
      });

      test("many short statements store no more than one long one", async () => {
        const insert = "INSERT INTO heap SELECT repeat('x', 8000) FROM generate_series(1, 4000)";
        const { status, error } = await runOne(
          state,
          `CREATE TABLE heap (t text); ALTER TABLE heap ALTER t SET STORAGE EXTERNAL; ${`${insert}; `.repeat(80)}`,
          { timeMs: 55_000 },
        );
        expect([status, error?.kind, error?.message]).toEqual([
          "error",
          "limit",
          expect.stringContaining("has written more than 1 GB"),
        ]);
        await state.reset();
      });

      test("a statement that takes the server's memory is ended at its limit", async () => {
        const { status, error } = await runOne(
          state,
          "SELECT array_length(array_agg(repeat('x', 1000) || n), 1) FROM (SELECT generate_series(1, 100000000) AS n) AS s",
          { timeMs: 30_000 },
        );
        expect([status, error?.message]).toEqual([
          "error",
          "stopped: the server needed more than 64 MB of memory for it",
        ]);
      });

      test("nothing that a script does goes into the server's log", async () => {
        const log = path.join(path.dirname(cluster.socketFolder), "log");
        await runOne(
          state,
          "DO $$ BEGIN FOR i IN 1..1000 LOOP RAISE LOG '%', repeat('flood', 100); END LOOP; END $$",
        );
        await runOne(state, "SELECT 1/0 AS flood");
        await runOne(state, "SET ROLE NONE; SET log_min_messages = 'debug5'");
        expect(readFileSync(log, "utf8")).not.toContain("flood");
      });

      test("a script that spoils its own role only spoils its state", async () => {
        await state.run(
          [
            "SET ROLE NONE; ALTER ROLE CURRENT_USER SET default_transaction_read_only = on; ALTER ROLE CURRENT_USER PASSWORD 'x'; DROP OWNED BY CURRENT_USER",
            "SELECT count(*) FROM ship",
          ],
          { limits },
        );
        expect(await answerOf(state, "SELECT count(*) FROM ship")).toBe("i20");
        await state.reset();
        expect((await runOne(state, "DELETE FROM call")).status).toBe("ok");
      });

      test("a signal ends what runs and rejects with its reason; the state goes on", async () => {
        const abort = new AbortController();
        const reason = new Error("not wanted any more");
        const running = state.run(["DO $$ BEGIN LOOP NULL; END LOOP; END $$"], {
          limits: { ...limits, timeMs: 60_000 },
          signal: abort.signal,
        });
        setTimeout(() => abort.abort(reason), 100);
        await expect(running).rejects.toBe(reason);
        expect(await answerOf(state, "SELECT count(*) FROM ship")).toBe("i20");
      });
    });
  },
);
