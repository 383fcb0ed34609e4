import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { evaluateBatch } from "../../electron/queries/evaluate-batch.ts";
import { noSmallDisk, smallDisk } from "../engines/small-disk.ts";
import { makeDatabase } from "../engines/sqlite/support.ts";
import { taskRow } from "../support/task-row.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { noFailingDisk, onFailingDisk } from "./failing-disk.ts";
import { counting, limits, makeSingers, startRunner } from "./support.ts";

const large = `${counting(200_000)} SELECT x, 'as long as a line of text may well be' FROM c`;
const folder = temporaryFolder();
const database = makeSingers(folder);

describe.skipIf(noSmallDisk !== null)(
  `a temporary folder that is full${noSmallDisk ? ` (skipped: ${noSmallDisk})` : ""}`,
  () => {
    it("leaves EX open for the pair whose result does not fit, and ends a batch in which not even the gold's does", async () => {
      const { runner } = startRunner(folder, { spoolRoot: smallDisk("1m") });
      const evaluation = await runner.evaluate(
        { database, predictedSql: large, goldSql: "SELECT 1" },
        { limits: limits(), priority: "batch" },
      );
      expect(evaluation).toMatchObject({
        ex: { set: null, multiset: null, ordered: null },
        predicted: { error: { kind: "machine", message: expect.stringContaining("the disk is full") } },
        gold: { status: "ok" },
      });
      const given: string[] = [];
      const batch = async () => {
        const pairs = ["SELECT 1", large].map((sql) => ({ database, predictedSql: sql, goldSql: sql }));
        for await (const { item } of evaluateBatch(runner, pairs, { limits: limits(), ahead: 1 }))
          given.push(item.goldSql);
      };
      await expect(batch()).rejects.toThrow(
        /This computer cannot run statements now: the disk is full.*start again/,
      );
      expect(given).toEqual(["SELECT 1"]);
      await runner.close();
    });
  },
);

/** Runs a program of Node that may have so many files open. */
const withFiles = (files: number, args: readonly string[]) =>
  spawnSync("sh", ["-c", `ulimit -n ${files}; exec "$@"`, "sh", process.execPath, ...args], {
    encoding: "utf8",
  });

describe.skipIf(process.platform === "win32")(
  "a computer that opens no more files (else skipped: Windows has no such limit)",
  () => {
    it("is what fails, not a database that could not be opened", () => {
      const open = path.resolve("electron/engines/sqlite/open-database.ts");
      const errors = path.resolve("electron/queries/run-errors.ts");
      const program = `
      const { openSqliteFile } = await import(${JSON.stringify(open)});
      const { runErrorOf } = await import(${JSON.stringify(errors)});
      const { openSync } = await import("node:fs");
      const kindOf = (file) => { try { openSqliteFile(file, "/"); return "opened"; } catch (error) { return runErrorOf(error).kind; } };
      const before = [kindOf(${JSON.stringify(database.path)}), kindOf("/no/such/file")];
      try { for (;;) openSync("/dev/null"); } catch {}
      console.log(JSON.stringify([...before, kindOf(${JSON.stringify(database.path)})]));`;
      const { stdout, stderr } = withFiles(200, ["--input-type=module", "--eval", program]);
      expect({ stdout: stdout.trim(), stderr }).toEqual({
        stdout: '["opened","engine","machine"]',
        stderr: expect.any(String),
      });
    });

    it.each(["predictions evaluate", "tasks check"])(
      "ends a command with what to do, and nothing is written that would be taken for a result: %s",
      (command) => {
        const { args, out } = commandOn(command, folder);
        const enough = command === "tasks check" ? 1 : 0;
        const run = (files: number) => {
          rmSync(out, { force: true });
          return withFiles(files, args);
        };
        let [files, ended] = [64, run(64)];
        expect(ended, "with files enough").toMatchObject({ status: enough });
        for (; ended.status === enough && files > 0; ended = run(files)) files -= 6;
        // The first that fails, and one that fails earlier.
        for (const fewer of [files, files - 5]) {
          ended = run(fewer);
          expect(ended).toMatchObject({
            status: 2,
            stderr: expect.stringMatching(/^This computer does not let Querent .*more files open/m),
          });
          expect(existsSync(out)).toBe(false);
        }
      },
      120_000,
    );
  },
);

describe.skipIf(noFailingDisk !== null)(
  `a disk that fails${noFailingDisk ? ` (skipped: ${noFailingDisk})` : ""}`,
  () => {
    const databases = temporaryFolder();
    makeDatabase(
      path.join(databases, "singer.sqlite"),
      "PRAGMA page_size = 2048; CREATE TABLE ship (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO ship VALUES (1, 'Ann')",
    );
    const dumps = temporaryFolder();
    mkdirSync(path.join(dumps, "singer"));
    writeFileSync(
      path.join(dumps, "singer/singer.sql"),
      "CREATE TABLE ship (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO ship VALUES (1, 'Ann')",
    );
    // A page of the database, a piece of a dump, and what has been written and is to last.
    it.each([
      ["predictions evaluate", "sqlite", databases, "pread64:2048"],
      ["predictions evaluate", "sqlite", databases, "fsync"],
      ["tasks check", "sqlite", databases, "pread64:2048"],
      ["tasks check", "sqlite", dumps, "pwrite64:4096"],
      ["tasks check", "pglite", dumps, "read:65536"],
      ["tasks check", "pglite", dumps, "fsync"],
    ])(
      "ends a command with what to do, and nothing is written that would be taken for a result: %s on %s, %s, %s",
      (command, engine, from, calls) => {
        // A cache of its own: a template that is there needs not be made.
        vi.stubEnv("XDG_CACHE_HOME", temporaryFolder());
        const { args, out } = commandOn(command, from, engine);
        const fine = onFailingDisk("pread64:1", args);
        expect(fine, fine.stderr).toMatchObject({ status: 0 });
        rmSync(out);
        vi.stubEnv("XDG_CACHE_HOME", temporaryFolder());
        expect(onFailingDisk(calls, args)).toMatchObject({
          status: 2,
          stderr: expect.stringMatching(
            /^This computer .*(?:disk I\/O error|EIO: i\/o error).* then start again/m,
          ),
          stdout: "",
        });
        expect(existsSync(out)).toBe(false);
      },
    );

    it("is said, and what was saved before is kept, where it is that of a workspace", () => {
      const workspace = path.join(folder, "work.querent");
      const querent = (calls: string, ...args: string[]) =>
        onFailingDisk(calls, [path.resolve("bin/querent.mjs"), ...args, "--workspace", workspace]);
      const { input } = commandOn("predictions evaluate", databases);
      const imported = (calls: string, project: string) =>
        querent(
          calls,
          "predictions",
          "import",
          "--input",
          input,
          "--databases",
          databases,
          "--project",
          project,
        );
      const first = imported("pread64:1", "first");
      expect(first, first.stderr).toMatchObject({ status: 0 });
      for (const calls of ["fsync,fdatasync", "pwrite64:4096"])
        expect(imported(calls, "second")).toMatchObject({
          status: 2,
          stdout: "",
          stderr: expect.stringContaining("The disk reported an error at"),
        });
      const { stdout } = querent("pread64:1", "projects", "list");
      expect(
        stdout
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line)),
      ).toMatchObject([{ name: "first", items: 1 }]);
    });
  },
);

/** A command with one item or task on a database, and what it reads and writes. */
function commandOn(command: string, databases: string, engine = "sqlite") {
  const out = path.join(folder, "files.jsonl");
  const input = path.join(folder, "files.json");
  const item = {
    question_id: 0,
    db_id: "singer",
    question: "?",
    predicted_sql: "SELECT 1",
    gold_sql: "SELECT 1",
  };
  const isCheck = command === "tasks check";
  writeFileSync(
    input,
    isCheck ? taskRow("singer_1", { selected_database: "singer" }) : JSON.stringify([item]),
  );
  const options = ["--input", input, "--databases", databases, "--engine", engine, "--out", out];
  const args = [path.resolve("bin/querent.mjs"), ...command.split(" "), ...options];
  return { args, input, out };
}
