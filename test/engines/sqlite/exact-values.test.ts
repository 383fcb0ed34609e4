import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cell } from "#shared/domain/cell.ts";
import { defaultRunLimits } from "#shared/domain/run-limits.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { errorOf, makeDatabase, openSession, rowsOf } from "./support.ts";

const folder = temporaryFolder();
const database = makeDatabase(
  path.join(folder, "values.sqlite"),
  `CREATE TABLE singer (name TEXT, age INTEGER, born DATE, "net worth" DECIMAL(10,2), photo BLOB);
   INSERT INTO singer VALUES ('Ann', 30, '1990-01-01', 12.5, x'00ff'), ('Bob', NULL, NULL, NULL, NULL);`,
);
const session = await openSession(database, folder);

async function one(expression: string): Promise<Cell[] | undefined> {
  return (await rowsOf(session, `SELECT ${expression}`))[0];
}

describe("a cell of a SQLite result (SPEC D1)", () => {
  it.each([
    ["9223372036854775807", "i9223372036854775807"],
    ["-9223372036854775808", "i-9223372036854775808"],
    ["9007199254740993", "i9007199254740993"],
    ["9223372036854775808", "r9223372036854776000"],
    ["0.1", "r0.1"],
    ["0.1 + 0.2", "r0.30000000000000004"],
    ["1.0", "r1"],
    ["-0.0", "r-0"],
    ["5e-324", "r5e-324"],
    ["9e999", "rInfinity"],
    ["-9e999", "r-Infinity"],
    ["9e999 - 9e999", null],
    ["NULL", null],
    ["x''", "b"],
    ["x'00Ff'", "b00ff"],
    ["zeroblob(3)", "b000000"],
    ["''", "t"],
    ["'it''s'", "tit's"],
    ["char(97, 0, 98)", "ta\0b"],
    ["cast(x'610062' AS TEXT)", "ta\0b"],
    ["char(128512)", "t😀"],
    ["char(65533)", "t\uFFFD"],
    ["char(65279) || 'a'", "t\uFEFFa"],
    ["cast(x'ff61' AS TEXT)", "xff61"],
    ["cast(x'c0af' AS TEXT)", "xc0af"],
    ["cast(x'eda080' AS TEXT)", "xeda080"],
    ["cast(x'f09f98' AS TEXT)", "xf09f98"],
  ])("holds %s as %j", async (sql, cell) => {
    expect(await one(sql)).toEqual([cell]);
  });

  it("comes back as it was stored, for any integer, float, text and bytes", async () => {
    const file = path.join(folder, "any.sqlite");
    const db = new DatabaseSync(file);
    db.exec("CREATE TABLE v (id INTEGER PRIMARY KEY, i, r, t, b)");
    const insert = db.prepare("INSERT INTO v (i, r, t, b) VALUES (?, ?, ?, ?)");
    const value = fc.tuple(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.double({ noNaN: true, noDefaultInfinity: false }),
      fc.string({ unit: "binary" }),
      fc.uint8Array(),
    );
    const values = fc.sample(value, 2000);
    db.exec("BEGIN");
    for (const row of values) insert.run(...row);
    db.exec("COMMIT");
    db.close();
    const any = await openSession(file, folder);
    const rows = await rowsOf(any, "SELECT i, r, t, b FROM v ORDER BY id");
    await any.close();
    expect(rows).toEqual(
      values.map(([i, r, t, b]) => [
        `i${i}`,
        `r${Object.is(r, -0) ? "-0" : r}`,
        `t${t}`,
        `b${Buffer.from(b).toString("hex")}`,
      ]),
    );
    for (const [index, [, r]] of values.entries())
      expect(Object.is(Number(rows[index]?.[1]?.slice(1)), r)).toBe(true);
  });

  it("holds the bytes of any text that is not valid UTF-8, wherever it stands in the result", async () => {
    const bytes = fc.sample(fc.array(fc.uint8Array({ maxLength: 12 }), { minLength: 1, maxLength: 8 }), 300);
    for (const cells of bytes) {
      const values = cells.map((cell, at) => `(${at}, CAST(x'${hex(cell)}' AS TEXT))`);
      const rows = await rowsOf(session, `SELECT * FROM (VALUES ${values}) ORDER BY 1 DESC`);
      expect(rows.map(([, cell]) => bytesOf(cell ?? null))).toEqual(cells.map(hex).reverse());
    }
  });

  it("holds the bytes of a UTF-16 database's text that has half a surrogate pair", async () => {
    const file = path.join(folder, "utf16.sqlite");
    makeDatabase(
      file,
      `PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (a);
       INSERT INTO t VALUES ('Zoë 😀'), (CAST(x'41003dd8' AS TEXT));`,
    );
    const wide = await openSession(file, folder);
    expect(await rowsOf(wide, "SELECT a FROM t")).toEqual([["tZoë 😀"], ["x41003dd8"]]);
    await wide.close();
  });

  it("is refused rather than guessed where a statement with such text gives other rows each time", async () => {
    const sql = "SELECT CAST(x'ff' || randomblob(8) AS TEXT)";
    expect(await errorOf(session, sql)).toMatchObject({
      kind: "engine",
      message: expect.stringContaining("could not be read exactly"),
    });
  });

  it("stands in a column with the declared type of the table's column, empty for an expression", async () => {
    const sql = 'SELECT name, born, "net worth", photo, age + 1, count(*) AS n FROM singer';
    const { columns } = await session.query(sql, defaultRunLimits);
    expect(columns).toEqual([
      { name: "name", declaredType: "TEXT" },
      { name: "born", declaredType: "DATE" },
      { name: "net worth", declaredType: "DECIMAL(10,2)" },
      { name: "photo", declaredType: "BLOB" },
      { name: "age + 1", declaredType: "" },
      { name: "n", declaredType: "" },
    ]);
  });
});

describe("names and strings, as the sqlite3 shell and Python read them", () => {
  it.each([
    ['SELECT name FROM singer WHERE name = "Ann"', "tAnn"],
    ['SELECT "nobody" FROM singer LIMIT 1', "tnobody"],
    ["SELECT [name] FROM [singer] LIMIT 1", "tAnn"],
    ["SELECT `name` FROM `singer` LIMIT 1", "tAnn"],
    ['SELECT "net worth" FROM "singer" LIMIT 1', "r12.5"],
  ])("%s", async (sql, cell) => {
    expect((await rowsOf(session, sql))[0]).toEqual([cell]);
  });
});

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

/** The bytes of a text cell, in hex. */
function bytesOf(cell: string | null): string {
  return cell?.startsWith("x") ? cell.slice(1) : hex(Buffer.from(cell?.slice(1) ?? ""));
}
