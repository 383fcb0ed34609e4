import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { errorOf, makeDatabase, openSession, rowsOf } from "./support.ts";

const folder = temporaryFolder();
const data = path.join(folder, "data");
const scratch = path.join(folder, "scratch");

mkdirSync(data);
mkdirSync(scratch);
const database = makeDatabase(
  path.join(data, "singer.sqlite"),
  `CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO singer VALUES (1, 'Ann');
   CREATE VIEW v AS SELECT * FROM singer; CREATE VIRTUAL TABLE doc USING fts5(body); INSERT INTO doc VALUES ('hello');
   CREATE VIRTUAL TABLE old USING fts4(body); INSERT INTO old VALUES ('hello');
   CREATE VIRTUAL TABLE box USING rtree(id, x0, x1); INSERT INTO box VALUES (1, 0, 1);`,
);
const before = readFileSync(database);
const session = await openSession(database, scratch);

const writes = [
  "INSERT INTO singer VALUES (2, 'Bob')",
  "REPLACE INTO singer VALUES (1, 'Bob')",
  "INSERT OR REPLACE INTO singer VALUES (1, 'Bob')",
  "UPDATE singer SET name = 'Bob'",
  "DELETE FROM singer",
  "DELETE FROM singer RETURNING *",
  "WITH x AS (SELECT 2) INSERT INTO singer SELECT 2, 'Bob'",
  "WITH x AS (SELECT 1) DELETE FROM singer WHERE id IN (SELECT * FROM x)",
  "EXPLAIN INSERT INTO singer VALUES (2, 'Bob')",
  "CREATE TABLE t (a)",
  "CREATE TEMP TABLE t (a)",
  "CREATE TABLE t AS SELECT * FROM singer",
  "CREATE VIEW w AS SELECT 1",
  "CREATE INDEX i ON singer (name)",
  "CREATE TRIGGER tr AFTER INSERT ON singer BEGIN SELECT 1; END",
  "CREATE VIRTUAL TABLE f USING fts5(x)",
  "DROP TABLE singer",
  "DROP VIEW v",
  "ALTER TABLE singer RENAME TO s",
  "REINDEX",
  "ANALYZE",
  "VACUUM",
  `VACUUM INTO '${path.join(data, "copy.sqlite")}'`,
  `ATTACH '${path.join(data, "other.sqlite")}' AS other`,
  "ATTACH ':memory:' AS other",
  "DETACH main",
  "PRAGMA writable_schema = ON",
  "PRAGMA journal_mode = WAL",
  "PRAGMA temp_store_directory = '/'",
  "PRAGMA table_info(singer)",
  "BEGIN",
  "BEGIN EXCLUSIVE",
  "COMMIT",
  "END",
  "ROLLBACK",
  "SAVEPOINT s",
  "RELEASE s",
];

describe("a statement that does more than read", () => {
  it.each(writes)("is refused: %s", async (sql) => {
    expect(await errorOf(session, sql)).toMatchObject({
      kind: "refused",
      message: expect.stringMatching(/^refused: /),
    });
  });

  it.each([
    ["load_extension", "SELECT load_extension('./evil')"],
    ["load_extension in a view's place", "SELECT * FROM (SELECT load_extension('./evil', 'init'))"],
    ["fts3_tokenizer", "SELECT fts3_tokenizer('simple', x'00')"],
    ["a PRAGMA that names the file", "SELECT * FROM pragma_database_list"],
    ["a PRAGMA that sets something", "SELECT * FROM pragma_writable_schema"],
    ["a write into a full-text table by its own name", "INSERT INTO doc(doc) VALUES ('rebuild')"],
    ["a write behind a comment", "/* SELECT */ -- SELECT\n DELETE FROM singer"],
    ["a write behind semicolons", ";;; DELETE FROM singer"],
  ])("is refused: %s", async (_, sql) => {
    expect((await errorOf(session, sql)).message).toMatch(/^refused: /);
  });

  it("is told what was denied and where", async () => {
    expect(await errorOf(session, "  -- first\n DROP TABLE singer")).toEqual({
      kind: "refused",
      message: "refused: DROP is not run; SQL under test may only read (SELECT, WITH, VALUES, EXPLAIN)",
      offset: 12,
    });
    expect((await errorOf(session, "WITH x AS (SELECT 2) INSERT INTO singer SELECT 2, 'B'")).message).toBe(
      "refused: INSERT into singer; SQL under test may only read",
    );
    expect((await errorOf(session, "SELECT load_extension('x')")).message).toContain(
      "function load_extension",
    );
  });

  it.each([
    [
      "a function that this build does not have",
      "SELECT readfile('/etc/passwd')",
      "no such function: readfile",
    ],
    ["writefile", "SELECT writefile('x', 'y')", "no such function: writefile"],
    ["edit", "SELECT edit('x')", "no such function: edit"],
    ["generate_series", "SELECT * FROM generate_series(1, 3)", "no such table: generate_series"],
    ["the bytes of the file", "SELECT * FROM sqlite_dbpage", "no such table: sqlite_dbpage"],
    ["MySQL's SHOW", "SHOW TABLES", 'near "SHOW": syntax error'],
    ["MySQL's DESCRIBE", "DESCRIBE singer", 'near "DESCRIBE": syntax error'],
    ["MySQL's DATE_FORMAT", "SELECT DATE_FORMAT(name, '%Y') FROM singer", "no such function: DATE_FORMAT"],
  ])("fails in SQLite's own words: %s", async (_, sql, message) => {
    expect(await errorOf(session, sql)).toMatchObject({ kind: "sql", message });
  });
});

describe("how many statements are run", () => {
  it("is one: several are refused, with the place of the second", async () => {
    expect(await errorOf(session, "SELECT 1; DROP TABLE singer")).toMatchObject({
      kind: "refused",
      offset: 10,
    });
    expect(await errorOf(session, "SELECT 1; SELECT 2;")).toMatchObject({ kind: "refused", offset: 10 });
  });

  it.each([
    "SELECT 1;",
    "SELECT 1; -- done",
    ";; SELECT 1 ;; /* */ ;",
    "SELECT 1 /* never closed",
    "SELECT ';' IS NOT NULL",
  ])("is one, whatever stands around it: %s", async (sql) => {
    expect(await rowsOf(session, sql)).toEqual([["i1"]]);
  });

  it.each(["", "   ", ";", "-- only a comment", "/* only a comment"])(
    "is one: there is none in %j",
    async (sql) => {
      expect(await errorOf(session, sql)).toMatchObject({
        kind: "sql",
        message: "there is no statement in the SQL",
      });
    },
  );

  it("is one: a NUL character, after which SQLite would ignore the rest, is refused", async () => {
    expect(await errorOf(session, "SELECT 1 \0 FROM nowhere")).toMatchObject({ kind: "refused", offset: 9 });
  });
});

describe("a statement that only reads", () => {
  it.each([
    ["REPLACE() is a function", "SELECT REPLACE('abc', 'b', 'x')", [["taxc"]]],
    ["comments before the keyword", "/* a */ -- b\n /* c */ SELECT 1", [["i1"]]],
    ["VALUES", "VALUES (1), (2)", [["i1"], ["i2"]]],
    [
      "WITH RECURSIVE",
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 3) SELECT max(x) FROM c",
      [["i3"]],
    ],
    ["parentheses around a VALUES", "SELECT * FROM (VALUES (1))", [["i1"]]],
    ["a view", "SELECT name FROM v", [["tAnn"]]],
    ["the schema table", "SELECT name FROM sqlite_master WHERE name = 'singer'", [["tsinger"]]],
    [
      "a table-valued PRAGMA of the schema",
      "SELECT name FROM pragma_table_info('singer')",
      [["tid"], ["tname"]],
    ],
    ["a full-text table", "SELECT body FROM doc WHERE doc MATCH 'hello'", [["thello"]]],
    ["an older full-text table", "SELECT body FROM old WHERE old MATCH 'hello'", [["thello"]]],
    ["a spatial table", "SELECT id FROM box WHERE x0 < 1", [["i1"]]],
    ["json_each", "SELECT value FROM json_each('[1,2]')", [["i1"], ["i2"]]],
    ["a word of writing in a string", "SELECT 'DROP TABLE singer; --'", [["tDROP TABLE singer; --"]]],
    ["a parameter is NULL", "SELECT ? IS NULL, :x IS NULL", [["i1", "i1"]]],
  ])("runs: %s", async (_, sql, rows) => {
    expect(await rowsOf(session, sql)).toEqual(rows);
  });

  it("runs: EXPLAIN QUERY PLAN", async () => {
    expect((await rowsOf(session, "EXPLAIN QUERY PLAN SELECT * FROM singer")).length).toBeGreaterThan(0);
  });
});

describe("what SQL under test may touch", () => {
  afterAll(() => session.close());

  it("is nothing: the file is as it was, and there is no other file", () => {
    expect(readFileSync(database).equals(before)).toBe(true);
    expect(readdirSync(data)).toEqual(["singer.sqlite"]);
    expect(readdirSync(scratch)).toEqual([]);
    expect(existsSync(path.join(data, "copy.sqlite"))).toBe(false);
  });
});
