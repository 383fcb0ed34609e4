import { type AddressInfo, createServer, connect as dial, type Socket } from "node:net";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { openServer } from "../../../electron/engines/postgres/server.ts";
import { openWorkspaceAt, workspaceExists } from "../../../electron/store/open-workspace.ts";
import { renamePerson, reviewerName } from "../../../electron/store/people.ts";
import { withoutPassword } from "../../../electron/store/postgres/server-workspace.ts";
import { putPreference } from "../../../electron/store/preferences.ts";
import type { Workspace } from "../../../electron/store/workspace.ts";
import { startCluster } from "../../engines/postgres.ts";
import { databaseUrl, emptyDatabase, newDatabase, testServer } from "../../support/new-workspace.ts";
import { plainSql } from "../../support/plain-sql.ts";

const server = testServer() ?? "";

async function inDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const cutAllSessions = (url: string) =>
  inDatabase(server, (client) =>
    client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [
      decodeURIComponent(/\/([^/?]*)\?/.exec(url)?.[1] ?? ""),
    ]),
  );

async function opened(url: string): Promise<Workspace> {
  const workspace = await openWorkspaceAt(url);
  onTestFinished(() => workspace.close());
  return workspace;
}

/** The same server behind a line on which it says another text of the same length, as its version. */
const serverBehind = (url: string, text: string, instead: string) =>
  serverOverLine(url, (caller, callee) => {
    caller.pipe(callee);
    callee.on("data", (bytes) => caller.write(bytes.toString("latin1").replaceAll(text, instead), "latin1"));
  });

/** The same server behind a line of ours. */
async function serverOverLine(url: string, join: (caller: Socket, callee: Socket) => void): Promise<string> {
  const { host = "", port, user, password, database } = new pg.Client({ connectionString: url });
  const line = createServer((caller) => {
    const callee = host.startsWith("/") ? dial(`${host}/.s.PGSQL.${port}`) : dial(port, host);
    for (const [one, other] of [[caller, callee] as const, [callee, caller] as const])
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
    join(caller, callee);
  });
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void line.close());
  return `postgres://${user}:${encodeURIComponent(String(password))}@127.0.0.1:${(line.address() as AddressInfo).port}/${database}?sslmode=disable`;
}

const preferences = (workspace: Workspace) =>
  workspace.read((db) => db.all(plainSql("SELECT key, value FROM preference ORDER BY key")));

describe("a workspace on a server", () => {
  it("is made in an empty database, once, by however many hosts that start at the same time", async () => {
    const url = await emptyDatabase(server);
    expect(await workspaceExists(url)).toBe(false);
    const hosts = await Promise.all(Array.from({ length: 5 }, () => opened(url)));
    expect(await workspaceExists(url)).toBe(true);
    for (const [at, host] of hosts.entries())
      await host.write((db) => putPreference(db, "anna", `from ${at}`, at));
    expect(await preferences(hosts[0] as Workspace)).toHaveLength(5);
  });

  it("tells the server to look at a table that was just filled, and not at one with a few new rows", async () => {
    const url = await newDatabase(server);
    const workspace = await opened(url);
    const put = (from: number, to: number) =>
      workspace.write((db) =>
        db.run(
          plainSql(
            `insert into "preference" SELECT 'anna', 'key ' || n, '1' FROM generate_series(${from}, ${to - 1}) AS n`,
          ),
        ),
      );
    const rowsAsPlanned = async () => {
      const { rows } = await inDatabase(url, (client) =>
        client.query("SELECT reltuples FROM pg_class WHERE oid = 'querent.preference'::regclass"),
      );
      return rows[0]?.reltuples;
    };
    await put(0, 6_000);
    await put(6_000, 9_000);
    expect(await rowsAsPlanned()).toBe(-1);
    await put(9_000, 12_000);
    await expect.poll(rowsAsPlanned).toBe(12_000);
    await put(12_000, 30_000);
    expect(await rowsAsPlanned()).toBe(12_000);
  });

  it("is refused in the database of another program, which is left as it is", async () => {
    const url = await emptyDatabase(server);
    await inDatabase(url, (client) => client.query("CREATE TABLE theirs (id int)"));
    await expect(openWorkspaceAt(url)).rejects.toThrow(/holds tables of another program/);
    expect(await workspaceExists(url)).toBe(false);
    const named = await emptyDatabase(server);
    await inDatabase(named, (client) =>
      client.query("CREATE SCHEMA querent; CREATE TABLE querent.theirs (id int)"),
    );
    await expect(openWorkspaceAt(named)).rejects.toThrow(/holds tables of another program/);
  });

  it("is refused on a server older than PostgreSQL 15, in which it makes nothing", async () => {
    const url = await emptyDatabase(server);
    const { rows } = await inDatabase(url, (client) => client.query("SHOW server_version_num"));
    const older = await serverBehind(url, String(rows[0]?.server_version_num), "140012");
    await expect(openWorkspaceAt(older)).rejects.toThrow(
      /is older than PostgreSQL 15\. Update it, or name a newer one/,
    );
    expect(await workspaceExists(url)).toBe(false);
  });

  it("is refused when a newer Querent wrote it, without the password in the refusal", async () => {
    const url = await newDatabase(server);
    await inDatabase(url, (client) =>
      client.query("UPDATE querent.workspace_version SET version = version + 1"),
    );
    const refusal = await openWorkspaceAt(url).catch((error: unknown) => error);
    expect(String(refusal)).toMatch(/was written by a newer Querent/);
    expect(String(refusal)).not.toContain(new pg.Client({ connectionString: url }).password);
  });

  it("is said not to answer where there is no server or no such database", async () => {
    for (const url of ["postgres://nobody:secret@127.0.0.1:9/none", databaseUrl(server, "not_there")]) {
      const error = await openWorkspaceAt(url).catch((one: unknown) => one);
      expect(error).toMatchObject({ name: "StorageError", reason: "unreachable" });
      expect(String(error)).not.toMatch(/secret|only-for-tests/);
    }
  });

  it("keeps every letter of a text, those that PostgreSQL refuses, too", async () => {
    const workspace = await opened(await newDatabase(server));
    const texts = ["\0", "a\0b", "\u{1}", "\u{1}0\u{1}1\0", "\\u0000", "ſ→𝔸", "'; DROP TABLE item; --"];
    await workspace.write(async (db) => {
      for (const [at, text] of texts.entries())
        await db.run(plainSql("INSERT INTO preference VALUES ('anna', ?, ?)", `key ${at}`, text));
    });
    const stored = (await preferences(workspace)) as { value: string }[];
    expect(stored.map(({ value }) => value)).toEqual(texts);
  });

  it("numbers changes in the order of their commits, whatever hosts make them", async () => {
    const url = await newDatabase(server);
    const hosts = await Promise.all([opened(url), opened(url), opened(url)]);
    const reader = await opened(url);
    const highest: number[] = [];
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        const [{ n = 0, top = 0 } = {}] = (await reader.read((db) =>
          db.all(plainSql("SELECT count(*) AS n, max(seq) AS top FROM audit_event")),
        )) as { n: number; top: number | null }[];
        // Where a number were seen before a lower one, there would be fewer rows than the highest.
        expect(n).toBe(top ?? 0);
        highest.push(n);
      }
    })();
    await Promise.all(
      hosts.flatMap((host) =>
        Array.from({ length: 20 }, () =>
          host.write((db) =>
            db.run(
              plainSql("INSERT INTO audit_event (at, actor, action, detail) VALUES ('', '', 'invite', '')"),
            ),
          ),
        ),
      ),
    );
    isOver = true;
    await watching;
    expect(highest.at(-1)).toBeGreaterThan(0);
  });

  it("tells other hosts of a commit, also after its connection was cut; reads and writes go on", async () => {
    const url = await newDatabase(server);
    const one = await opened(url);
    const other = await opened(url);
    const before = other.dataVersion();
    await one.write((db) => putPreference(db, "anna", "a", 1));
    await expect.poll(() => other.dataVersion()).not.toBe(before);
    expect(one.dataVersion()).toBe(0);
    await cutAllSessions(url);
    const cut = other.dataVersion();
    await one.write((db) => putPreference(db, "anna", "b", 1)).catch(() => undefined);
    await expect.poll(() => other.dataVersion()).not.toBe(cut);
    await expect
      .poll(() =>
        one
          .write((db) => putPreference(db, "anna", "c", 1))
          .then(
            () => true,
            () => false,
          ),
      )
      .toBe(true);
    expect(await preferences(other)).toContainEqual({ key: "c", value: "1" });
  });

  it("listens again where the line is cut just when it begins to listen, without an error that nobody catches", async () => {
    const url = await newDatabase(server);
    let cuts = 0;
    const behind = await serverOverLine(url, (caller, callee) => {
      callee.pipe(caller);
      caller.on("data", (bytes) => {
        if (cuts === 0 || !bytes.includes("LISTEN")) return void callee.write(bytes);
        cuts -= 1;
        caller.destroy();
      });
    });
    const workspace = await opened(behind);
    cuts = 2;
    await cutAllSessions(url);
    await expect.poll(() => cuts).toBe(0);
    const before = workspace.dataVersion();
    // What is heard first is that something may have been missed.
    await expect.poll(() => workspace.dataVersion()).not.toBe(before);
    const again = workspace.dataVersion();
    const other = await opened(url);
    await other.write((db) => putPreference(db, "anna", "a", 1));
    await expect.poll(() => workspace.dataVersion()).not.toBe(again);
  });

  it("refuses while the server is down, loses nothing that it answered, and goes on when it is back", async () => {
    const cluster = startCluster(["max_connections=40"]);
    onTestFinished(() => cluster.stop());
    const workspace = await opened(cluster.url);
    await workspace.write((db) => putPreference(db, "anna", "kept", 1));
    cluster.halt("immediate");
    await expect(preferences(workspace)).rejects.toMatchObject({ reason: "unreachable" });
    await expect(workspace.write((db) => putPreference(db, "anna", "lost", 1))).rejects.toMatchObject({
      reason: "unreachable",
    });
    cluster.start();
    await expect.poll(() => preferences(workspace).catch(() => null)).toEqual([{ key: "kept", value: "1" }]);
  });

  it("has no SQL under test beside it: its server is refused for tasks", async () => {
    await opened(await emptyDatabase(server));
    const { password } = new pg.Client({ connectionString: server });
    await expect(openServer({ url: server, password: String(password) })).rejects.toThrow(
      /holds a Querent workspace \(database \w+\), so that no SQL under test runs there/,
    );
  });

  describe("remembers what each call asks", () => {
    const anna = "anna";
    const name = ({ autocommit }: Workspace) => reviewerName(autocommit, anna);
    /** A change of which no host hears. */
    const renameUnheard = (url: string, to: string) =>
      inDatabase(url, (client) => client.query("UPDATE querent.person SET name = $1", [to]));

    it("for a second at most, whatever it hears; a verdict or a look changes nothing of it", async () => {
      const url = await newDatabase(server);
      const workspace = await opened(url);
      await workspace.write((db) => renamePerson(db, anna, "Anna"));
      expect(await name(workspace)).toBe("Anna");
      const rememberedAt = performance.now();
      await renameUnheard(url, "Anne");
      await workspace.write((db) => putPreference(db, anna, "a", 1));
      const [now, read] = [await name(workspace), await workspace.read((db) => reviewerName(db, anna))];
      if (performance.now() - rememberedAt < 1_000) expect([now, read]).toEqual(["Anna", "Anna"]);
      await expect.poll(() => name(workspace)).toBe("Anne");
    });

    it("until this host or another one changes it, in a write not at all", async () => {
      const url = await newDatabase(server);
      const [one, other] = [await opened(url), await opened(url)];
      await one.write((db) => renamePerson(db, anna, "Anna"));
      expect([await name(one), await name(other)]).toEqual(["Anna", "Anna"]);
      await renameUnheard(url, "Anne");
      expect(await one.write((db) => reviewerName(db, anna))).toBe("Anne");
      const [said] = [one.dataVersion(), await one.write((db) => renamePerson(db, anna, "Annika"))];
      expect(await name(one)).toBe("Annika");
      await expect.poll(() => name(other)).toBe("Annika");
      await other.write((db) => renamePerson(db, anna, "Anja"));
      expect(await name(other)).toBe("Anja");
      await expect.poll(() => one.dataVersion()).not.toBe(said);
      expect(await name(one)).toBe("Anja");
    });

    it("not while a change is on its way, which others see before its own answer comes", async () => {
      const late: (() => void)[] = [];
      const next = { isHeld: false };
      const line = await serverOverLine(await newDatabase(server), (caller, callee) => {
        let isHeld = false;
        caller.on("data", (bytes) => {
          isHeld ||= next.isHeld && bytes.includes("COMMIT");
          if (isHeld) next.isHeld = false;
          callee.write(bytes);
        });
        callee.on("data", (bytes) => (isHeld ? late.push(() => caller.write(bytes)) : caller.write(bytes)));
      });
      const workspace = await opened(line);
      await workspace.write((db) => renamePerson(db, anna, "Anna"));
      expect(await name(workspace)).toBe("Anna");
      next.isHeld = true;
      const renaming = workspace.write((db) => renamePerson(db, anna, "Anne"));
      await expect.poll(() => late.length).toBeGreaterThan(0);
      // It begins when the one before is at its commit, and comes behind it.
      await workspace.write((db) => putPreference(db, "anna", "theme", "dark"));
      expect(await name(workspace)).toBe("Anne");
      for (const send of late) send();
      await renaming;
      expect(await name(workspace)).toBe("Anne");
    });

    it("and a read whose commit is older asks the server", async () => {
      const workspace = await opened(await newDatabase(server));
      await workspace.write((db) => renamePerson(db, anna, "Anna"));
      await workspace.read(async (db) => {
        await db.one(plainSql("SELECT count(*) AS n FROM preference"));
        await workspace.write((later) => renamePerson(later, anna, "Anne"));
        expect(await name(workspace)).toBe("Anne");
        expect(await reviewerName(db, anna)).toBe("Anna");
      });
      expect(await name(workspace)).toBe("Anne");
    });
  });

  it("takes back what fails in a write, and lets reads see one commit", async () => {
    const workspace = await opened(await newDatabase(server));
    const failing = workspace.write(async (db) => {
      await putPreference(db, "anna", "half", 1);
      throw new Error("in the middle");
    });
    await expect(failing).rejects.toThrow("in the middle");
    expect(await preferences(workspace)).toEqual([]);
    await workspace.read(async (db) => {
      const count = () => db.one(plainSql("SELECT count(*) AS n FROM preference"));
      expect(await count()).toEqual({ n: 0 });
      await workspace.write((other) => putPreference(other, "anna", "meanwhile", 1));
      expect(await count()).toEqual({ n: 0 });
    });
    expect(await preferences(workspace)).toHaveLength(1);
  });
});

it("a URL is shown without its password", () => {
  expect(withoutPassword("postgres://anna:s%20x@host:1/db?sslmode=require")).toBe(
    "postgres://anna@host:1/db?sslmode=require",
  );
  expect(withoutPassword("postgresql://anna:x@/db?host=/tmp&password=y&port=1")).toBe(
    "postgresql://anna@/db?host=/tmp&port=1",
  );
  expect(withoutPassword("/home/anna/a:b@c.querent")).toBe("/home/anna/a:b@c.querent");
});
