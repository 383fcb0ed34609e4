import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { asAdmin, namesLeft } from "../engines/postgres/fixture.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../engines/postgres.ts";
import { taskRow } from "../support/task-row.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Dumps that never end; that of PostgreSQL lifts its limits and outlives being cancelled. */
const endless = {
  sqlite:
    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) INSERT INTO ship SELECT max(x), 'x' FROM n;",
  pglite: "DO $$ BEGIN LOOP NULL; END LOOP; END $$;",
  postgres: `SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN ('statement_timeout', 'client_connection_check_interval');
    DO $$ BEGIN LOOP BEGIN LOOP NULL; END LOOP; EXCEPTION WHEN query_canceled THEN NULL; END; END LOOP; END $$;`,
};
type Kind = keyof typeof endless;

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  notes: string;
}

/** A folder with a task and its database, whose checks keep all that they make beside it. */
function harbour(kind: Kind, serverUrl: string | null) {
  const folder = temporaryFolder();
  const file = (name: string) => path.join(folder, name);
  for (const name of ["cache", "databases", "temporary"]) mkdirSync(file(name));
  writeFileSync(file("tasks.jsonl"), `${taskRow("harbour_1")}\n${taskRow("harbour_2")}\n`);
  const load = (sql: string) =>
    writeFileSync(
      file("databases/harbour.sql"),
      `CREATE TABLE ship (id bigint, name text);\nINSERT INTO ship VALUES (1, 'Astrid');\n${sql}`,
    );
  const check = () => {
    const child = spawn(
      process.execPath,
      [
        ...["--import", path.join(root, "build/node-24.mjs"), path.join(root, "build/querent.ts")],
        ...["tasks", "check", "--input", file("tasks.jsonl"), "--databases", file("databases")],
        ...["--engine", kind, ...(serverUrl === null ? [] : ["--server", serverUrl]), "--out", file("found")],
      ],
      {
        stdio: ["ignore", "ignore", "pipe"],
        env: { ...process.env, XDG_CACHE_HOME: file("cache"), TMPDIR: file("temporary") },
      },
    );
    onTestFinished(() => void child.kill("SIGKILL"));
    let notes = "";
    child.stderr?.on("data", (piece) => (notes += piece));
    const ended = new Promise<Ended>((resolve) =>
      child.on("close", (code, signal) => resolve({ code, signal, notes })),
    );
    return { child, ended, notes: () => notes };
  };
  /** The database workers that use these folders, with their states. */
  const workers = () =>
    execFileSync("ps", ["-eo", "stat=,args="], { encoding: "utf8" })
      .split("\n")
      .filter((line) => line.includes("database-worker") && line.includes(folder));
  /** Whether the load has begun. PGlite has no turn to say so before its first statement ends; what every load begins as lies there by then. */
  const begun = (notes: string) =>
    kind === "pglite"
      ? existsSync(file("cache/querent/templates")) &&
        readdirSync(file("cache/querent/templates")).some((name) => name.endsWith(".template"))
      : notes.includes("loading harbour");
  /** What programs have left in the folders that a next one tidies up. */
  const left = () =>
    ["cache/querent/templates", "temporary"]
      .flatMap((name) => (existsSync(file(name)) ? readdirSync(file(name)) : []))
      .filter((name) => name.startsWith("querent-run-"));
  return { load, check, workers, begun, left, found: () => existsSync(file("found")) };
}

interface Ending {
  kind: Kind;
  signal: NodeJS.Signals;
  serverUrl: string | null;
  /** Who works on the load, in any words. */
  busy(own: ReturnType<typeof harbour>): Promise<unknown[]>;
  /** Databases and roles that are still on the server. */
  remains(): Promise<unknown[]>;
}

/** Ends a check in the middle of a load that never ends; then the same database loads, and is checked. */
async function endsInALoad({ kind, signal, serverUrl, busy, remains }: Ending): Promise<void> {
  const own = harbour(kind, serverUrl);
  own.load(endless[kind]);
  const { child, ended, notes } = own.check();
  await expect.poll(() => own.begun(notes()), { timeout: 120_000 }).toBe(true);
  await expect.poll(() => busy(own), { timeout: 60_000 }).not.toEqual([]);
  child.kill(signal);
  const end = await ended;
  if (signal === "SIGKILL") expect(end).toMatchObject({ signal });
  else {
    // A shell says 130 of both.
    expect(end.code === 130 || end.signal === "SIGINT", JSON.stringify(end)).toBe(true);
    expect(end.notes).toContain("interrupted");
  }
  await expect.poll(() => busy(own), { timeout: 20_000 }).toEqual([]);
  expect(own.found()).toBe(false);

  own.load("");
  const again = await own.check().ended;
  expect(again).toMatchObject({ code: 0 });
  expect(own.workers()).toEqual([]);
  expect([own.left(), await remains()]).toEqual([[], []]);
}

const signals = ["SIGINT", "SIGTERM", "SIGKILL"] as const;

describe.each(["sqlite", "pglite"] as const)(
  "a command that is ended while it loads a database on %s",
  (kind) => {
    it.each(signals)(
      "by %s ends its work, and the next one leaves nothing of it",
      async (signal) => {
        const isBusy = (line: string) => line.trimStart().startsWith("R");
        await endsInALoad({
          ...{ kind, signal, serverUrl: null, remains: async () => [] },
          busy: async ({ workers }) => workers().filter(isBusy),
        });
      },
      300_000,
    );
  },
);

describe.skipIf(postgresPrograms() === null)(
  `a command that is ended while it loads a database on a server (else skipped: ${postgresMissing})`,
  () => {
    let cluster: Cluster;
    beforeAll(() => {
      cluster = startCluster();
    });
    afterAll(() => cluster?.stop());

    it.each(signals)(
      "by %s ends its work, and the next one leaves nothing of it",
      async (signal) => {
        await endsInALoad({
          ...{ kind: "postgres", signal, serverUrl: cluster.url },
          busy: () =>
            asAdmin(
              cluster,
              "SELECT usename FROM pg_stat_activity WHERE usename ~ '^querent_.*_r_' AND state = 'active'",
            ),
          remains: () => namesLeft(cluster),
        });
      },
      300_000,
    );
  },
);
