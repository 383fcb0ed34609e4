import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type DumpPart, readDump } from "../../../electron/engines/dump/read-dump.ts";
import { sourceFiles } from "../../../electron/engines/dump/read-source.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

describe("reading a SQL dump", () => {
  const folder = temporaryFolder();

  async function partsOf(text: string): Promise<DumpPart[]> {
    const file = path.join(folder, "dump.sql");
    writeFileSync(file, text);
    return Array.fromAsync(readDump(file));
  }

  const statements = async (text: string) =>
    (await partsOf(text)).map((part) => (part.kind === "statement" ? [part.line, part.sql] : []));

  it("cuts at semicolons outside quotes, dollar quotes and comments, and knows each line", async () => {
    const text = [
      "-- a; comment",
      "INSERT INTO t VALUES ('a;b''c",
      ";d');",
      '/* x; */ SELECT 1; SELECT "a;b";',
      "DO $x$ BEGIN; $y$ ; $x$;",
      "SELECT E'\\';', '\\';",
      "SELECT 2 -- end; of it",
    ].join("\n");
    expect(await statements(text)).toEqual([
      [2, "INSERT INTO t VALUES ('a;b''c\n;d')"],
      [4, "/* x; */ SELECT 1"],
      [4, 'SELECT "a;b"'],
      [5, "DO $x$ BEGIN; $y$ ; $x$"],
      [6, "SELECT E'\\';', '\\'"],
      [7, "SELECT 2"],
    ]);
  });

  it("keeps a BEGIN ATOMIC body whole", async () => {
    const body =
      "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END";
    expect(await statements(`${body}; SELECT 3;`)).toEqual([
      [1, body],
      [1, "SELECT 3"],
    ]);
  });

  it("hands on the rows of a COPY block with the line they begin in, semicolons and quotes in them untouched", async () => {
    const parts = await partsOf("\\restrict x\nCOPY t (a) FROM stdin;\nit's; $$\n2\n\\.\nSELECT 1;\n");
    expect(
      parts.map((part) => (part.kind === "rows" ? [part.line, part.copy, part.rows.toString()] : part.sql)),
    ).toEqual([[3, "COPY t (a) FROM stdin", "it's; $$\n2\n"], "SELECT 1"]);
  });

  it("names the line of a COPY block that never ends and of a psql command it cannot follow", async () => {
    await expect(partsOf("SELECT 1;\nCOPY t FROM stdin;\n1\n")).rejects.toThrow(
      /dump\.sql, line 3: the COPY block/,
    );
    await expect(partsOf("SELECT 1;\n\\i other.sql\n")).rejects.toThrow(/dump\.sql, line 2: psql/);
  });

  it("reads a statement with a row a line, and comments between them, as fast as many statements", async () => {
    const rows = Array.from({ length: 100_000 }, (_, at) => `(${at}, 'row ${at}')`);
    const text = `INSERT INTO t VALUES\n${rows.join(",\n-- another; row\n")};\nSELECT 1;`;
    const parts = await partsOf(text);
    expect(parts.map(({ line }) => line)).toEqual([1, 200_001]);
    expect(parts[0]).toMatchObject({ kind: "statement" });
    expect((parts[0] as { sql: string }).sql).toHaveLength(
      `INSERT INTO t VALUES\n${rows.join(",\n\n")}`.length,
    );
  });

  it("takes the tables of a folder in the order of table_orders.txt", () => {
    const tables = path.join(folder, "tables");
    mkdirSync(tables);
    for (const name of ["a.sql", "b.sql", "c.sql"]) writeFileSync(path.join(tables, name), "");
    writeFileSync(path.join(tables, "table_orders.txt"), "c a");
    const files = sourceFiles({ kind: "sql-folder", path: tables });
    expect(files.map((file) => path.basename(file))).toEqual(["c.sql", "a.sql", "b.sql"]);
  });
});
