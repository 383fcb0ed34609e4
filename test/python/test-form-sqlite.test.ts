import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestOutcome } from "#shared/domain/task-run.ts";
import type { TestCheck } from "#shared/domain/test-form.ts";
import { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { objectSql } from "#shared/formats/test-form/object-sql.ts";
import { writeTestForm } from "#shared/formats/test-form/write-test-form.ts";
import { cacheFolder } from "../../electron/cache-folder.ts";
import type { DatabaseState, Engine } from "../../electron/engines/engine.ts";
import type { TestRunner } from "../../electron/python/test-runner.ts";
import { tableFingerprint } from "../../electron/task-databases/table-fingerprint.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { mustRun } from "../tasks/river-watch-run.ts";
import { callOf, databaseOf, statementLimits, testLimits } from "./support.ts";
import { openTestScripts } from "./test-scripts.ts";

const wells = `
CREATE TABLE wells (id INTEGER PRIMARY KEY, Name TEXT, depth REAL, tapped timestamp);
INSERT INTO wells VALUES (1, 'Brühl', 12.5, '2024-03-01 10:00'), (2, 'O''Hara', NULL, NULL), (3, '井 🚰', 8, NULL);
CREATE TABLE "Log Book" (entry TEXT, flow BLOB, level, share REAL);
INSERT INTO "Log Book" VALUES ('a' || char(10) || '"b"' || char(127), x'00ff', 9223372036854775807, 1e16),
  (NULL, x'', '7', 0.00001), ('é', NULL, 2.0, -1.0), ('', 'x', 1e999, 123456.789);
CREATE VIEW deep AS SELECT id, Name FROM wells WHERE depth > 10;
CREATE TABLE many (n INTEGER);
WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 12001) INSERT INTO many SELECT n FROM c;
CREATE TABLE empty (n);
`;

let engine: Engine;
let state: DatabaseState;
let tests: TestRunner;

beforeAll(async () => {
  const folder = temporaryFolder();
  engine = openEmbeddedEngine("sqlite", folder);
  const file = path.join(folder, "wells.sql");
  writeFileSync(file, wells);
  state = await engine.open(await engine.prepare("wells", { kind: "sql-file", path: file }, {}));
  tests = await openTestScripts(cacheFolder());
});
beforeEach(() => state.reset());
afterAll(async () => {
  await tests.close();
  await engine.close();
});

async function outcomeOf(checks: TestCheck[], profile: EvaluatorProfile = "agent"): Promise<TestOutcome> {
  const call = callOf(writeTestForm({ checks }, "sqlite"), { profile });
  return tests.run(call, databaseOf(state), { limits: testLimits });
}

/** The check that a table stays as it is now. */
async function unchanged(table: string): Promise<TestCheck> {
  const { signal } = new AbortController();
  const found = await tableFingerprint(state, table, { limits: statementLimits, signal });
  if ("unread" in found) throw new Error(found.unread);
  return { kind: "unchanged", table, ...found };
}

const rows = (sql: string, ...expected: Extract<Returned, { kind: "rows" }>["rows"]): TestCheck => ({
  kind: "query-returns",
  sql,
  expected: { kind: "rows", rows: expected, isOrdered: true, tolerance: "0.01" },
});
type Returned = Extract<TestCheck, { kind: "query-returns" }>["expected"];

/** A check of every kind that holds on the wells. */
const holding: TestCheck[] = [
  { kind: "object-exists", object: "table", name: "wells", columns: ["id", "name", "Depth", "tapped"] },
  { kind: "object-exists", object: "table", name: "WELLS", columns: null },
  { kind: "object-exists", object: "table", name: "main.wells", columns: null },
  {
    kind: "object-exists",
    object: "table",
    name: '"Log Book"',
    columns: ["entry", "flow", "level", "share"],
  },
  { kind: "object-exists", object: "view", name: "deep", columns: ["id", "Name"] },
  { kind: "row-count", table: '"Log Book"', count: 4 },
  { kind: "row-count", table: "many", count: 12_001 },
  { kind: "query-returns", sql: "SELECT 1 FROM deep", expected: { kind: "some-rows" } },
  { kind: "query-returns", sql: "SELECT 1 FROM empty", expected: { kind: "no-rows" } },
  rows(
    "SELECT name, depth, tapped FROM wells ORDER BY id",
    [{ text: "Brühl" }, { number: "12.505" }, { text: "2024-03-01 10:00" }],
    [{ text: "O'Hara" }, null, null],
    [{ text: "井 🚰" }, { number: "8" }, null],
  ),
  { kind: "value-within", sql: "SELECT AVG(depth) FROM wells", value: "10.2", tolerance: "0.05" },
];

/** A check that does not hold, and a part of what the test says then. */
const broken: [check: TestCheck, says: string][] = [
  [{ kind: "object-exists", object: "table", name: "deep", columns: null }, "there is no such table"],
  [{ kind: "object-exists", object: "view", name: "wells", columns: null }, "there is no such view"],
  [{ kind: "object-exists", object: "table", name: "no_such", columns: null }, "there is no such table"],
  [
    { kind: "object-exists", object: "view", name: "deep", columns: ["name", "id"] },
    "it has the columns ['id', 'Name']",
  ],
  [{ kind: "row-count", table: "wells", count: 4 }, "3 rows instead of 4"],
  [{ kind: "row-count", table: "no_such", count: 0 }, "this does not run: SELECT COUNT(*) FROM no_such"],
  [
    { kind: "query-returns", sql: "SELECT 1 FROM empty", expected: { kind: "some-rows" } },
    "there are no rows",
  ],
  [{ kind: "query-returns", sql: "SELECT 1", expected: { kind: "no-rows" } }, "there are rows: [(1,)]"],
  [rows("SELECT depth FROM wells WHERE id = 1", [{ text: "12.5" }]), "no row ('12.5',)"],
  [{ kind: "value-within", sql: "SELECT 2.0 / 3", value: "0.667", tolerance: "0.0001" }, "instead of"],
  [{ kind: "unchanged", table: "wells", rows: 3, fingerprint: "" }, "a table was changed"],
];

describe("F1: scripts of a form on SQLite, run by the evaluators", () => {
  it.each(EvaluatorProfile.options)("F1: pass under %s where every check holds", async (profile) => {
    const tables = ["wells", '"Log Book"', "deep", "many", "empty"];
    const same: TestCheck[] = [];
    for (const table of tables) same.push(await unchanged(table));
    const outcome = await outcomeOf([...holding, ...same], profile);
    expect(outcome).toMatchObject({ status: "passed", message: null });
  });

  it.each(broken)("F1: fail where one does not: %j", async (check, says) => {
    const outcome = await outcomeOf([check]);
    expect(outcome.status).toBe("failed");
    expect(outcome.message).toContain(says);
  });

  it("F1: know an unchanged table again though its rows were stored in another order", async () => {
    const check = await unchanged("wells");
    await mustRun(state, [
      "CREATE TABLE kept AS SELECT * FROM wells",
      "DELETE FROM wells",
      "INSERT INTO wells SELECT * FROM kept ORDER BY id DESC",
    ]);
    expect((await outcomeOf([check])).status).toBe("passed");
  });

  it.each([
    ["one value among 12,001 rows", "many", "UPDATE many SET n = -1 WHERE n = 11000"],
    ["a row more", "many", "INSERT INTO many VALUES (1)"],
    ["a number that became a text", '"Log Book"', `UPDATE "Log Book" SET level = '2.0' WHERE level = 2`],
    ["bytes that became a text", '"Log Book"', `UPDATE "Log Book" SET flow = '' WHERE flow = x''`],
    ["a first row", "empty", "INSERT INTO empty VALUES (NULL)"],
    ["a table that is gone", "empty", "DROP TABLE empty"],
  ])("F1: notice a changed table: %s", async (_, table, sql) => {
    const check = await unchanged(table);
    await mustRun(state, [sql]);
    expect((await outcomeOf([check])).status).toBe("failed");
  });

  it("F1: take the columns that are filled in from the database", async () => {
    await mustRun(state, ['CREATE TEMP TABLE "Half "" way" (a, "B b", c GENERATED ALWAYS AS (a + 1))']);
    for (const name of ["deep", '"Half "" way"']) {
      const found = await mustRun(state, [objectSql.sqlite.columns(name)]);
      const columns = found?.rows.map(([cell]) => cell?.slice(1) ?? "") ?? [];
      expect(columns.length).toBeGreaterThan(1);
      const object = name === "deep" ? "view" : "table";
      expect((await outcomeOf([{ kind: "object-exists", object, name, columns }])).message).toBeNull();
    }
  });

  it("a table that is not there says so when it is read", async () => {
    await expect(unchanged("no_such")).rejects.toThrow("no such table: no_such");
  });
});
