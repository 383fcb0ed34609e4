import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { findTemplateSource } from "../../electron/engines/sources.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A folder that holds empty files of these names. */
function folderWith(...names: string[]): string {
  const folder = temporaryFolder();
  for (const name of names) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), "");
  }
  return folder;
}

describe("finding what a database is made from", () => {
  it.each([
    ["a dump", "db.sql", "sql-file", "db.sql"],
    ["a dump of LiveSQLBench", "db_3rows_postgres.sql", "sql-file", "db_3rows_postgres.sql"],
    ["a folder of dumps", "db/ship.sql", "sql-folder", "db"],
    ["a folder of its template's dumps", "db_template/ship.sql", "sql-folder", "db_template"],
    ["a SQLite file", "db.sqlite", "sqlite-file", "db.sqlite"],
    ["a SQLite file in a folder", "db/db.sqlite", "sqlite-file", "db/db.sqlite"],
    ["a schema text", "db/db_schema.txt", "schema-text", "db/db_schema.txt"],
  ])("finds %s", (_, name, kind, found) => {
    const folder = folderWith(name);
    expect(findTemplateSource(folder, "db", "pglite")).toEqual({ kind, path: path.join(folder, found) });
  });

  it("prefers dumps, and on SQLite the SQLite file", () => {
    const folder = folderWith("db.sql", "db/ship.sql", "db.sqlite");
    expect(findTemplateSource(folder, "db", "postgres")?.kind).toBe("sql-file");
    expect(findTemplateSource(folder, "db", "sqlite")?.kind).toBe("sqlite-file");
  });

  it("finds nothing elsewhere, and nothing under a name that leads out of the folder", () => {
    const folder = folderWith("db/readme.md", "inner/other.sql");
    expect(findTemplateSource(folder, "db", "pglite")).toBeNull();
    expect(findTemplateSource(path.join(folder, "db"), "../inner/other", "pglite")).toBeNull();
  });
});
