import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openWorkspace } from "../../electron/store/workspace.ts";
import { growDisk, lockDisk, noSmallDisk, smallDisk } from "../engines/small-disk.ts";
import { runQuerent } from "../support/run-querent.ts";
import { taskRow } from "../support/task-row.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

afterEach(() => vi.unstubAllEnvs());

const python = "def test_case(pred_sqls, sol_sqls, db_name, conn):\n    assert True";

/** Tasks and predictions with right answers on a database of that many rows; the tasks have a test in Python where they should. */
function harbour({ rows, tests = false }: { rows: number; tests?: boolean }) {
  const folder = temporaryFolder();
  const file = (name: string) => path.join(folder, name);
  const filled = `INSERT INTO ship VALUES (3, '${"x".repeat(500)}');\n`.repeat(rows);
  writeFileSync(file("harbour.sql"), `CREATE TABLE ship (id integer, name text);\n${filled}`);
  const ids = [1, 2].map((at) => `harbour_${tests ? "M_" : ""}${at}`);
  const fields = tests ? { category: "Management", test_cases: [python] } : {};
  writeFileSync(file("tasks.jsonl"), ids.map((id) => `${taskRow(id, fields)}\n`).join(""));
  const answers = ids.map((instance_id) => ({
    instance_id,
    phase1: { pred_sqls: ["SELECT count(name) FROM ship"] },
    phase2: { pred_sqls: ["SELECT count(*) FROM ship"] },
  }));
  writeFileSync(file("answers.jsonl"), answers.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const sql = "SELECT count(*) FROM ship";
  const item = { question_id: 0, db_id: "harbour", question: "?", predicted_sql: sql, gold_sql: sql };
  writeFileSync(file("predictions.json"), JSON.stringify([item]));

  const on = (engine: string) => ["--databases", folder, "--engine", engine];
  const tasks = ["--input", file("tasks.jsonl")];
  return {
    check: (engine: string) =>
      runQuerent("tasks", "check", ...tasks, ...on(engine), "--out", file("check.out")),
    test: (engine: string) =>
      runQuerent(
        ...["tasks", "test", ...tasks, ...on(engine), "--predictions", file("answers.jsonl")],
        ...["--out", file("test.out")],
      ),
    certify: (engine: string) => runQuerent("certify", ...tasks, ...on(engine), "--out", file("certify.out")),
    play: (engine: string) =>
      runQuerent(
        ...["dialogues", "run", ...tasks, ...on(engine), "--protocol", "c", "--system", "asks-nothing"],
        ...["--out", file("play.out")],
      ),
    evaluate: (engine: string) =>
      runQuerent(
        ...["predictions", "evaluate", "--input", file("predictions.json"), ...on(engine)],
        ...["--out", file("evaluate.out")],
      ),
    written: () =>
      ["check", "test", "certify", "play", "evaluate"].filter((name) => existsSync(file(`${name}.out`))),
  };
}

/** Where a file stands in the place of the cache's folder. */
function blockedCache(): string {
  const blocked = path.join(temporaryFolder(), "no folder");
  writeFileSync(blocked, "");
  vi.stubEnv("XDG_CACHE_HOME", blocked);
  return blocked;
}

const refused = (words: string) => [2, expect.stringContaining(words)];

describe.skipIf(noSmallDisk !== null)(
  `a cache folder that is full (${noSmallDisk ?? "a small disk"})`,
  () => {
    it.each(["sqlite", "pglite"])(
      "ends commands with what to do, is no finding and no verdict, and spoils nothing for later: %s",
      async (engine) => {
        const { written, ...commands } = harbour({ rows: 2000 });
        const cache = smallDisk("300k");
        vi.stubEnv("XDG_CACHE_HOME", cache);
        const { check, test, certify, play, evaluate } = commands;
        // On PGlite each try makes a cluster: what check shows there stands for the others.
        for (const run of engine === "sqlite" ? [check, test, certify, play] : [check, evaluate]) {
          const { code, notes } = await run(engine);
          expect([code, notes]).toEqual(refused(`There is no space left in ${cache}`));
        }
        expect(written()).toEqual([]);
        growDisk(cache, "200m");
        expect((await check(engine)).code).toBe(0);
        expect((await test(engine)).code).toBe(0);
      },
      240_000,
    );

    it("does so where there is space for databases and none for Python", async () => {
      const { check, test, written } = harbour({ rows: 1, tests: true });
      const cache = smallDisk("3m");
      vi.stubEnv("XDG_CACHE_HOME", cache);
      for (const run of [check, test]) {
        const { code, notes } = await run("sqlite");
        expect([code, notes]).toEqual(refused(`There is no space left in ${cache}`));
      }
      expect(written()).toEqual([]);
      growDisk(cache, "200m");
      expect((await test("sqlite")).code).toBe(0);
    }, 240_000);

    it("does so where the folder may only be read, though what was loaded before lies there", async () => {
      const { check, test, written } = harbour({ rows: 1 });
      const cache = smallDisk("100m");
      vi.stubEnv("XDG_CACHE_HOME", cache);
      expect((await test("sqlite")).code).toBe(0);
      const before = written();
      lockDisk(cache);
      for (const run of [check, test]) {
        const { code, notes } = await run("sqlite");
        expect([code, notes]).toEqual(refused(`Querent cannot write to ${cache}`));
      }
      expect(written()).toEqual(before);
    }, 240_000);
  },
);

describe("a cache folder that cannot be made", () => {
  it.each([
    ["tasks check", "check", "sqlite"],
    ["tasks test", "test", "pglite"],
    ["certify", "certify", "sqlite"],
    ["dialogues run", "play", "pglite"],
    ["predictions evaluate", "evaluate", "pglite"],
  ] as const)("ends %s with what to do, and nothing is written", async (_, command, engine) => {
    const { written, ...commands } = harbour({ rows: 1 });
    const blocked = blockedCache();
    const { code, notes } = await commands[command](engine);
    expect([code, notes]).toEqual(refused(`Querent cannot write to ${blocked}`));
    expect(notes).toContain("Let your account write there, then start again");
    expect(written()).toEqual([]);
  });

  it("ends a team host with what to do", async () => {
    const workspace = path.join(temporaryFolder(), "team.querent");
    await openWorkspace(workspace).close();
    blockedCache();
    const { code, notes } = await runQuerent("serve", "--workspace", workspace, "--listen", "127.0.0.1:0");
    expect([code, notes]).toEqual(refused("Querent cannot write to"));
  });
});
