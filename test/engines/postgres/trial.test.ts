import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DatabaseState, Engine, TemplateRef } from "../../../electron/engines/engine.ts";
import { isUnsteady } from "../../../electron/engines/postgres/steady-text.ts";
import { unsteadyNames } from "../../../electron/engines/postgres/template-traits.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../postgres.ts";
import { answerOf, asAdmin, limits, makeHarbour, namesLeft, openEngine, runOne } from "./fixture.ts";

/** Texts that only a trial may hold back; by themselves, in any order, some fail. */
const texts = [
  "INSERT INTO ship (name, tonnage) SELECT 'new ' || g, g FROM generate_series(1, 300) g",
  "INSERT INTO ship (name) VALUES (NULL)",
  "UPDATE ship SET tonnage = tonnage + 1 WHERE id % 3 = 0",
  "UPDATE log SET note = note || '!' WHERE id % 7 = 0",
  "UPDATE log SET note = repeat(note, 3); SELECT count(*), sum(length(note)) FROM log",
  "DELETE FROM call WHERE berth = 1; DELETE FROM log WHERE id BETWEEN 50 AND 90",
  "DELETE FROM ship",
  "TRUNCATE call; INSERT INTO call SELECT id, 5 FROM ship",
  "TRUNCATE log RESTART IDENTITY; INSERT INTO log (note) VALUES ('first')",
  "ALTER TABLE ship ADD COLUMN flag text DEFAULT 'de'; UPDATE ship SET flag = 'nl' WHERE id < 5",
  "CREATE INDEX by_note ON log (note); SELECT id FROM log WHERE note = 'entry 7'",
  "CREATE VIEW slow AS SELECT * FROM ship WHERE tonnage < 10",
  "CREATE TABLE extra AS SELECT id, name FROM ship WHERE id < 4; SELECT * FROM extra",
  "DROP TABLE call; SELECT nothing",
  "SELECT nextval('ticket'), setval('ticket', 77)",
  "CREATE FUNCTION twice(n int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 2 * n; END $$; SELECT twice(4)",
  "CREATE FUNCTION say() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO log (note) VALUES (NEW.name); RETURN NEW; END $$; CREATE TRIGGER said AFTER INSERT OR UPDATE ON ship FOR EACH ROW EXECUTE FUNCTION say()",
  "DO $$ BEGIN FOR i IN 1..20 LOOP BEGIN INSERT INTO log (id, note) VALUES (i * 20, 'x'); EXCEPTION WHEN unique_violation THEN NULL; END; END LOOP; END $$",
  "CREATE TEMP TABLE t (a int); INSERT INTO t SELECT id FROM ship; SELECT count(*) FROM t",
];
/** What depends on the order in which rows lie, as nothing orders them. */
const unordered = ["SELECT string_agg(note, ',') FROM log", "SELECT id FROM log LIMIT 20"];
const looks = [
  "SELECT * FROM ship",
  "SELECT * FROM call",
  "SELECT * FROM log",
  "SELECT nextval('ticket'), nextval('ship_id_seq'), nextval('log_id_seq')",
];

describe.skipIf(postgresPrograms() === null)(`a reset by rollback (else skipped: ${postgresMissing})`, () => {
  let cluster: Cluster;
  let engine: Engine;
  let template: TemplateRef;
  let state: DatabaseState;

  beforeAll(async () => {
    // Each DROP DATABASE waits for a checkpoint, on a busy disk for seconds.
    cluster = startCluster();
    await makeHarbour(cluster);
    await asAdmin(
      cluster,
      `CREATE TABLE log (id serial PRIMARY KEY, note text);
         INSERT INTO log (note) SELECT 'entry ' || g FROM generate_series(1, 500) g;
         CREATE TABLE visit (id int, at timestamptz DEFAULT now());
         CREATE FUNCTION stamp() RETURNS timestamptz LANGUAGE sql AS 'SELECT now()';
         CREATE VIEW today_seen AS SELECT stamp() AS seen`,
      "harbour",
    );
    engine = await openEngine(cluster);
    template = await engine.prepare("harbour", { kind: "server-database", database: "harbour" }, {});
    state = await engine.open(template);
  });
  afterAll(async () => {
    await engine?.close();
    cluster?.stop();
  });

  interface Seen {
    told: unknown;
    rows: unknown[];
  }

  /** What a run shows: each text's results, and what is seen then. */
  async function shown(on: DatabaseState, run: readonly string[], committed: boolean): Promise<Seen[]> {
    const seen: Seen[] = [];
    // The comment makes a text one that is committed in earnest, on a fresh copy of the template.
    for (const text of run)
      for (const result of await on.run([committed ? `${text} -- now` : text], { limits })) {
        const { status, command, affected, rows, error } = result;
        seen.push({ told: [status, command, affected, error?.message], rows });
      }
    return seen;
  }

  const sorted = (seen: readonly Seen[]) =>
    seen.map(({ told, rows }) => ({ told, rows: rows.map((row) => JSON.stringify(row)).sort() }));

  const runs = fc.array(fc.constantFrom(...texts), { minLength: 1, maxLength: 6 });

  test("gives what a copy of the template gives", async () => {
    const before = await state.hash();
    const copy = await engine.open(template);
    await fc.assert(
      fc.asyncProperty(runs, async (run) => {
        await Promise.all([copy.reset(), state.reset()]);
        const wanted = await shown(copy, [...run, ...looks], true);
        expect(sorted(await shown(state, [...run, ...looks], false))).toEqual(sorted(wanted));
        await state.reset();
        expect(await state.hash()).toEqual(before);
      }),
      { numRuns: 12 },
    );
    await copy.close();
  }, 240_000);

  test("gives the same again row by row in the order they lie, whatever ran before", async () => {
    await fc.assert(
      fc.asyncProperty(runs, fc.array(runs, { maxLength: 3 }), async (run, others) => {
        const fresh = await engine.open(template);
        const wanted = await shown(fresh, [...run, ...looks, ...unordered], false);
        await fresh.close();
        for (const other of others) {
          await state.reset();
          await shown(state, other, false);
        }
        await state.reset();
        expect(await shown(state, [...run, ...looks, ...unordered], false)).toEqual(wanted);
      }),
      { numRuns: 25 },
    );
    await state.reset();
  }, 240_000);

  test.each(texts)(
    "a single text finds and leaves its rows in the order of a fresh copy: %s",
    async (text) => {
      const copy = await engine.open(template);
      const wanted = await shown(copy, [text, ...looks, ...unordered], true);
      await copy.close();
      expect(await shown(state, [text, ...looks, ...unordered], false)).toEqual(wanted);
      await state.reset();
      expect(await shown(state, [text, ...looks, ...unordered], false)).toEqual(wanted);
      await state.reset();
    },
  );

  test("has the hash that the same texts give once committed", async () => {
    const copy = await engine.open(template);
    for (const text of texts) {
      await runOne(state, text);
      await runOne(copy, `${text} -- now`);
      expect(await state.hash(), text).toEqual(await copy.hash());
      expect(await shown(state, looks, false), text).toEqual(await shown(copy, looks, true));
      await Promise.all([state.reset(), copy.reset()]);
    }
    await copy.close();
  });

  test("is what a run without clock, chance or COMMIT gets: its clone is kept", async () => {
    const mine = await engine.open(template);
    const database = await answerOf(mine, "SELECT current_database()");
    for (const text of texts) {
      await runOne(mine, text);
      await mine.hash();
      await mine.reset();
      expect(await answerOf(mine, "SELECT current_database()"), text).toBe(database);
    }
    await runOne(mine, "DELETE FROM call; COMMIT");
    await mine.reset();
    expect(await answerOf(mine, "SELECT current_database()")).not.toBe(database);
    await mine.close();
  });

  test("keeps what was run before when a later text must be committed, outlives its limit, or asks for a snapshot", async () => {
    for (const text of [
      "COMMIT",
      "DO $$ BEGIN LOOP BEGIN LOOP NULL; END LOOP; EXCEPTION WHEN query_canceled THEN NULL; END; END LOOP; END $$",
    ]) {
      await runOne(state, "DELETE FROM call WHERE berth = 1");
      await runOne(state, text, { timeMs: 300 });
      expect(await answerOf(state, "SELECT count(*) FROM call WHERE berth = 1")).toBe("i0");
      await state.reset();
    }
    await runOne(state, "DELETE FROM call WHERE berth = 1");
    const snapshot = await state.snapshot();
    await state.reset();
    expect(await answerOf(state, "SELECT count(*) FROM call WHERE berth = 1")).not.toBe("i0");
    await state.restore(snapshot);
    expect(await answerOf(state, "SELECT count(*) FROM call WHERE berth = 1")).toBe("i0");
    await state.reset();
  });

  test("keeps what was run before when somebody ends the session between two texts", async () => {
    await runOne(state, "DELETE FROM call WHERE berth = 1");
    await asAdmin(
      cluster,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename ~ '^querent_.*_r_'",
    );
    expect(await answerOf(state, "SELECT count(*) FROM call WHERE berth = 1")).toBe("i0");
    await state.reset();
    expect(await answerOf(state, "SELECT count(*) FROM call")).toBe("i20");
  });

  test.each([
    ["a default", "INSERT INTO visit (id) VALUES (1) RETURNING at"],
    ["a view over a function", "SELECT seen FROM today_seen FOR UPDATE"],
    ["a function", "SELECT stamp()"],
    ["the text itself", "SELECT now()"],
  ])("each text has its own clock after a write: %s", async (_what, sql) => {
    await runOne(state, "DELETE FROM call WHERE berth = 1");
    const first = await answerOf(state, sql);
    expect(await answerOf(state, sql)).not.toBe(first);
    await state.reset();
  });

  test("leaves nothing behind", async () => {
    await runOne(state, "DELETE FROM call");
    await engine.close();
    expect(await namesLeft(cluster)).toEqual([]);
  });
});

describe("what keeps a text from being rolled back", () => {
  test.each([
    "SELECT now()",
    'SELECT "now"()',
    "SELECT CURRENT_DATE",
    "SELECT 'today'::date",
    "SELECT age(built) FROM ship",
    "SELECT random()",
    "SELECT gen_random_uuid()",
    "DO $$ BEGIN EXECUTE 'x' || 'y'; END $$",
    "CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN SET/* */LOCAL x = 1; END $$",
    "CREATE TEMP TABLE t (a int) ON -- end\nCOMMIT DROP",
    "SELECT U&'\\006eow'::timestamp",
    "SELECT txid_current()",
    "SELECT xmin FROM ship",
    "SELECT * FROM pg_locks",
    "SELECT pg_advisory_lock(1)",
    "ALTER TYPE mood ADD VALUE 'wild'",
    "SELECT query_to_xml('SELECT 1', true, true, '')",
  ])("is found in: %s", (sql) => {
    expect(isUnsteady(sql)).toBe(true);
  });

  test.each([
    "SELECT age FROM person",
    "UPDATE ship SET name = 'x'",
    "CREATE TRIGGER t AFTER INSERT ON ship FOR EACH ROW EXECUTE FUNCTION f()",
    "SELECT column_name FROM information_schema.columns",
    "SELECT * FROM pg_views",
  ])("is not found in: %s", (sql) => {
    expect(isUnsteady(sql)).toBe(false);
  });

  test("spreads to whatever uses it, and to nothing else", () => {
    const parts = [
      { name: "stamp", definition: "SELECT now()" },
      { name: "Seen Today", definition: "SELECT stamp()" },
      { name: "ship", definition: 'EXECUTE FUNCTION keep("Seen Today")' },
      { name: "quiet", definition: "SELECT 1" },
      { name: "also quiet", definition: "SELECT quiet()" },
    ];
    expect(unsteadyNames(parts)).toEqual([["stamp"], ["seen", "today"], ["ship"]]);
  });
});
