import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";

it("npm run bench refuses a name that it does not know, and lists those that it knows", () => {
  const bench = path.join(import.meta.dirname, "bench.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [bench, "store", "speed"], {
    encoding: "utf8",
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toBe(
    "There is no bench speed; there are batch, results, store, agreement, inbox, slots, window, typing, long-dialogues, task-texts, task-runs, dialogues, mutants, aimed-rows, certificate, matrix, growth.\n",
  );
});
