import { copyFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { backupsOf, makeBackup } from "../../electron/store/backups.ts";
import { damageOf, importThreadEntry } from "../../electron/store/import-in-thread.ts";
import { migrate, migrations } from "../../electron/store/migrations.ts";
import { preferencesOf, putPreference } from "../../electron/store/preferences.ts";
import { appendEvent } from "../../electron/store/verdict-events.ts";
import { putVerdict } from "../../electron/store/verdicts.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";
import { emptyJudgement } from "../../shared/domain/verdict.ts";
import { plainSql } from "../support/plain-sql.ts";
import { runQuerent } from "../support/run-querent.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { prediction, testWorkspace } from "../support/test-workspace.ts";

/** A workspace with 120 items, most of them judged, and its text (all rows of all tables, and what made them). */
async function judgedWorkspace(): Promise<{ file: string; text: string }> {
  const { workspace } = await testWorkspace(Array.from({ length: 120 }, (_, at) => prediction(at)));
  const at = "2026-01-01T00:00:00.000Z";
  await workspace.write(async (db) => {
    for (const itemId of await db.values(plainSql<{ id: number }>("SELECT id FROM item WHERE id % 5 <> 0"))) {
      const judgement = { ...emptyJudgement, label: "no", note: `the year is wrong in ${itemId}` };
      const event = { projectId: 1, itemId, reviewer: "anna", revision: 1, at, judgement };
      await appendEvent(db, { ...event, saveId: null, actor: "anna", action: "save", reverts: null });
      await putVerdict(db, 1, { ...judgement, itemId, reviewer: "anna", revision: 1, savedAt: at });
    }
  });
  const file = path.join(temporaryFolder(), "whole.querent");
  const source = new Database(workspace.path);
  source.pragma("wal_checkpoint(TRUNCATE)");
  source.close();
  copyFileSync(workspace.path, file);
  await openWorkspace(file).close();
  return { file, text: textOf(file) };
}

function textOf(file: string): string {
  const reader = new Database(file);
  try {
    const made = reader.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name").raw();
    const tables = reader
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
      )
      .pluck()
      .all() as string[];
    const rows = tables.map((name) => reader.prepare(`SELECT * FROM ${name} NOT INDEXED`).raw().all());
    return JSON.stringify([made.all(), rows]);
  } finally {
    reader.close();
  }
}

/** What opening a file says, or that it holds the same as the whole one; null where it opens and holds something else. */
function seen(file: string, text: string): string | null {
  try {
    void openWorkspace(file).close();
  } catch (error) {
    return error instanceof Error ? error.name : "thrown";
  }
  return textOf(file) === text ? "nothing has changed" : null;
}

/** Numbers below `end`, the same in each run. */
function* drawn(end: number, seed = 41): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield Math.floor((state / 2 ** 32) * end);
  }
}

describe("a bit that is another one on the disk", () => {
  it("is refused on opening or changes nothing, wherever in the file it lies", async () => {
    const whole = await judgedWorkspace();
    const bytes = readFileSync(whole.file);
    const flipped = path.join(temporaryFolder(), "flipped.querent");
    const bits = drawn(bytes.length * 8);
    // The header, the tables' names and then anything.
    const tried = [
      ...Array.from({ length: 50 }, (_, at) => at * 16 + (at % 8)),
      ...Array.from({ length: 20 }, () => 800 + ((bits.next().value ?? 0) % (4096 * 8 - 800))),
      ...Array.from({ length: 80 }, () => bits.next().value ?? 0),
    ];
    const outcomes = tried.map((bit) => {
      const copy = Buffer.from(bytes);
      copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      writeFileSync(flipped, copy);
      return { bit, seen: seen(flipped, whole.text) };
    });
    expect(outcomes.filter((outcome) => outcome.seen === null)).toEqual([]);
    expect([...new Set(outcomes.map((outcome) => outcome.seen))].sort()).toEqual([
      ...["StorageError", "WorkspaceRefused", "nothing has changed"],
    ]);
  });

  it("is refused in a verdict, in an event and in an item, with the way to the newest backup", async () => {
    const whole = await judgedWorkspace();
    const file = path.join(temporaryFolder(), "work.querent");
    copyFileSync(whole.file, file);
    const backup = await makeBackup({ file, now: () => new Date(), damageOf: check }, going);
    const texts = [/the year is wrong in 7/g, /"note":"the year is wrong in 8/g, /How many ships \(9\)/g];
    for (const text of texts) {
      const bytes = readFileSync(whole.file);
      // Every place: a page may hold what is left of a row that has moved.
      for (const { index } of bytes.toString("latin1").matchAll(text))
        bytes.writeUInt8(bytes.readUInt8(index + 12) ^ 1, index + 12);
      writeFileSync(file, bytes);
      expect(() => openWorkspace(file)).toThrow(`Open its newest backup: ${backup}`);
      expect(readFileSync(file).equals(bytes)).toBe(true);
    }
  });
});

const going = new AbortController().signal;
const check = (file: string, signal: AbortSignal) => damageOf(file, { entry: importThreadEntry, signal });

/** A workspace of more bytes than are checked while it opens, and how to damage it. */
async function large() {
  const file = path.join(temporaryFolder(), "large.querent");
  const workspace = openWorkspace(file);
  await workspace.write(async (db) => {
    for (let n = 0; n < 9; n += 1) await putPreference(db, "anna", `key ${n}`, "x".repeat(2 ** 20));
  });
  await workspace.close();
  const damage = () => {
    const bytes = readFileSync(file);
    bytes.write("y", bytes.lastIndexOf("xxxxxxxx"));
    writeFileSync(file, bytes);
  };
  return { file, damage };
}

describe("a large workspace", () => {
  it("opens at once, and what is damaged in it is found in a thread, which stops when it is told to", async () => {
    const { file, damage } = await large();
    expect(await check(file, going)).toEqual([]);
    damage();
    const workspace = openWorkspace(file);
    onTestFinished(() => workspace.close());
    expect(await check(file, going)).toEqual([
      expect.stringContaining("missing from index row_sum_of_preference"),
    ]);
    const stop = new AbortController();
    const stopped = check(file, stop.signal);
    stop.abort(new Error("enough"));
    await expect(stopped).rejects.toThrow("enough");
  });

  it("that is damaged fails a command with the way to the backup, and takes the place of no backup", async () => {
    const { file, damage } = await large();
    const first = await makeBackup({ file, now: () => new Date(), damageOf: check }, going);
    damage();
    const later = () => new Date(Date.now() + 2 * 3_600_000);
    await expect(makeBackup({ file, now: later, damageOf: check }, going)).rejects.toMatchObject({
      reason: "corrupt",
    });
    expect(backupsOf(file)).toEqual([first]);
    const listed = await runQuerent("projects", "list", "--workspace", file);
    expect([listed.code, listed.notes]).toEqual([2, expect.stringContaining(`backup: ${first}`)]);
  });
});

describe("a workspace of before the checksums", () => {
  it("gets them when it is opened, for every table, and its rows fit them", async () => {
    const file = path.join(temporaryFolder(), "older.querent");
    const connection = new Database(file);
    migrate(connection, file, migrations.slice(0, 25));
    connection.exec("INSERT INTO project (name, databases_dir, created_at) VALUES ('old', '/d', 'then')");
    connection.close();
    const workspace = openWorkspace(file);
    onTestFinished(() => workspace.close());
    const summed =
      "SELECT 1 FROM sqlite_schema i WHERE i.tbl_name = t.name AND i.name = 'row_sum_of_' || t.name";
    const without = `SELECT name FROM sqlite_schema t WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND NOT EXISTS (${summed})`;
    expect(await workspace.read((db) => db.all(plainSql(without)))).toEqual([]);
    expect(await workspace.read((db) => preferencesOf(db, "anna"))).toEqual({});
    expect(statSync(`${file}.v25-backup`).size).toBeGreaterThan(0);
  });
});
