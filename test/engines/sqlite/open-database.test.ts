import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  createReadStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { defaultRunLimits } from "#shared/domain/run-limits.ts";
import { fileIdentity } from "../../../electron/engines/sqlite/open-database.ts";
import { makeSparseDatabase } from "../../bench/large-database.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { errorOf, makeDatabase, openSession, rowsOf } from "./support.ts";

const folder = temporaryFolder();
const scratch = path.join(folder, "scratch");
mkdirSync(scratch);
const script = "CREATE TABLE t (a); INSERT INTO t VALUES (1), (2);";
let folders = 0;

/** A new folder, so that a test sees which files were made in it. */
function newFolder(): string {
  folders += 1;
  const made = path.join(folder, `data${folders}`);
  mkdirSync(made);
  return made;
}

async function countOf(file: string): Promise<unknown> {
  const session = await openSession(file, scratch);
  const rows = await rowsOf(session, "SELECT count(*) FROM t");
  await session.close();
  return rows[0]?.[0];
}

/** A database whose last change is only in its -wal, as a program that crashed leaves it. */
function makeCrashedWal(dir: string): string {
  const live = path.join(newFolder(), "live.sqlite");
  const db = new DatabaseSync(live);
  db.exec(`PRAGMA journal_mode = WAL; ${script} PRAGMA wal_checkpoint(TRUNCATE); INSERT INTO t VALUES (3)`);
  cpSync(live, path.join(dir, "crashed.sqlite"));
  cpSync(`${live}-wal`, path.join(dir, "crashed.sqlite-wal"));
  db.close();
  return path.join(dir, "crashed.sqlite");
}

describe("opening a database", () => {
  it("writes nothing beside a database in WAL mode", async () => {
    const dir = newFolder();
    const file = makeDatabase(path.join(dir, "wal.sqlite"), `PRAGMA journal_mode = WAL; ${script}`);
    expect(readdirSync(dir)).toEqual(["wal.sqlite"]);
    const session = await openSession(file, scratch);
    expect(await rowsOf(session, "SELECT a FROM t")).toEqual([["i1"], ["i2"]]);
    expect(readdirSync(dir)).toEqual(["wal.sqlite"]);
    await session.close();
    expect(readdirSync(dir)).toEqual(["wal.sqlite"]);
  });

  it("reads the changes in a -wal that a crashed program left, without touching it or writing beside it", async () => {
    const dir = newFolder();
    const file = makeCrashedWal(dir);
    const wal = readFileSync(`${file}-wal`);
    expect(await countOf(file)).toBe("i3");
    expect(readdirSync(dir)).toEqual(["crashed.sqlite", "crashed.sqlite-wal"]);
    expect(readFileSync(`${file}-wal`).equals(wal)).toBe(true);
    expect(readdirSync(scratch)).toEqual([]);
  });

  it("sees what another program has committed into its WAL and not yet into the file", async () => {
    const file = path.join(newFolder(), "live.sqlite");
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA journal_mode = WAL; ${script}`);
    expect(await countOf(file)).toBe("i2");
    db.exec("INSERT INTO t VALUES (3)");
    expect(await countOf(file)).toBe("i3");
    db.close();
  });

  it("takes back the unfinished transaction of a crashed program in a private copy", async () => {
    const dir = newFolder();
    const live = path.join(newFolder(), "live.sqlite");
    makeDatabase(
      live,
      "CREATE TABLE t (a); WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 5000) INSERT INTO t SELECT x || hex(zeroblob(100)) FROM c;",
    );
    const db = new DatabaseSync(live);
    // A small cache spills changed pages into the file before the commit: what a kill then leaves has to be rolled back.
    db.exec("PRAGMA cache_size = 5; BEGIN; DELETE FROM t WHERE rowid > 100");
    cpSync(live, path.join(dir, "hot.sqlite"));
    cpSync(`${live}-journal`, path.join(dir, "hot.sqlite-journal"));
    db.exec("ROLLBACK");
    db.close();
    expect(await countOf(path.join(dir, "hot.sqlite"))).toBe("i5000");
    expect(readdirSync(dir)).toEqual(["hot.sqlite", "hot.sqlite-journal"]);
    expect(readdirSync(scratch)).toEqual([]);
  });

  it("works in a folder in which nothing may be written, in either journal mode", () => {
    const dir = newFolder();
    makeDatabase(path.join(dir, "plain.sqlite"), script);
    makeDatabase(path.join(dir, "wal.sqlite"), `PRAGMA journal_mode = WAL; ${script}`);
    for (const name of readdirSync(dir)) chmodSync(path.join(dir, name), 0o444);
    chmodSync(dir, 0o555);
    chmodSync(folder, 0o755);
    expect(countsAsOrdinaryUser(dir, ["plain.sqlite", "wal.sqlite"])).toEqual(["i2", "i2"]);
    chmodSync(dir, 0o755);
  });

  it.each(["a?b#c%20.sqlite", "with space.sqlite", "ünï😀.sqlite", "file:x.sqlite", "'quoted'.sqlite"])(
    "takes any character in a path as itself: %s",
    async (name) => {
      const file = path.join(newFolder(), name);
      makeDatabase(file, script);
      expect(await countOf(file)).toBe("i2");
      makeDatabase(file, "PRAGMA journal_mode = WAL");
      expect(await countOf(file)).toBe("i2");
    },
  );

  it("of 1 GB takes far less than reading it", async () => {
    const file = path.join(newFolder(), "large.sqlite");
    makeSparseDatabase(file);
    const startedAt = performance.now();
    const session = await openSession(file, scratch);
    const rows = await rowsOf(session, "SELECT substr(body, 1, 9) FROM note WHERE note_id = 1000");
    const elapsed = performance.now() - startedAt;
    await session.close();
    expect(rows).toEqual([["tnote 1000"]]);
    const readFrom = performance.now();
    for await (const _ of createReadStream(file, { highWaterMark: 2 ** 22 }));
    expect(elapsed).toBeLessThan((performance.now() - readFrom) / 2);
    rmSync(file);
  });
});

describe("a file that is no readable database", () => {
  it.each<[string, (file: string) => void, RegExp]>([
    ["empty", (file) => writeFileSync(file, ""), /bad\.sqlite is empty \(0 bytes\)/],
    [
      "a text",
      (file) => writeFileSync(file, "CREATE TABLE t (a);\n".repeat(100)),
      /not a SQLite database, or it is encrypted/,
    ],
    [
      "encrypted or random",
      (file) => writeFileSync(file, Buffer.alloc(8192, 0x5a)),
      /not a SQLite database, or it is encrypted/,
    ],
    [
      "cut off within its header",
      (file) => writeFileSync(file, "SQLite format 3\0"),
      /bad\.sqlite cannot be read: file is not a database/,
    ],
    ["a folder", (file) => mkdirSync(file), /bad\.sqlite cannot be opened: .*directory/],
    ["absent", () => {}, /bad\.sqlite cannot be opened: .*no such file/],
  ])("is told as what it is: %s", async (_, make, message) => {
    const file = path.join(newFolder(), "bad.sqlite");
    make(file);
    await expect(openSession(file, scratch)).rejects.toThrow(message);
  });

  const manyPages =
    "CREATE TABLE t (a); WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 5000) INSERT INTO t SELECT hex(zeroblob(100)) FROM c;";

  it("is told as what it is: cut off in its middle", async () => {
    const file = makeDatabase(path.join(newFolder(), "cut.sqlite"), manyPages);
    truncateSync(file, 40_960);
    await expect(openSession(file, scratch)).rejects.toThrow(
      "cut.sqlite cannot be read: database disk image is malformed",
    );
  });

  it("is told by the statement that meets the damage where single pages are damaged", async () => {
    const file = makeDatabase(path.join(newFolder(), "damaged.sqlite"), manyPages);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x5a, 20_480, 28_672));
    const session = await openSession(file, scratch);
    expect(await errorOf(session, "SELECT count(a), max(a) FROM t")).toMatchObject({
      kind: "engine",
      message: "database disk image is malformed",
    });
    expect(await rowsOf(session, "SELECT 1")).toEqual([["i1"]]);
    await session.close();
  });
});

describe("the identity of a database file", () => {
  it("changes when the file is written, replaced or gone, and when a WAL grows beside it", () => {
    const file = path.join(newFolder(), "t.sqlite");
    expect(fileIdentity(file)).toBeNull();
    makeDatabase(file, script);
    const seen = [fileIdentity(file)];
    expect(fileIdentity(file)).toBe(seen[0]);
    makeDatabase(file, "INSERT INTO t VALUES (3)");
    seen.push(fileIdentity(file));
    cpSync(file, `${file}.new`);
    renameSync(`${file}.new`, file);
    seen.push(fileIdentity(file));
    writeFileSync(`${file}-wal`, "x");
    seen.push(fileIdentity(file));
    rmSync(file);
    seen.push(fileIdentity(file));
    expect(new Set(seen).size).toBe(5);
    expect(seen.at(-1)).toBeNull();
  });
});

/** Opens databases in a process that has no rights to the folder beyond reading, as root would have them nonetheless. */
function countsAsOrdinaryUser(dir: string, names: string[]): unknown {
  const program = `
    import { openSqliteSession } from ${JSON.stringify(path.resolve("electron/engines/sqlite/session.ts"))};
    const counts = [];
    for (const name of ${JSON.stringify(names)}) {
      const session = openSqliteSession({ engine: "sqlite", dbId: "t", path: ${JSON.stringify(dir)} + "/" + name }, "/nowhere");
      const { rows } = session.query("SELECT count(*) FROM t", ${JSON.stringify(defaultRunLimits)});
      counts.push([...rows][0][0]);
    }
    console.log(JSON.stringify(counts));`;
  const asOther = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module-typescript", "-e", program], {
    encoding: "utf8",
    ...asOther,
  });
  return stdout === "" ? stderr : JSON.parse(stdout);
}
