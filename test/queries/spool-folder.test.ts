import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { defaultRunLimits } from "#shared/domain/run-limits.ts";
import { cleanProcessFolder, makeSpoolFolder } from "../../electron/queries/spool-folder.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { counting, makeSingers } from "./support.ts";

const folder = temporaryFolder();

/** A process that has ended, so that its number is nobody's. */
async function endedPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await new Promise((resolve) => child.on("close", resolve));
  return child.pid as number;
}

describe("the folder for long results", () => {
  it("is private, and folders that ended programs left are removed, others kept", async () => {
    const root = path.join(folder, "root");
    const stale = path.join(root, `querent-run-${await endedPid()}-aaaaaa`);
    const mine = path.join(root, `querent-run-${process.pid}-bbbbbb`);
    const foreign = path.join(root, "querent-run-notes");
    for (const name of [stale, mine, foreign]) {
      mkdirSync(name, { recursive: true });
      writeFileSync(path.join(name, "1.rows"), "[]");
    }
    const made = makeSpoolFolder(root);
    expect(readdirSync(root).sort()).toEqual([mine, foreign, made].map((name) => path.basename(name)).sort());
  });

  it("keeps of an ended process only the files that are still held", () => {
    const ended = path.join(folder, "batch-1");
    mkdirSync(ended);
    for (const name of ["1.rows", "2.rows", "end.json"]) writeFileSync(path.join(ended, name), "");
    cleanProcessFolder(ended, (file) => file === path.join(ended, "2.rows"));
    expect(readdirSync(ended)).toEqual(["2.rows"]);
    cleanProcessFolder(ended, () => false);
    expect(existsSync(ended)).toBe(false);
  });
});

const linux = process.platform === "linux";

describe("a program that is killed while SQL under test runs", () => {
  it.skipIf(!linux)(
    `leaves no process behind: they end with their channel or at their limit${linux ? "" : " (skipped: needs /proc)"}`,
    async () => {
      const database = makeSingers(folder);
      const source = (file: string) => JSON.stringify(path.resolve("electron/queries", file));
      const program = `
        import { createQueryRunner, sourceQueryWorker } from ${source("create-query-runner.ts")};
        import { forkProcess } from ${source("../processes/fork-process.ts")};
        const runner = createQueryRunner({ start: forkProcess, entry: sourceQueryWorker, spoolRoot: ${JSON.stringify(folder)}, interactive: 2 });
        const limits = ${JSON.stringify({ ...defaultRunLimits, timeMs: 3000 })};
        const database = ${JSON.stringify(database)};
        await runner.runQuery({ database, sql: "SELECT 1" }, { limits, priority: "interactive" });
        console.log("ready");
        await runner.runQuery({ database, sql: ${JSON.stringify(`${counting()} SELECT count(*) FROM c`)} }, { limits, priority: "interactive" });`;
      const parent = spawn(process.execPath, ["--input-type=module-typescript", "-e", program]);
      await new Promise((resolve) => parent.stdout.once("data", resolve));
      const children = readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, "utf8")
        .trim()
        .split(" ");
      expect(children.length).toBeGreaterThan(0);
      parent.kill("SIGKILL");
      // A process that has ended and that nobody has waited for yet is a zombie: it runs no more.
      const running = () => children.filter((pid) => /^State:\s+[^ZX]/m.test(statusOf(pid)));
      await expect.poll(running, { timeout: 20_000 }).toEqual([]);
    },
  );
});

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}
