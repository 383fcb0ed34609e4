import path from "node:path";
import { describe, expect, it } from "vitest";
import { defaultRunLimits } from "#shared/domain/run-limits.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { errorOf, makeDatabase, openSession } from "./support.ts";

const folder = temporaryFolder();
const session = await openSession(
  makeDatabase(path.join(folder, "t.sqlite"), "CREATE TABLE t (a, b); CREATE TABLE u (a, c);"),
  folder,
);

describe("the offset of a SQLite error", () => {
  // The caret is under the place that is expected.
  it.each([
    ["SELECT a FORM t", "              ^"],
    ["SELECT a, FROM t", "          ^"],
    ["SELECT a FROM t WHERE", null],
    ["SELECT a FROM t WHERE a = 1 a = 2", "                            ^"],
    ["SELECT a b c FROM t", "           ^"],
    ["SELECT 'open FROM t", "       ^"],
    ["/* ü😀 */ SELECT a # FROM t", "                   ^"],
    ["SELECT nosuch FROM t", "       ^"],
    ["SELECT 'nosuch', nosuch FROM t", "                 ^"],
    ["SELECT nosuch FROM t WHERE nosuch > 1", "       ^"],
    ["SELECT a AS nosuch FROM t GROUP BY t.nosuch", "                                   ^"],
    ["SELECT t.NoSuch FROM t", "       ^"],
    ["SELECT `t`.[NoSuch] FROM t", "       ^"],
    ["SELECT a FROM nosuch", "              ^"],
    ["SELECT nosuch.a FROM t JOIN nosuch", "                            ^"],
    ["SELECT a FROM t, u", "       ^"],
    ["SELECT NoFunction(a) FROM t", "       ^"],
    ["SELECT count(a, b, a) FROM t", null],
  ])("%s", async (sql, caret) => {
    const { kind, offset, message } = await errorOf(session, sql);
    expect({ kind, offset, message }).toEqual({ kind: "sql", offset: caret?.indexOf("^") ?? null, message });
  });

  it("counts from the beginning of the text, comments and semicolons included", async () => {
    expect(await errorOf(session, ";; -- first\nSELECT nosuch FROM t")).toMatchObject({ offset: 19 });
  });

  it("is null rather than guessed where the message names a place that cannot be told", async () => {
    const many = Array.from({ length: 100 }, () => "nosuch").join(", ");
    expect(await errorOf(session, `SELECT ${many} FROM t`)).toMatchObject({ kind: "sql", offset: null });
  });
});

describe("what an error is blamed on", () => {
  it.each([
    ["SELECT zeroblob(1000000000)"],
    ["SELECT printf('%.*c', 1000000000, 'x')"],
    ["SELECT randomblob(1000000000)"],
    ["SELECT replace(hex(zeroblob(8000000)), '0', 'xxxxxxxxxx')"],
    [
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 1000000) SELECT group_concat(hex(zeroblob(1000))) FROM c",
    ],
  ])("is a limit where a value would be larger than one may be: %s", async (sql) => {
    expect(await errorOf(session, sql)).toMatchObject({
      kind: "limit",
      message: expect.stringContaining("too big"),
    });
  });

  it("is a limit where the statement itself is larger than one may be", async () => {
    const sql = `SELECT '${"x".repeat(5_000_000)}'`;
    expect(await errorOf(session, sql)).toMatchObject({ kind: "limit" });
  });

  it.each([
    ["parentheses", `SELECT ${"(".repeat(10_000)}1${")".repeat(10_000)}`],
    ["subqueries", `SELECT ${"(SELECT ".repeat(5_000)}1${")".repeat(5_000)}`],
    ["NOT", `SELECT ${"NOT ".repeat(100_000)}1`],
    ["CASE", `SELECT ${"CASE WHEN 1 THEN ".repeat(5_000)}1${" END".repeat(5_000)}`],
    ["UNION", `SELECT 1${" UNION SELECT 1".repeat(5_000)}`],
    ["plus", `SELECT 1${" + 1".repeat(100_000)}`],
  ])("is the statement where it is nested beyond measure: %s", async (_, sql) => {
    expect(await errorOf(session, sql)).toMatchObject({ kind: "sql" });
  });

  it("is a limit of this run: the same value passes where larger ones are allowed", async () => {
    const sql = "SELECT length(zeroblob(20000))";
    const small = { ...defaultRunLimits, cellBytes: 10_000 };
    expect(await errorOf(session, sql, small)).toMatchObject({ kind: "limit" });
    const { rows } = await session.query(sql, defaultRunLimits);
    expect([...(rows as Iterable<unknown>)]).toEqual([["i20000"]]);
  });
});
