import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type {
  DatabaseState,
  Engine,
  StatementLimits,
  TemplateRef,
  TemplateSource,
} from "../../electron/engines/engine.ts";
import { stateSchema } from "../../electron/task-databases/state-schema.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** What an engine is tried with. `dialect` chooses the statements that only one family knows. */
export interface EngineUnderTest {
  name: string;
  dialect: "sqlite" | "postgres";
  start(folder: string): Promise<Engine>;
}

/** Statements that are to be ended name a time of their own; a busy machine has its time for all others. */
export const suiteLimits: StatementLimits = {
  timeMs: 30_000,
  rows: 10_000,
  cellBytes: 16 * 2 ** 20,
  memoryBytes: 512 * 2 ** 20,
};

const script = `
CREATE TABLE ships (id integer PRIMARY KEY, name text NOT NULL, built integer);
CREATE TABLE calls (ship integer REFERENCES ships (id), port text);
INSERT INTO ships VALUES (1, 'Elbe; or not', 1970), (2, 'Weser', 1981), (3, 'Ems', NULL);
INSERT INTO calls VALUES (1, 'Bremen'), (1, 'Kiel'), (3, 'Emden');
CREATE VIEW old AS SELECT * FROM ships WHERE built < 1975;
`;

/** The one suite that every engine for tasks passes. */
export function describeTaskEngine({ name, dialect, start }: EngineUnderTest): void {
  describe(`tasks on ${name}`, () => {
    const folder = temporaryFolder();
    let engine: Engine;
    let template: TemplateRef;
    let state: DatabaseState;
    const run = (...sql: string[]) => state.run(sql, { limits: suiteLimits });
    const rowsOf = async (sql: string) => (await run(sql))[0]?.rows;
    const file = (text: string, at: string) => {
      writeFileSync(path.join(folder, at), text);
      return { kind: "sql-file" as const, path: path.join(folder, at) };
    };

    beforeAll(async () => {
      engine = await start(folder);
      template = await engine.prepare("harbour", file(script, "harbour.sql"), {});
      state = await engine.open(template);
    });
    afterAll(() => engine?.close());

    it("tells its tables and views with types and keys, those made since, too", async () => {
      await run('CREATE TABLE "Pier ""9""" (ship integer REFERENCES ships, depth numeric)');
      const { tables } = await stateSchema(state, {
        ...{ database: "harbour", limits: suiteLimits, signal: new AbortController().signal },
        dialect: dialect === "sqlite" ? "sqlite" : "postgresql",
      });
      const told = tables.map(({ name: table, kind, columns }) => [
        `${kind} ${table}`,
        columns.map((column) => [
          `${column.name} ${column.declaredType.toLowerCase()}`,
          column.primaryKey,
          column.notNull,
          column.references,
        ]),
      ]);
      const ship = { table: "ships", column: "id" };
      expect(Object.fromEntries(told)).toMatchObject({
        "table calls": [
          ["ship integer", false, false, ship],
          ["port text", false, false, null],
        ],
        "table ships": [
          ["id integer", true, dialect !== "sqlite", null],
          ["name text", false, true, null],
          {},
        ],
        "view old": [["id integer", false, false, null], expect.anything(), expect.anything()],
        'table Pier "9"': [
          ["ship integer", false, false, ship],
          ["depth numeric", false, false, null],
        ],
      });
      await state.reset();
    });

    it("gives rows with exact values", async () => {
      expect(await rowsOf("SELECT id, name, built FROM ships ORDER BY id")).toEqual([
        ["i1", "tElbe; or not", "i1970"],
        ["i2", "tWeser", "i1981"],
        ["i3", "tEms", null],
      ]);
    });

    it("gives the same template for the same source", async () => {
      expect(await engine.prepare("harbour", file(script, "harbour.sql"), {})).toEqual(template);
    });

    describe("transactions (SPEC T22)", () => {
      afterEach(() => state.reset());

      it("runs the statements of a text one after another and stops after the first that fails", async () => {
        const results = await run(
          "INSERT INTO ships VALUES (7, 'x', 1); SELECT count(*) FROM ships; SELECT nothing FROM ships; DELETE FROM ships",
          "DELETE FROM calls",
        );
        expect(results.map(({ status }) => status)).toEqual(["ok", "ok", "error"]);
        expect(results[1]?.rows).toEqual([["i4"]]);
        expect(await rowsOf("SELECT count(*) FROM calls")).toEqual([["i3"]]);
      });

      it.each([
        ["a text is committed at its end", ["DELETE FROM calls"], "ok", "i0"],
        ["an error undoes the whole text", ["DELETE FROM calls; SELECT nothing FROM ships"], "error", "i3"],
        [
          "an error leaves the texts before it",
          ["DELETE FROM calls", "SELECT nothing FROM ships"],
          "error",
          "i0",
        ],
        [
          "DDL is undone with the rest",
          ["CREATE TABLE calls2 (a int); DROP TABLE calls; SELECT nothing"],
          "error",
          "i3",
        ],
        ["a ROLLBACK acts where it stands", ["BEGIN; DELETE FROM calls; ROLLBACK"], "ok", "i3"],
        ["a ROLLBACK needs no BEGIN", ["DELETE FROM calls; ROLLBACK"], "ok", "i3"],
        [
          "a COMMIT keeps what stands before it",
          ["DELETE FROM calls; COMMIT; SELECT nothing FROM ships"],
          "error",
          "i0",
        ],
        [
          "after a COMMIT what follows is undone by its own error",
          ["COMMIT; DELETE FROM calls; SELECT nothing FROM ships"],
          "error",
          "i3",
        ],
        ["after a ROLLBACK what follows is committed", ["ROLLBACK; DELETE FROM calls"], "ok", "i0"],
        ["a BEGIN that is never ended is committed", ["BEGIN; DELETE FROM calls"], "ok", "i0"],
        [
          "a BEGIN after the first statement is no new transaction",
          ["DELETE FROM calls; BEGIN; ROLLBACK"],
          "ok",
          "i3",
        ],
        ["a savepoint can be gone back to", ["SAVEPOINT a; DELETE FROM calls; ROLLBACK TO a"], "ok", "i3"],
        ["VACUUM is refused", ["DELETE FROM calls; VACUUM"], "error", "i3"],
        ["a text of comments only is no statement", ["-- nothing"], undefined, "i3"],
      ])("%s", async (_what, texts, status, left) => {
        expect((await run(...texts)).at(-1)?.status).toBe(status);
        expect(await rowsOf("SELECT count(*) FROM calls")).toEqual([[left]]);
      });

      it("a BEGIN inside a transaction only warns", async () => {
        const results = await run("BEGIN; SELECT 1");
        expect(results.map(({ command, notices }) => [command, notices])).toEqual([
          ["BEGIN", ["WARNING: there is already a transaction in progress"]],
          ["SELECT", []],
        ]);
      });
    });

    it("names how many rows a statement touched", async () => {
      expect((await run("UPDATE ships SET built = 2000"))[0]).toMatchObject({
        command: "UPDATE",
        affected: 3,
      });
      await state.reset();
    });

    it("is put back after rows, tables, views and indexes changed, also across COMMIT", async () => {
      const before = await state.hash();
      await run(
        "BEGIN; DELETE FROM calls; COMMIT; DROP VIEW old; DROP TABLE calls; CREATE TABLE n (a int); CREATE INDEX i ON ships (built)",
      );
      const after = await state.hash();
      expect(after.schema).not.toBe(before.schema);
      await state.reset();
      expect(await state.hash()).toEqual(before);
    });

    it("hashes equal states alike and says which table differs", async () => {
      const before = await state.hash();
      await run("UPDATE ships SET built = 1 WHERE id = 2");
      const after = await state.hash();
      expect(after.tables.calls).toBe(before.tables.calls);
      expect(after.tables.ships).not.toBe(before.tables.ships);
      await run("UPDATE ships SET built = 1981 WHERE id = 2");
      expect(await state.hash()).toEqual(before);
      await state.reset();
    });

    it("brings a snapshot back, on this state and on another", async () => {
      await run("DELETE FROM calls WHERE port = 'Kiel'");
      const wanted = await state.hash();
      const snapshot = await state.snapshot();
      await run("DROP TABLE calls");
      await state.restore(snapshot);
      expect(await state.hash()).toEqual(wanted);
      const other = await engine.open(template);
      await other.restore(snapshot);
      expect(await other.hash()).toEqual(wanted);
      await other.close();
      await state.reset();
    });

    it("keeps two states of one template apart", async () => {
      const other = await engine.open(template);
      await Promise.all([
        run("DELETE FROM calls"),
        other.run(["INSERT INTO calls VALUES (2, 'Rotterdam')"], { limits: suiteLimits }),
      ]);
      expect(await rowsOf("SELECT count(*) FROM calls")).toEqual([["i0"]]);
      const [there] = await other.run(["SELECT count(*) FROM calls"], { limits: suiteLimits });
      expect(there?.rows).toEqual([["i4"]]);
      await other.close();
      await state.reset();
    });

    it("cuts the rows at the cap and says so", async () => {
      const [result] = await state.run(["SELECT id FROM ships"], { limits: { ...suiteLimits, rows: 2 } });
      expect(result).toMatchObject({ rows: [["i1"], ["i2"]], rowCount: 2, truncated: true });
    });

    it("ends an endless statement at its time limit and goes on with what was committed before", async () => {
      await run("UPDATE ships SET built = 5 WHERE id = 1");
      const endless =
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n";
      const [result] = await state.run([endless], { limits: { ...suiteLimits, timeMs: 300 } });
      expect(result).toMatchObject({ status: "timeout", error: { kind: "limit" } });
      expect(await rowsOf("SELECT built FROM ships WHERE id = 1")).toEqual([["i5"]]);
      await state.reset();
    });

    it("is cancelled by its signal and can be used again", async () => {
      const endless =
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n";
      const abort = new AbortController();
      const running = state.run([endless], { limits: suiteLimits, signal: abort.signal });
      abort.abort();
      await expect(running).rejects.toThrow(/abort/i);
      await state.reset();
      expect(await rowsOf("SELECT count(*) FROM ships")).toEqual([["i3"]]);
    });

    it("names file and line of the first statement that does not load, and leaves nothing", async () => {
      const broken = file("CREATE TABLE a (x int);\n\nINSERT INTO missing\nVALUES (1);\n", "broken.sql");
      await expect(engine.prepare("broken", broken, {})).rejects.toThrow(/broken\.sql, line 3: .*missing/);
    });

    if (dialect === "sqlite")
      it("holds no table of a text that was not valid UTF-8", async () => {
        await run("INSERT INTO ships VALUES (9, CAST(x'ff61' AS TEXT), 1), (10, 'x', 2)");
        expect(await rowsOf("SELECT name FROM ships WHERE id > 8 ORDER BY id")).toEqual([["xff61"], ["tx"]]);
        expect((await run("DROP TABLE calls"))[0]).toMatchObject({ status: "ok", error: null });
        expect((await run("DROP TABLE ships"))[0]).toMatchObject({ status: "ok", error: null });
        await state.reset();
      });

    for (const sql of dialect === "sqlite" ? sqliteEscapes : postgresEscapes)
      it(`refuses to leave the database: ${sql.slice(0, 60)}`, async () => {
        const results = await run(sql);
        expect(results.at(-1)?.status).toBe("error");
        await state.reset();
        expect(await rowsOf("SELECT count(*) FROM ships")).toEqual([["i3"]]);
      });

    if (dialect === "postgres")
      describePostgres(
        () => state,
        () => engine,
        (text) => ({ ...file(text, "scans_schema.txt"), kind: "schema-text" }),
      );
  });
}

const sqliteEscapes = [
  "ATTACH '/tmp/x.sqlite' AS other",
  "VACUUM INTO '/tmp/x.sqlite'",
  "SELECT load_extension('x')",
  "PRAGMA journal_mode = WAL",
  "PRAGMA writable_schema = ON",
];

const postgresEscapes = [
  "COPY ships TO PROGRAM 'cat'",
  "COPY ships FROM PROGRAM 'id'",
  "COPY ships TO '/tmp/x'",
  "COPY ships FROM STDIN",
  "SELECT pg_read_file('/etc/passwd')",
  "SELECT lo_import('/etc/passwd')",
  "SELECT pg_sleep(1000)",
  "SELECT * FROM dblink('x', 'SELECT 1') AS t(a int)",
  "SET ROLE postgres",
  "RESET SESSION AUTHORIZATION; SET SESSION AUTHORIZATION postgres",
  "ALTER SYSTEM SET work_mem = '1GB'",
  "DROP DATABASE postgres",
  "CREATE FUNCTION f() RETURNS int LANGUAGE c AS 'x', 'y'",
  "ALTER ROLE CURRENT_USER SUPERUSER",
  "BEGIN; PREPARE TRANSACTION 'x'",
  "CREATE EXTENSION file_fdw",
];

function describePostgres(
  state: () => DatabaseState,
  engineOf: () => Engine,
  schemaText: (text: string) => TemplateSource,
): void {
  const run = (...sql: string[]) => state().run(sql, { limits: suiteLimits });

  it("hashes what lies in a schema of any name, where the server takes it", async () => {
    const before = await state().hash();
    const [made] = await run("CREATE SCHEMA pg_mine");
    expect((await state().hash()).schema === before.schema).toBe(made?.status !== "ok");
    await state().reset();
  });

  it("hashes what lies under forced row security, and leaves it forced", async () => {
    const before = await state().hash();
    await run("ALTER TABLE ships ENABLE ROW LEVEL SECURITY");
    const enabled = await state().hash();
    await run("ALTER TABLE ships FORCE ROW LEVEL SECURITY");
    const forced = await state().hash();
    expect([enabled.tables, forced.tables]).toEqual([before.tables, before.tables]);
    expect(new Set([before.schema, enabled.schema, forced.schema]).size).toBe(3);
    expect((await run("SELECT count(*) FROM ships"))[0]?.rows).toEqual([["i0"]]);
    await state().reset();
    expect(await state().hash()).toEqual(before);
  });

  it.each([
    "VACUUM",
    "CREATE DATABASE x",
    "CREATE INDEX CONCURRENTLY ON ships (built)",
    "DELETE FROM calls; COMMIT; VACUUM",
  ])("fails inside a transaction as it does for psycopg2 (SPEC T22): %s", async (sql) => {
    expect((await run(sql)).at(-1)).toMatchObject({
      status: "error",
      error: { message: expect.stringMatching(/cannot run inside a transaction block|permission denied/) },
    });
    await state().reset();
  });

  it("checks a deferred constraint at a text's end, and undoes the text where it does not hold (SPEC T22)", async () => {
    await run(
      "ALTER TABLE calls DROP CONSTRAINT calls_ship_fkey; ALTER TABLE calls ADD CONSTRAINT later FOREIGN KEY (ship) REFERENCES ships DEFERRABLE INITIALLY DEFERRED",
    );
    const [first, last] = await run("INSERT INTO calls VALUES (99, 'Oslo'); SELECT count(*) FROM calls");
    expect([first?.status, last?.status, last?.rows]).toEqual(["ok", "error", []]);
    expect(last?.error?.message).toContain("foreign key");
    expect((await run("SELECT count(*) FROM calls"))[0]?.rows).toEqual([["i3"]]);
    await state().reset();
  });

  it("writes every type as the server does", async () => {
    const [result] = await run(
      `SELECT 1.50::numeric, 'NaN'::numeric, 'NaN'::float8, '-infinity'::timestamptz, '1 day 02:03'::interval, ARRAY[1,NULL,3],
       '{"b": 1,  "a": 2}'::json, '\\x00ff'::bytea, true, 9223372036854775807, DATE '2024-02-29', 0.1::float8`,
    );
    expect(result?.rows[0]).toEqual([
      ...[
        "d1.50",
        "dNaN",
        "rNaN",
        "t-infinity",
        "t1 day 02:03:00",
        "t{1,NULL,3}",
        't{"b": 1,  "a": 2}',
        "b00ff",
        "tt",
      ],
      ...["i9223372036854775807", "t2024-02-29", "r0.1"],
    ]);
    expect(result?.columns.map(({ declaredType }) => declaredType).slice(3, 6)).toEqual([
      "timestamp with time zone",
      "interval",
      "integer[]",
    ]);
  });

  it("goes on counting behind the sample rows of a schema text, whose serial columns own their sequences", async () => {
    const source = schemaText(
      "CREATE TABLE \"mesh\" (\nid bigint NOT NULL DEFAULT nextval('mesh_id_seq'::regclass),\nnote text NULL,\n    PRIMARY KEY (id)\n);\n\nFirst 3 rows:\n  id  note\n----  ------\n   1  one\n   7  seven\n...\n",
    );
    const engine = engineOf();
    const scanned = await engine.open(await engine.prepare("scans", source, {}));
    const results = await scanned.run(
      ["INSERT INTO mesh (note) VALUES ('next') RETURNING id, pg_get_serial_sequence('mesh', 'id')"],
      { limits: suiteLimits },
    );
    expect(results[0]?.rows).toEqual([["i8", "tpublic.mesh_id_seq"]]);
    await scanned.close();
  });

  it("puts sequences, settings, temporary tables, locks and functions back", async () => {
    await run(
      "CREATE SEQUENCE s; SELECT nextval('s'); SET work_mem = '1MB'; CREATE TEMP TABLE t (a int); LISTEN x; CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    );
    await state().reset();
    const [result] = await run(
      "SELECT to_regclass('s'), to_regclass('t'), to_regproc('f'), current_setting('work_mem') = '1MB', (SELECT count(*) FROM pg_listening_channels())",
    );
    expect(result?.rows[0]).toEqual([null, null, null, "tf", "i0"]);
  });

  it("ends an endless DO block that swallows its own cancellation", async () => {
    const loop =
      "DO $$ BEGIN LOOP BEGIN PERFORM 1; EXCEPTION WHEN query_canceled THEN NULL; END; END LOOP; END $$";
    const [result] = await state().run([loop], { limits: { ...suiteLimits, timeMs: 300 } });
    expect(result?.status).toBe("timeout");
    await state().reset();
  });

  it.each(["LOAD '$libdir/plugins/none'", "DO $$ BEGIN LOAD '$libdir/plugins/none'; END $$"])(
    "takes a library that is not there for the SQL's own fault: %s",
    async (sql) => {
      const [result] = await run(sql);
      expect(result).toMatchObject({ status: "error", error: { kind: "sql" } });
    },
  );

  it.each(["53100", "53200", "54000", "57P01", "58030", "08006", "XX001"])(
    "takes an error that the SQL raises itself for the SQL's own fault, whatever it says of the server: %s",
    async (code) => {
      const [result] = await run(
        `DO $$ BEGIN RAISE EXCEPTION 'the disk is full' USING ERRCODE = '${code}'; END $$`,
      );
      expect(result).toMatchObject({ status: "error", error: { kind: "sql", message: "the disk is full" } });
    },
  );

  it("cuts long notices", async () => {
    const [result] = await run("DO $$ BEGIN RAISE NOTICE '%', repeat('x', 100000); END $$");
    expect(result?.status).toBe("ok");
    expect(result?.notices.join("").length).toBeLessThan(10_000);
  });

  it("cuts an error that holds a whole value", async () => {
    const [result] = await run("SELECT repeat('x', 1000000)::integer");
    expect(result?.error?.message).toMatch(/^invalid input .{65000,65536} … \(10000\d\d characters\)$/);
  });

  for (const sql of hungry)
    it(`outlives what asks for too much: ${sql.slice(0, 60)}`, async () => {
      const limits = { ...suiteLimits, timeMs: 1500 };
      const [result] = await state().run([sql], { limits });
      expect(result?.notices.join("").length).toBeLessThan(10_000);
      expect(["ok", "error", "timeout"]).toContain(result?.status);
      await state().reset();
      const [after] = await run("SELECT count(*) FROM ships");
      expect(after?.rows).toEqual([["i3"]]);
    });
}

const hungry = [
  "SELECT repeat('x', 500000000)",
  "SELECT count(*) FROM generate_series(1, 1000000000000)",
  "SELECT array_agg(repeat('x', 1000)) FROM generate_series(1, 10000000)",
  "DO $$ BEGIN RAISE NOTICE '%', repeat('x', 1000000000); END $$",
  `SELECT 1 WHERE ${"1 = 1 AND ".repeat(100_000)} true`,
  "LISTEN x; NOTIFY x; SELECT pg_advisory_lock(1)",
  "SET statement_timeout = 0; SELECT pg_terminate_backend(pg_backend_pid())",
];
