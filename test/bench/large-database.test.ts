import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLargeTable, makeSparseDatabase } from "./large-database.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "querent-large-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function query(file: string, sql: string): unknown {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return Object.values(db.prepare(sql).get() ?? {})[0];
  } finally {
    db.close();
  }
}

/** The last 64 bytes of a file as text. */
function tail(file: string): string {
  const handle = openSync(file, "r");
  const bytes = Buffer.alloc(64);
  readSync(handle, bytes, 0, 64, statSync(file).size - 64);
  closeSync(handle);
  return bytes.toString("latin1");
}

describe("databases made for large tests", () => {
  it("have as many rows as were asked for, the same each time", () => {
    const file = path.join(folder, "table.sqlite");
    makeLargeTable(file, 10_000);
    expect(query(file, "SELECT COUNT(*) FROM measurement")).toBe(10_000);
    expect(query(file, "SELECT COUNT(*) FROM measurement WHERE value IS NULL")).toBe(322);
    expect(
      query(
        file,
        "SELECT taken_at || ' ' || sensor || ' ' || value FROM measurement WHERE measurement_id = 9999",
      ),
    ).toBe("2020-09-20 11:05:40 sensor 11 597.23");
  });

  it.each([2 ** 24, 2 ** 30 + 2 ** 27])("span %i bytes, are sound and hold a row at their end", (bytes) => {
    const file = path.join(folder, `sparse-${bytes}.sqlite`);
    makeSparseDatabase(file, bytes);
    expect(statSync(file).size).toBe(bytes);
    expect(query(file, "PRAGMA integrity_check")).toBe("ok");
    expect(query(file, "SELECT COUNT(*) FROM note")).toBe(1000);
    expect(query(file, "SELECT substr(body, 1, 9) FROM note WHERE note_id = 1000")).toBe("note 1000");
    expect(tail(file)).toBe("x".repeat(64));
    rmSync(file);
  });
});
