import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { growDisk, noSmallDisk, smallDisk } from "../engines/small-disk.ts";
import { runQuerent } from "../support/run-querent.ts";
import { taskRow } from "../support/task-row.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

afterEach(() => vi.unstubAllEnvs());

/** Two tasks with right answers on a database of about a megabyte. */
function harbour() {
  const folder = temporaryFolder();
  const file = (name: string) => path.join(folder, name);
  const rows = `INSERT INTO ship VALUES (3, '${"x".repeat(500)}');\n`.repeat(2000);
  writeFileSync(file("harbour.sql"), `CREATE TABLE ship (id integer, name text);\n${rows}`);
  const tasks = ["harbour_1", "harbour_2"];
  writeFileSync(file("tasks.jsonl"), tasks.map((id) => `${taskRow(id)}\n`).join(""));
  const answers = tasks.map((instance_id) => ({
    instance_id,
    phase1: { pred_sqls: ["SELECT count(name) FROM ship"] },
    phase2: { pred_sqls: ["SELECT count(*) FROM ship"] },
  }));
  writeFileSync(file("answers.jsonl"), answers.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return { folder, file };
}

describe.skipIf(noSmallDisk !== null)(
  `a cache folder that is full (${noSmallDisk ?? "a small disk"})`,
  () => {
    it.each(["sqlite", "pglite"])(
      "ends tasks check and tasks test with what to do, is no finding and no verdict, and spoils nothing for later: %s",
      async (engine) => {
        const { folder, file } = harbour();
        const cache = smallDisk("300k");
        vi.stubEnv("XDG_CACHE_HOME", cache);
        const common = ["--input", file("tasks.jsonl"), "--databases", folder, "--engine", engine];
        const check = () => runQuerent("tasks", "check", ...common, "--out", file("found.jsonl"));
        const test = () =>
          runQuerent(
            ...["tasks", "test", ...common, "--predictions", file("answers.jsonl")],
            ...["--out", file("tested.jsonl")],
          );
        // On PGlite each try makes a cluster: what check shows there stands for both.
        const runs = engine === "sqlite" ? [check, test] : [check];
        for (const run of runs) {
          const { code, notes } = await run();
          expect([code, notes]).toEqual([2, expect.stringContaining(`There is no space left in ${cache}`)]);
        }
        expect(["found.jsonl", "tested.jsonl"].map((name) => existsSync(file(name)))).toEqual([false, false]);
        growDisk(cache, "200m");
        expect((await check()).code).toBe(0);
        expect((await test()).code).toBe(0);
      },
      240_000,
    );
  },
);
