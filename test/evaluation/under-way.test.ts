import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";

it("a task that ended the process twice is set aside and named, and every other task gets its verdict", () => {
  const folder = temporaryFolder();
  const evaluate = () => {
    const script = fileURLToPath(new URL("./ending-batch.ts", import.meta.url));
    const { signal, stdout } = spawnSync(process.execPath, [script, folder], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    return { signal, came: stdout === "" ? null : Object.fromEntries(JSON.parse(stdout)) };
  };
  expect([evaluate(), evaluate()]).toEqual(Array(2).fill({ signal: "SIGKILL", came: null }));
  const verdicts = {
    safe_1: true,
    safe_2: true,
    safe_3: true,
    deadly:
      "deadly was under way when Querent ended, twice, and is set aside. Run it by itself to try it again.",
  };
  expect(evaluate()).toEqual({ signal: null, came: verdicts });
  expect(readdirSync(path.join(folder, "under-way"))).toHaveLength(1);
});
