import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { applicationId, migrate, migrations } from "../../electron/store/migrations.ts";
import { preferencesOf, putPreference } from "../../electron/store/preferences.ts";
import { allProjects } from "../../electron/store/projects.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";
import { WorkspaceRefused } from "../../electron/store/workspace-refused.ts";
import { noSmallDisk, smallDisk } from "../engines/small-disk.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

function open(file: string) {
  const workspace = openWorkspace(file);
  onTestFinished(() => workspace.close());
  return workspace;
}

function caught(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

/** Writes preferences of `bytes` each until one fails; the keys that were acknowledged, and the failure. */
async function fill(workspace: ReturnType<typeof openWorkspace>, bytes: number) {
  const saved: string[] = [];
  for (let n = 0; n < 1_000; n += 1) {
    try {
      await workspace.write((db) => putPreference(db, "anna", `key${n}`, "x".repeat(bytes)));
    } catch (failure) {
      return { saved, failure };
    }
    saved.push(`key${n}`);
  }
  throw new Error("the disk took everything");
}

describe("a workspace", () => {
  it("is made with its folder, in WAL with every commit flushed, marked as ours", () => {
    const file = path.join(temporaryFolder(), "a", "b", "work.querent");
    open(file);
    const reader = new Database(file, { readonly: true });
    expect(reader.pragma("journal_mode", { simple: true })).toBe("wal");
    expect(reader.pragma("application_id", { simple: true })).toBe(applicationId);
    expect(reader.pragma("user_version", { simple: true })).toBe(migrations.length);
    const loose = reader.prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND NOT strict");
    expect(
      loose
        .pluck()
        .all()
        .filter((name) => !String(name).startsWith("sqlite_")),
    ).toEqual([]);
    reader.close();
  });

  it("is whole in its one file soon after each commit, while it is open, and this account's alone", async () => {
    const file = path.join(temporaryFolder(), "own", "work.querent");
    const workspace = open(file);
    const copied = () => {
      const copy = path.join(temporaryFolder(), "copy.querent");
      copyFileSync(file, copy);
      const reader = new Database(copy, { readonly: true });
      const keys = reader.prepare("SELECT key FROM preference").pluck().all();
      reader.close();
      return keys;
    };
    expect(copied()).toEqual([]);
    await workspace.write((db) => putPreference(db, "anna", "theme", "dark"));
    await expect.poll(copied).toEqual(["theme"]);
    const modes = [path.dirname(file), file, `${file}-wal`].map((each) =>
      (statSync(each).mode & 0o777).toString(8),
    );
    expect(modes).toEqual(["700", "600", "600"]);
  });

  it("keeps what it answered when it is opened again", async () => {
    const file = path.join(temporaryFolder(), "work.querent");
    const first = openWorkspace(file);
    await first.write((db) => putPreference(db, "anna", "theme", "dark"));
    await first.close();
    expect(await open(file).read((db) => preferencesOf(db, "anna"))).toEqual({ theme: "dark" });
  });

  it("commits nothing of a change that throws", async () => {
    const workspace = open(path.join(temporaryFolder(), "work.querent"));
    const failing = workspace.write(async (db) => {
      await putPreference(db, "anna", "theme", "dark");
      throw new Error("stop");
    });
    await expect(failing).rejects.toThrow("stop");
    expect(await workspace.read((db) => preferencesOf(db, "anna"))).toEqual({});
  });

  it("makes changes in the order in which they were asked for, each alone between BEGIN and COMMIT", async () => {
    const workspace = open(path.join(temporaryFolder(), "work.querent"));
    const step = async (name: string, seen: string[]) => {
      await workspace.write(async (db) => {
        for (const part of ["a", "b"]) {
          await putPreference(db, "anna", `${name}${part}`, "x");
          seen.push(`${name}${part}`);
          await new Promise((resolve) => setImmediate(resolve));
        }
      });
      seen.push(`${name} told`);
    };
    const seen: string[] = [];
    await Promise.all(["1", "2", "3"].map((name) => step(name, seen)));
    expect(seen.filter((one) => !one.endsWith("told"))).toEqual(["1a", "1b", "2a", "2b", "3a", "3b"]);
    expect(seen.filter((one) => one.endsWith("told"))).toEqual(["1 told", "2 told", "3 told"]);
  });

  it("refuses a query that comes after its transaction, and a write within a write", async () => {
    const workspace = open(path.join(temporaryFolder(), "work.querent"));
    const late = await workspace.write((db) => () => putPreference(db, "anna", "theme", "dark"));
    await expect(late()).rejects.toThrow("after the end of its transaction");
    const within = workspace.write(() => workspace.write((db) => putPreference(db, "anna", "theme", "dark")));
    await expect(within).rejects.toThrow("within a write");
    expect(await workspace.read((db) => preferencesOf(db, "anna"))).toEqual({});
  });

  it("takes back a part of a change alone", async () => {
    const workspace = open(path.join(temporaryFolder(), "work.querent"));
    await workspace.write(async (db) => {
      await putPreference(db, "anna", "theme", "dark");
      const part = db.savepoint(async () => {
        await putPreference(db, "anna", "theme", "light");
        throw new Error("stop");
      });
      await expect(part).rejects.toThrow("stop");
    });
    expect(await workspace.read((db) => preferencesOf(db, "anna"))).toEqual({ theme: "dark" });
  });

  it("shows whoever reads nothing of what is committed meanwhile", async () => {
    const workspace = open(path.join(temporaryFolder(), "work.querent"));
    await workspace.write((db) => putPreference(db, "anna", "theme", "dark"));
    const seen = await workspace.read(async (db) => {
      const before = await preferencesOf(db, "anna");
      await workspace.write((writer) => putPreference(writer, "anna", "theme", "light"));
      return [before, await preferencesOf(db, "anna")];
    });
    expect(seen).toEqual([{ theme: "dark" }, { theme: "dark" }]);
    expect(await workspace.read((db) => preferencesOf(db, "anna"))).toEqual({ theme: "light" });
  });

  it("tells apart commits of other connections from its own", async () => {
    const file = path.join(temporaryFolder(), "work.querent");
    const [mine, theirs] = [open(file), open(file)];
    const before = mine.dataVersion();
    await mine.write((db) => putPreference(db, "anna", "theme", "dark"));
    expect(mine.dataVersion()).toBe(before);
    await theirs.write((db) => putPreference(db, "anna", "theme", "light"));
    expect(mine.dataVersion()).not.toBe(before);
  });
});

describe("a file that is no workspace of this version", () => {
  it("is refused and left byte for byte, when another program's SQLite file (SPEC W3)", async () => {
    const file = path.join(temporaryFolder(), "other.sqlite");
    const other = new Database(file);
    other.exec("CREATE TABLE t (a)");
    await other.close();
    const before = readFileSync(file);
    expect(caught(() => openWorkspace(file))).toMatchObject({ name: "WorkspaceRefused", reason: "foreign" });
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  it("is refused when it is a folder, or has no name", () => {
    const folder = temporaryFolder();
    for (const file of [folder, `${folder}/`, path.join(folder, "later/"), ""])
      expect(caught(() => openWorkspace(file))).toMatchObject({ name: "WorkspaceRefused", reason: "folder" });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is refused when it is no database at all (SPEC W3)", () => {
    const file = path.join(temporaryFolder(), "notes.txt");
    writeFileSync(file, "shopping list");
    expect(caught(() => openWorkspace(file))).toBeInstanceOf(WorkspaceRefused);
    expect(readFileSync(file, "utf8")).toBe("shopping list");
  });

  it("is refused when a newer Querent wrote it (SPEC W3)", async () => {
    const file = path.join(temporaryFolder(), "newer.querent");
    await openWorkspace(file).close();
    const newer = new Database(file);
    newer.pragma(`user_version = ${migrations.length + 1}`);
    newer.close();
    expect(caught(() => openWorkspace(file))).toMatchObject({ reason: "newer" });
  });

  it("is named as damaged when its pages are torn", async () => {
    const file = path.join(temporaryFolder(), "torn.querent");
    await openWorkspace(file).close();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xff, 100, 6_000));
    expect(caught(() => openWorkspace(file))).toMatchObject({
      name: "StorageError",
      reason: "corrupt",
      path: file,
    });
  });
});

describe("a migration", () => {
  it("keeps a backup of an existing workspace beside it, and never overwrites one (SPEC W4)", () => {
    const file = path.join(temporaryFolder(), "work.querent");
    const connection = new Database(file);
    onTestFinished(() => void connection.close());
    migrate(connection, file, ["CREATE TABLE a (x TEXT) STRICT"]);
    connection.exec("INSERT INTO a VALUES ('kept')");
    writeFileSync(`${file}.v1-backup`, "an older backup");
    migrate(connection, file, ["", "ALTER TABLE a ADD COLUMN y TEXT"]);
    expect(connection.prepare("SELECT * FROM a").all()).toEqual([{ x: "kept", y: null }]);
    expect(connection.pragma("user_version", { simple: true })).toBe(2);
    expect(readFileSync(`${file}.v1-backup`, "utf8")).toBe("an older backup");
    const backup = new Database(`${file}.v1-backup-2`, { readonly: true });
    expect(backup.prepare("SELECT * FROM a").all()).toEqual([{ x: "kept" }]);
    backup.close();
  });

  it("leaves no backup beside a new workspace, and one beside an old one, however many steps there are (SPEC W4)", () => {
    const folder = temporaryFolder();
    for (const written of [0, 1]) {
      const connection = new Database(path.join(folder, `from-${written}.querent`));
      const steps = ["CREATE TABLE a (x TEXT) STRICT", "", ""];
      migrate(connection, connection.name, steps.slice(0, written));
      migrate(connection, connection.name, steps);
      connection.close();
    }
    expect(readdirSync(folder).filter((name) => name.includes("backup"))).toEqual([
      "from-1.querent.v1-backup",
    ]);
  });

  it("leads from every earlier version to this one with what was in it, ready for tasks", async () => {
    const folder = temporaryFolder();
    for (const [index] of migrations.entries()) {
      const file = path.join(folder, `version-${index + 1}.querent`);
      const connection = new Database(file);
      migrate(connection, file, migrations.slice(0, index + 1));
      connection.exec("INSERT INTO project (name, databases_dir, created_at) VALUES ('old', '/d', 'then')");
      // Settings of tasks came with version 2, and stood in a table of their own until version 5.
      const hadSettings = index >= 1 && index < 4;
      if (hadSettings) connection.exec("INSERT INTO task_setting VALUES (1, 'sqlite', 'adk', '/t', '')");
      connection.close();
      const workspace = openWorkspace(file);
      onTestFinished(() => workspace.close());
      expect(await workspace.read(allProjects)).toMatchObject([
        {
          name: "old",
          databasesDir: "/d",
          taskCount: 0,
          taskSettings: hadSettings
            ? { engine: "sqlite", profile: "adk", databasesDir: "/t", serverUrl: "", timeLimitMs: 60_000 }
            : { engine: "pglite", serverUrl: "" },
        },
      ]);
    }
  });

  it("that fails leaves the workspace at the version before", () => {
    const file = path.join(temporaryFolder(), "work.querent");
    const connection = new Database(file);
    onTestFinished(() => void connection.close());
    migrate(connection, file, ["CREATE TABLE a (x TEXT) STRICT"]);
    const made = () => connection.prepare("SELECT sql FROM sqlite_schema").pluck().all();
    const before = made();
    expect(() => migrate(connection, file, ["", "CREATE TABLE b (x TEXT) STRICT; nonsense"])).toThrow();
    expect(connection.pragma("user_version", { simple: true })).toBe(1);
    expect(made()).toEqual(before);
  });
});

const root = process.getuid?.() === 0;

/** Does the work as a person without any rights of their own, where the test runs as root. */
function asAnybody<T>(work: () => T): T {
  if (!root) return work();
  process.seteuid?.(65_534);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}

describe("a disk that refuses", () => {
  it.skipIf(noSmallDisk !== null)(
    `because it is full is named as full, and nothing acknowledged is lost (SPEC W5)${noSmallDisk ? ` (skipped: ${noSmallDisk})` : ""}`,
    async () => {
      const file = path.join(smallDisk("2m"), "work.querent");
      const workspace = openWorkspace(file);
      const { saved, failure } = await fill(workspace, 50_000);
      expect(failure).toMatchObject({ name: "StorageError", reason: "disk-full", path: file });
      expect(String(failure)).toContain("Free some space");
      expect(saved.length).toBeGreaterThan(3);
      expect(Object.keys(await workspace.read((db) => preferencesOf(db, "anna")))).toHaveLength(saved.length);
      await workspace.close();
      const elsewhere = path.join(temporaryFolder(), "copy.querent");
      copyFileSync(file, elsewhere);
      if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${elsewhere}-wal`);
      const again = open(elsewhere);
      expect(Object.keys(await again.read((db) => preferencesOf(db, "anna"))).sort()).toEqual(saved.sort());
    },
  );

  it.skipIf(process.platform === "win32")(
    "because the folder is read-only is named so, and the file stays as it is (SPEC W5)",
    async () => {
      const folder = temporaryFolder();
      const file = path.join(folder, "work.querent");
      await openWorkspace(file).close();
      const before = readFileSync(file);
      chmodSync(file, 0o444);
      chmodSync(folder, 0o555);
      onTestFinished(() => chmodSync(folder, 0o755));
      const failure = asAnybody(() => caught(() => openWorkspace(file)));
      expect(failure).toMatchObject({ name: "StorageError", reason: "read-only", path: file });
      expect(asAnybody(() => caught(() => openWorkspace(path.join(folder, "new.querent"))))).toMatchObject({
        reason: "read-only",
      });
      expect(readFileSync(file).equals(before)).toBe(true);
    },
  );
});
