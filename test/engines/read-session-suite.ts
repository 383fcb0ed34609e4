import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { DatabaseRef } from "../../electron/engines/engine.ts";
import { limits, run, startRunner, type TestRunner } from "../queries/support.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { forbiddenFile, type HostileTask } from "./hostile-tasks.ts";

/** An engine whose databases are read by query workers. */
export interface ReadEngine {
  name: string;
  dialect: SqlDialect;
  corpus: readonly HostileTask[];
  /** Makes a database of this script, and says how a worker opens it. */
  open(folder: string, script: string): Promise<DatabaseRef>;
  close(): Promise<void>;
}

export const shipsScript = `
CREATE TABLE ships (id integer PRIMARY KEY, name text NOT NULL, tonnage numeric(10,2), mood text);
CREATE TABLE calls (ship_id integer REFERENCES ships (id), berth integer);
INSERT INTO ships VALUES (1, 'Ann', 10.50, 'calm'), (2, 'Bob', 20.00, 'rough'), (3, 'Cid', 20.00, NULL);
INSERT INTO calls VALUES (1, 7), (2, 8), (3, 9);
CREATE VIEW heavy AS SELECT name FROM ships WHERE tonnage > 15;
`;

const writes = [
  "DELETE FROM calls",
  "WITH gone AS (SELECT 1) DELETE FROM calls",
  "DROP TABLE calls",
  "CREATE TABLE more (a integer)",
  "SELECT 1; DELETE FROM calls",
  "COMMIT",
  "BEGIN",
];

/** SQL that would leave the READ ONLY transaction, or reach beyond the database, on PostgreSQL. */
const escapes: [string, RegExp][] = [
  ["COMMIT; DELETE FROM calls", /several statements/],
  ["SET TRANSACTION READ WRITE", /not run/],
  ["SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE", /not run/],
  ["RESET ROLE", /not run/],
  ["SELECT set_config('transaction_read_only', 'off', false)", /read-write mode/],
  ["SELECT pg_sleep(60)", /permission denied/],
  ["SELECT nextval(pg_get_serial_sequence('ships', 'id'))", /read-only|NULL|null/],
  ["WITH gone AS (DELETE FROM calls RETURNING *) SELECT * FROM gone", /not run/],
  ["SELECT * INTO more FROM ships", /not run/],
  ["SELECT * FROM ships FOR UPDATE", /not run/],
  ["EXPLAIN ANALYZE DELETE FROM calls", /not run/],
  ["DO $$ BEGIN DELETE FROM calls; END $$", /not run/],
  [`COPY ships TO PROGRAM 'touch ${forbiddenFile}'`, /not run/],
  [`COPY ships TO '${forbiddenFile}'`, /not run/],
  ["SELECT lo_import('/etc/passwd')", /permission denied|superuser|not run|read-only/],
  [`SELECT lo_export(1, '${forbiddenFile}')`, /permission denied|superuser|read-only/],
  ["SELECT pg_read_file('/etc/passwd')", /permission denied/],
  ["SELECT pg_ls_dir('.')", /permission denied/],
  ["SELECT * FROM dblink('host=localhost', 'SELECT 1') AS t(a int)", /does not exist/],
  ["SELECT query_to_xml('DELETE FROM calls', true, true, '')", /read-only|not allowed/],
  ["SELECT pg_reload_conf()", /permission denied/],
  ["SELECT pg_terminate_backend(1)", /permission|superuser|not a PostgreSQL|not|must/],
  ["PREPARE p AS SELECT 1", /not run/],
  ["LISTEN somebody", /not run/],
];

/** What may run, and leaves nothing behind. */
const harmless = [
  "SELECT pg_advisory_lock(1)",
  "SELECT set_config('search_path', 'nowhere', false)",
  "SELECT set_config('statement_timeout', '0', false)",
  "SELECT lo_create(0)",
  "SELECT pg_notify('somebody', 'x')",
  "SELECT setseed(0.5)",
];

const endless = (script: string) =>
  `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) ${script}`;

/** Sessions in which SQL under test only reads, in query workers: the same of every engine. */
export function describeReadSessions({ name, dialect, corpus, open, close }: ReadEngine): void {
  describe(`SQL that only reads, on ${name}`, () => {
    const folder = temporaryFolder();
    let test: TestRunner;
    let database: DatabaseRef;
    beforeAll(async () => {
      test = startRunner(folder, { interactive: 1 });
      database = await open(folder, shipsScript);
    }, 240_000);
    afterAll(async () => {
      await test?.runner.close();
      await close();
    }, 240_000);
    const read = (sql: string, changed = {}) =>
      run(test.runner, database, sql, { timeMs: 20_000, ...changed });
    const intact = async () =>
      expect((await read("SELECT (SELECT count(*) FROM ships), (SELECT count(*) FROM calls)")).rows).toEqual([
        ["i3", "i3"],
      ]);

    it("gives columns, and cells as exact text", async () => {
      const { summary, rows } = await read("SELECT id, name, tonnage, mood FROM ships ORDER BY id");
      expect(summary.columns.map((column) => column.name)).toEqual(["id", "name", "tonnage", "mood"]);
      const numeric = dialect === "sqlite" ? ["r10.5", "i20", "i20"] : ["d10.50", "d20.00", "d20.00"];
      expect(rows).toEqual([
        ["i1", "tAnn", numeric[0], "tcalm"],
        ["i2", "tBob", numeric[1], "trough"],
        ["i3", "tCid", numeric[2], null],
      ]);
    });

    it.skipIf(dialect === "sqlite")("gives values of every type as the server writes them", async () => {
      const { summary, rows } = await read(
        `SELECT 12345678901234567890.12345::numeric, timestamp '2024-02-29 23:59:59.123456', timestamptz '2024-01-01 00:00+02',
           ARRAY[1, NULL, 3], ARRAY['a"b', 'c,d'], '{"a": 1.50}'::json, '{"a": 1.50}'::jsonb, 'NaN'::float8, 0.1::float8,
           '\\xdeadbeef'::bytea, true, interval '1 day 2 hours', 9223372036854775807`,
      );
      expect(rows[0]).toEqual([
        ...["d12345678901234567890.12345", "t2024-02-29 23:59:59.123456", "t2023-12-31 22:00:00+00"],
        ...["t{1,NULL,3}", 't{"a\\"b","c,d"}', 't{"a": 1.50}', 't{"a": 1.50}', "rNaN", "r0.1"],
        ...["bdeadbeef", "tt", "t1 day 02:00:00", "i9223372036854775807"],
      ]);
      expect(summary.columns.map(({ declaredType }) => declaredType)).toEqual([
        ...[
          "numeric",
          "timestamp without time zone",
          "timestamp with time zone",
          "integer[]",
          "text[]",
          "json",
        ],
        ...["jsonb", "double precision", "double precision", "bytea", "boolean", "interval", "bigint"],
      ]);
    });

    it("gives many rows whole and in order, to be paged", async () => {
      const sql =
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 20000) SELECT x FROM n";
      const { summary, resultId } = await read(sql);
      expect(summary).toMatchObject({ status: "ok", rowCount: 20_000, truncated: false });
      const page = await test.runner.page(resultId ?? "", 15_000, 3);
      expect(page.rows).toEqual([["i15001"], ["i15002"], ["i15003"]]);
    });

    it("stops at the row cap, the byte cap and the length of a value", async () => {
      expect((await read(endless("SELECT x FROM n"), { rows: 1000 })).summary).toMatchObject({
        ...{ status: "ok", rowCount: 1000, truncated: true },
      });
      const long = dialect === "sqlite" ? "hex(zeroblob(50000))" : "repeat('x', 100000)";
      const { summary } = await read(endless(`SELECT ${long} FROM n`), { resultBytes: 2 ** 20 });
      expect(summary).toMatchObject({ status: "ok", truncated: true });
      const { summary: huge } = await read(`SELECT ${long}`, { cellBytes: 10_000 });
      expect(huge.error).toMatchObject({ kind: "limit" });
      await intact();
    });

    it("stops a statement without end at its time limit, and goes on", async () => {
      const { summary } = await read(endless("SELECT count(*) FROM n"), { timeMs: 400 });
      expect(summary).toMatchObject({
        status: "timeout",
        error: { message: "stopped at the time limit of 400 ms" },
      });
      await intact();
    });

    it.each(writes)("refuses what does more than read: %s", async (sql) => {
      expect((await read(sql)).summary.error?.kind).toBe("refused");
      await intact();
    });

    it.skipIf(dialect === "sqlite").each(escapes)(
      "lets nothing out of the transaction: %s",
      async (sql, says) => {
        const { summary, rows } = await read(sql, { timeMs: 3000 });
        const isEmpty =
          summary.status === "ok" && rows.every((row) => row.every((cell) => cell === null || cell === "tf"));
        if (!isEmpty) expect(summary.error?.message).toMatch(says);
        await intact();
      },
    );

    it.skipIf(dialect === "sqlite").each(harmless)("leaves nothing behind: %s", async (sql) => {
      await read(sql, { timeMs: 3000 });
      const { rows } = await read(
        "SELECT (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'), (SELECT count(*) FROM pg_largeobject_metadata), current_setting('search_path') ~ 'public', current_setting('transaction_read_only')",
      );
      expect(rows).toEqual([["i0", "i0", "tt", "ton"]]);
    });

    it("names the place of an error in the text as written", async () => {
      const { summary } = await read("SELECT name,\n  wrong_column FROM ships");
      expect(summary.error).toMatchObject({ kind: "sql", offset: 15 });
    });

    it("tells tables, views, keys and what a column holds", async () => {
      const { tables } = await test.runner.describe(database);
      expect(tables.map((table) => [table.name, table.kind]).sort()).toEqual([
        ["calls", "table"],
        ["heavy", "view"],
        ["ships", "table"],
      ]);
      const calls = tables.find((table) => table.name === "calls");
      expect(calls?.columns[0]).toMatchObject({
        name: "ship_id",
        references: { table: "ships", column: "id" },
      });
      const sample = await test.runner.sample(database, "ships");
      expect(sample.rows).toBe(3);
      const values = sample.columns.map((column) => [column.name, column.values.toSorted()]);
      expect(values.at(0)).toEqual(["id", ["i1", "i2", "i3"]]);
      expect(values.at(-1)).toEqual(["mood", ["tcalm", "trough"]]);
    });

    it("compares both sides, ties at a LIMIT included", async () => {
      const evaluate = (predictedSql: string, goldSql: string) =>
        test.runner.evaluateAndStore(
          { database, predictedSql, goldSql },
          { limits: limits({ timeMs: 20_000, rows: 1000 }), priority: "interactive" },
        );
      const same = await evaluate(
        "SELECT name FROM ships WHERE id < 3",
        "SELECT name FROM ships ORDER BY id LIMIT 2",
      );
      expect(same.evaluation).toMatchObject({
        gold: { status: "ok" },
        predicted: { status: "ok" },
        ex: { set: true },
      });
      const tied = await evaluate(
        "SELECT name FROM ships ORDER BY tonnage DESC, id DESC LIMIT 1",
        "SELECT name FROM ships ORDER BY tonnage DESC LIMIT 1",
      );
      const gold = tied.goldPage.rows[0]?.[0];
      if (gold !== "tCid") expect(tied.evaluation.difference.kind).toBe("limit-tie");
      expect(tied.comparison).not.toBeNull();
    });

    it.each(corpus.map((task) => [task.what, task] as const))(
      "bears the hostile corpus: %s",
      async (_, task) => {
        for (const text of task.texts) {
          const { summary } = await read(text, { timeMs: 1000, rows: 1000, cellBytes: 2 ** 20 });
          expect(["ok", "error", "timeout"]).toContain(summary.status);
        }
        await intact();
        expect(existsSync(forbiddenFile)).toBe(false);
      },
    );
  });
}
